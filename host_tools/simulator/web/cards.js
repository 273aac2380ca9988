// Draws a card from its printed data: face, battery back, or frame with its hole; and says in words what it is.
import { amounts, bolt, ENERGIES, eventPicture, frameBand, signed } from "./art.js";
import { printedOf } from "./state.js";
import { known, language, w } from "./words.js";

const BACK =
  `<rect class="paper" x=".5" y=".5" width="99" height="99" rx="8"/>` +
  `<rect class="back-field" x="9" y="9" width="82" height="82" rx="6"/>` +
  `<path class="axis" d="M14 50H86M22 42l-8 8 8 8M78 42l8 8-8 8"/>` +
  `<rect class="back-body" x="28" y="35" width="40" height="30" rx="5"/><rect class="back-body" x="69" y="43" width="5" height="14" rx="2"/>` +
  bolt(48, 50, 0.82, "back-bolt");

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const margins = `<path class="margin" d="M1 15h8v70H1zM91 15h8v70h-8z"/>`;
const label = (text, y) => {
  const wide = [...text].reduce((sum, sign) => sum + (sign > "ÿ" ? 2 : 1), 0);
  return `<text class="name" x="50" y="${y}" font-size="${wide > 14 ? 9 : 10.5}">${escaped(text)}</text>`;
};

function machine(kind) {
  const rated = bolt(41, 29, 0.72) + `<text class="rated" x="57" y="36" font-size="21">${kind.volts}</text>`;
  const flow = kind.inputs.some((count) => count > 0)
    ? amounts(kind.inputs, 50, 47, 6.4) + `<path class="flow" d="M50 55.5v4M46.5 58l3.5 4 3.5-4"/>` + amounts(kind.outputs, 50, 71, 6.8)
    : amounts(kind.outputs, 50, 60, 12);
  return `<rect class="paper" x=".5" y=".5" width="99" height="99" rx="8"/>${margins}${rated}${flow}` + label(kind[language()], 94.5);
}

function event(kind) {
  return `<rect class="paper" x=".5" y=".5" width="99" height="99" rx="8"/>${margins}${eventPicture(kind.effect)}` +
    label(kind[language()], 90);
}

function frame(kind) {
  return `<path class="paper" fill-rule="evenodd" d="M8.5.5h83a8 8 0 0 1 8 8v83a8 8 0 0 1-8 8h-83a8 8 0 0 1-8-8v-83a8 8 0 0 1 8-8z` +
    `M24 18a6 6 0 0 0-6 6v52a6 6 0 0 0 6 6h52a6 6 0 0 0 6-6V24a6 6 0 0 0-6-6z"/>${margins}` +
    label(kind[language()], 13) + frameBand(kind.effect);
}

const FACES = { producer: machine, converter: machine, frame, event };

/** An element for one card as it lies: entry [number, face up, rotation]; hidden: drawn as a back. */
export function drawCard([card, up, rotation], hidden = false) {
  const element = document.createElement("div");
  const kind = printedOf(card);
  const shown = up && !hidden;
  element.className = `card ${shown ? `kind-${kind.kind}` : "back"}`;
  element.dataset.card = card;
  element.style.setProperty("--turn", `${rotation}deg`);
  element.innerHTML = `<svg viewBox="0 0 100 100" aria-hidden="true">${shown ? FACES[kind.kind](kind) : BACK}</svg>`;
  return element;
}

export const nameOf = (card) => printedOf(card)[language()];

const spelled = (units) => units.map((count, kind) => (count ? `${count}${ENERGIES[kind]}` : "")).filter(Boolean).join(" + ");

/** An effect in words: each word of it has its sentence, with the number printed behind it. */
function effects(effect) {
  const weather = ["sun", "rain"].find((word) => effect.split(" ").slice(1).includes(word));
  return effect.split(" ").filter((word, index) => word && (index === 0 || word !== weather)).map((word) => {
    const name = word.match(/^[a-z]+/)?.[0] ?? "";
    const key = `effect_${name}${name === "product" && weather ? `_${weather}` : ""}`;
    return known(key) ? w(key, { n: signed(word) }) : word;
  });
}

/** One line on what is printed on a card: "Converter, rated 1 V, turns 2A + 2B into 2C". */
export function explain(card) {
  const kind = printedOf(card);
  const parts = [w(`kind_${kind.kind}`)];
  if (kind.kind === "producer") parts.push(w("rated", kind), w("makes", { what: spelled(kind.outputs) }));
  if (kind.kind === "converter") {
    parts.push(w("rated", kind), w("converts", { what: spelled(kind.inputs), result: spelled(kind.outputs) }));
  }
  parts.push(...effects(kind.effect));
  return parts.join(language() === "zh" ? "，" : ", ");
}

/** What a card looks like as it lies, in words; a back is a back, whoever knows better. */
export function appearance([card, up, rotation], long = false) {
  if (up) return nameOf(card);
  return w((rotation % 180 === 0 ? "battery_row" : "battery_column") + (long ? "_long" : ""));
}
