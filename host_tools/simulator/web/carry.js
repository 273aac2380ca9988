// Cards in the hand of whoever sits at the screen: pick up, turn, put down; by dragging, by two clicks or by keyboard.
import { appearance, drawCard } from "./cards.js";
import { order } from "./net.js";
import { placeName, spotOf } from "./piles.js";
import { bottomUp, pileOf, table, whereIs } from "./state.js";
import { notice } from "./notice.js";
import { w } from "./words.js";

let carried = null; // {cards: [number, ...], from: place, face: 1|0, rotation, moved: bool}

export const carrying = () => carried !== null;

/** The place a page element stands for, and the card in it that is meant (the top one unless it is in a fan). */
export function meant(element) {
  const root = element?.closest("[data-place]");
  if (!root) return null;
  const place = root.dataset.place;
  const inFan = "fan" in root.dataset ? element.closest("[data-card]") : null;
  const entries = bottomUp(place);
  const entry = inFan ? entries.find(([card]) => card === Number(inFan.dataset.card)) : "fan" in root.dataset ? null : entries.at(-1);
  return { place, entry: entry ?? null };
}

/** Take a card (or, with `whole`, its whole stack) up. False if there is none. */
export function pick({ place, entry }, whole = false) {
  if (!entry) return false;
  const stack = whole && ["cell", "edge", "tap"].includes(pileOf(place)) ? bottomUp(place) : [entry];
  const covered = place.startsWith("hand") && document.querySelector(`[data-look="${place.split(":")[1]}"]`).getAttribute("aria-pressed") === "false";
  carried = { cards: stack.map(([card]) => card), from: place, face: entry[1], rotation: entry[2], turned: false, covered };
  mark(true);
  drawGhost();
  notice(carried.cards.length > 1 ? w("picked_many", { count: carried.cards.length }) : w("picked", { name: carriedName() }));
  return true;
}

function carriedName() {
  const entry = [carried.cards[0], carried.covered ? 0 : carried.face, carried.rotation];
  return ["deck", "queue", "slot", "life"].includes(pileOf(carried.from)) || carried.covered ? w("face_down") : appearance(entry);
}

/** Put what is carried down at a place; back where it came from nothing happens unless it was turned meanwhile. */
export function put(place) {
  const { cards, from, face, rotation, turned } = carried;
  const name = cards.length > 1 ? w("cards_count", { count: cards.length }) : carriedName();
  release();
  if (place === from && !turned) return notice(w("put_back"));
  const message = { do: "move", cards, to: place };
  if (cards.length === 1 && pileOf(place) !== "hand") Object.assign(message, lying(place, from, face, rotation, turned));
  else if (cards.length === 1 && turned) Object.assign(message, { face: face ? "up" : "down", rotation });
  order(message);
  notice(w("put", { name, place: placeName(place) }));
}

/** How a card comes to lie: as it is held; onto the discards and aside it is shown unless someone turned it. */
function lying(place, from, face, rotation, turned) {
  const shown = ["discard", "floor"].includes(place) && !turned;
  return { face: face || shown ? "up" : "down", rotation: shown ? 0 : rotation };
}

export function cancel() {
  if (!carried) return;
  release();
  notice(w("put_back"));
}

function release() {
  mark(false);
  carried = null;
  document.getElementById("ghost").hidden = true;
  document.body.classList.remove("carrying");
}

function mark(on) {
  document.body.classList.toggle("carrying", on);
  for (const card of carried.cards) spotOf(carried.from)?.querySelector(`[data-card="${card}"]`)?.classList.toggle("lifted", on);
}

/** F: turn over what is carried, or the card meant. */
export function turnOver(target) {
  if (carried) change({ face: carried.face ? 0 : 1 });
  else if (target?.entry) order({ do: "flip", card: target.entry[0] });
}

/** R: a quarter turn of what is carried, or of the card meant. */
export function rotate(target) {
  if (carried) change({ rotation: (carried.rotation + 90) % 360 });
  else if (target?.entry) order({ do: "rotate", card: target.entry[0] });
}

function change(news) {
  if (carried.cards.length > 1) return;
  Object.assign(carried, news, { turned: true });
  drawGhost();
  notice(w("picked", { name: carriedName() }));
}

function drawGhost() {
  const ghost = document.getElementById("ghost");
  const hidden = carried.covered || ["deck", "queue", "slot", "life"].includes(pileOf(carried.from));
  ghost.replaceChildren(...carried.cards.map((card, height) => {
    const entry = bottomUp(carried.from).find(([id]) => id === card);
    const element = drawCard(carried.cards.length > 1 ? entry : [card, carried.face, carried.rotation], hidden);
    element.style.setProperty("--height", height);
    return element;
  }));
  ghost.hidden = false;
}

/** The carried cards hang at the pointer or, without one, at the focused place. */
export function hangAt(x, y) {
  const ghost = document.getElementById("ghost");
  ghost.style.translate = `${x}px ${y}px`;
}

/** After news from the table: what is carried may have gone elsewhere (another page, the slot). */
export function checkCarried() {
  if (!carried) return;
  if (carried.cards.some((card) => !table.places[carried.from].some(([id]) => id === card))) release();
  else mark(true);
}

export const placeOf = whereIs;
