// Pictures printed on cards, as SVG text in a square of 100 x 100. Energies differ in shape as well as in colour.
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

/** A row of amounts such as 2A 1B, centred at (x, y). */
export function amounts(units, x, y, r) {
  const groups = ENERGIES.map((energy, kind) => [energy, units[kind]]).filter(([, count]) => count > 0);
  const digit = 1.15 * r, gap = 0.75 * r;
  const widths = groups.map(([, count]) => (count > 1 ? digit : 0) + 2.2 * r);
  let left = x - (widths.reduce((sum, width) => sum + width, 0) + gap * (groups.length - 1)) / 2;
  return groups.map(([energy, count], index) => {
    const number = count > 1
      ? `<text class="count" x="${left + digit * 0.42}" y="${y + 0.62 * r}" font-size="${1.75 * r}">${count}</text>`
      : "";
    const drawn = number + token(energy, left + (count > 1 ? digit : 0) + 1.1 * r, y, r);
    left += widths[index] + gap;
    return drawn;
  }).join("");
}

const BOLT = "M6-11-7 3H1L-4 13 8-3H0z";

export const bolt = (x, y, scale, name = "bolt") =>
  `<path class="${name}" transform="translate(${x} ${y}) scale(${scale})" d="${BOLT}"/>`;

const CLOUD = `<path class="cloud" d="M29 56a13 13 0 0 1 2-26 19 19 0 0 1 36-2 14 14 0 0 1 4 28z"/>`;
const RAYS = Array.from({ length: 8 }, (none, step) =>
  `<path class="ray" transform="rotate(${step * 45} 50 44)" d="M50 17v-7"/>`).join("");
const sheet = (x, y, turn) =>
  `<rect class="sheet" x="${x}" y="${y}" width="24" height="32" rx="3" transform="rotate(${turn} ${x + 12} ${y + 16})"/>`;
const sign = (text) => `<circle class="disc" cx="50" cy="44" r="24"/><text class="sign" x="50" y="55" font-size="32">${text}</text>`;

const EVENTS = {
  sun: `<circle class="sun" cx="50" cy="44" r="20"/>${RAYS}`,
  rain: `${CLOUD}<path class="drop" d="M36 61l-4 10M50 61l-4 10M64 61l-4 10"/>`,
  thunder: `${CLOUD}${bolt(50, 66, 1)}`,
  dismantle: `<g class="tool" transform="rotate(-40 50 44)"><rect x="46" y="30" width="8" height="42" rx="3"/>` +
    `<path d="M32 18h30l8 8-8 6H32z"/></g><path class="drop" d="M70 58l6 6M76 50l8 2M64 66l2 8"/>`,
};

/** "+1" or "−1" at the end of an effect's word, as it is printed. */
export const signed = (word) => word.replace(/^[a-z]+/, "").replace("-", "−");

/** The picture of an event card by its effect ("sun", "ap+1", "draw2"); none for an effect nobody has drawn yet. */
export function eventPicture(effect) {
  if (effect in EVENTS) return EVENTS[effect];
  if (effect.startsWith("ap")) return sign(signed(effect));
  if (!effect.startsWith("draw")) return "";
  return sheet(29, 30, -12) + sheet(47, 27, 10) + `<text class="name" x="60" y="50" font-size="18">${signed(effect)}</text>`;
}

const WEATHER = {
  sun: `<g transform="translate(-10 -9) scale(.2)"><circle class="sun" cx="50" cy="44" r="22"/>${RAYS}</g>`,
  rain: `<g transform="translate(-10 -10) scale(.2)">${CLOUD}<path class="drop" d="M36 61l-4 14M50 61l-4 14M64 61l-4 14"/></g>`,
};
const CELL = `<rect class="cell-body" x="-13" y="-5" width="23" height="10" rx="2"/><rect class="cell-body" x="11" y="-2.5" width="3" height="5" rx="1"/>` +
  `<text class="band pale" x="-1.5" y="3.6" font-size="10">+1</text>`;
const text = (words) => `<text class="band" y="3.6" font-size="10.5">${words}</text>`;

/** [drawing centred at 0, 0, its width] of one word of a frame's effect. */
function framePart(word) {
  if (word in WEATHER) return [WEATHER[word], 16];
  if (word.startsWith("rated")) return [`${bolt(-12, 0, 0.5)}<g transform="translate(5 0)">${text(`${signed(word)} V`)}</g>`, 38];
  if (word.startsWith("product")) return [text(`◆${signed(word)}`), 25];
  return word === "edge" ? [CELL, 30] : [text(word), 40];
}

/** What is printed on the lower edge of a frame, by its effect ("rated+1 product+1"). */
export function frameBand(effect) {
  const parts = effect.split(" ").map(framePart);
  let left = 50 - parts.reduce((sum, [, width]) => sum + width, 0) / 2;
  return parts.map(([drawing, width]) => {
    left += width;
    return `<g transform="translate(${left - width / 2} 90.5)">${drawing}</g>`;
  }).join("");
}
