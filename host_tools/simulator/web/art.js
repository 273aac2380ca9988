// The signs of the energies as on the cards, as SVG text: they differ in shape as well as in colour.
export const ENERGIES = ["A", "B", "C"];

const SHAPES = {
  A: (x, y, r) => `<circle cx="${x}" cy="${y}" r="${r}"/>`,
  B: (x, y, r) => {
    const top = y - 1.22 * r, low = y + 0.84 * r, half = 1.18 * r;
    return `<path d="M${x} ${top}L${x + half} ${low}H${x - half}Z" stroke-linejoin="round" stroke-width="${r * 0.3}"/>`;
  },
  C: (x, y, r) => `<rect x="${x - 0.92 * r}" y="${y - 0.92 * r}" width="${1.84 * r}" height="${1.84 * r}" rx="${r * 0.16}"/>`,
};

/** One unit of energy: shape, colour and letter. */
export function token(energy, x, y, r) {
  const drop = energy === "B" ? 0.26 * r : 0.02 * r;
  const size = energy === "B" ? 1.05 * r : 1.3 * r;
  return `<g class="energy-${energy}">${SHAPES[energy](x, y, r)}</g>` +
    `<text class="letter letter-${energy}" x="${x}" y="${y + drop + 0.36 * size}" font-size="${size}">${energy}</text>`;
}

/** "+1" or "−1" at the end of an effect's word, as it is printed. */
export const signed = (word) => word.replace(/^[a-z]+/, "").replace("-", "−");
