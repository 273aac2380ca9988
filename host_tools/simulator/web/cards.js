// Shows a card as it is printed: face, battery back, or frame with its hole; and says in words what it is.
import { ENERGIES, signed } from "./art.js";
import { coveredBack, printedOf } from "./state.js";
import { known, language, w } from "./words.js";

/** An element for one card as it lies: entry [number, face up, rotation]; hidden: drawn as a back. */
export function drawCard([card, up, rotation], hidden = false) {
  const element = document.createElement("div");
  const kind = printedOf(card);
  const shown = up && !hidden;
  element.className = `card ${shown ? `kind-${kind.kind}` : "back"}`;
  element.dataset.card = card;
  element.style.setProperty("--turn", `${rotation}deg`);
  element.innerHTML = shown ? kind.face[language()] : hidden ? coveredBack() : kind.back;
  element.firstElementChild.setAttribute("aria-hidden", "true");
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
