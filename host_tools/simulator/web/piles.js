// Draws the cards of each place and names the place for screen readers; keeps the focus where it was.
import { appearance, drawCard, nameOf } from "./cards.js";
import { bottomUp, player, pileOf, table, view } from "./state.js";
import { cellMark, edgeMark, el } from "./build.js";
import { w } from "./words.js";

const looked = {}; // player -> true: shown, false: covered, undefined: as the turn has it
const NEVER_SEEN = new Set(["deck", "queue", "slot", "life"]);
const SHOWN_IN_PILE = 4; // backs drawn to give a pile its height

export const handOpen = (index) => looked[index] ?? Boolean(player(index)?.active);

export function toggleHand(index) {
  looked[index] = !handOpen(index);
  renderPlace(`hand:${index}`);
}

/** A new player is at turn: both hands are as the turn has it. */
export function coverHands() {
  for (const index of Object.keys(looked)) delete looked[index];
  for (let index = 0; index < table.players; index++) renderPlace(`hand:${index}`);
}

export const spotOf = (place) => document.querySelector(`[data-place="${place}"]`);

export function renderPlace(place) {
  const root = spotOf(place);
  if (!root) return;
  if ("fan" in root.dataset) renderFan(root, place);
  else renderStack(root, place);
}

function renderStack(root, place) {
  const entries = bottomUp(place);
  const pile = pileOf(place);
  const deep = pile === "deck" || pile === "discard" || pile === "floor";
  const drawn = deep ? entries.slice(-SHOWN_IN_PILE) : entries;
  let solid = 0, open = 0; // frames are open in the middle: the first one lies flush on the card it belongs to
  const cards = drawn.map((entry) => {
    const card = drawCard(entry, NEVER_SEEN.has(pile));
    const frame = card.classList.contains("kind-frame");
    card.style.setProperty("--height", deep || !frame ? solid++ : Math.max(solid - 1, 0) + open++);
    return card;
  });
  root.querySelector(".stack").replaceChildren(...cards);
  root.classList.toggle("covered", entries.length > 0);
  root.dataset.count = entries.length;
  if (!deep && entries.length > 1) root.querySelector(".stack").append(el("span", { class: "many" }, `×${entries.length}`));
  const count = root.parentElement.querySelector(".pile-count");
  if (count) count.textContent = entries.length;
  label(root, place);
}

/** Set the label of a place that is one stack: name, cards bottom to top, then what the board reports. */
export function label(root, place) {
  const entries = bottomUp(place);
  const pile = pileOf(place);
  const parts = [];
  if (entries.length === 0) parts.push(w("empty"));
  else if (["deck", "discard", "floor", "life"].includes(pile)) {
    parts.push(w("cards_count", { count: entries.length }));
    if (pile === "discard") parts.push(nameOf(entries.at(-1)[0]));
  } else parts.push(entries.map((entry) => (NEVER_SEEN.has(pile) ? w("face_down") : appearance(entry, true))).join(" + "));
  for (const word of root.querySelectorAll(".volt, .role")) if (word.textContent) parts.push(word.textContent);
  root.setAttribute("aria-label", `${placeName(place)}: ${parts.join(", ")}`);
}

export function placeName(place) {
  const [pile, owner, at] = place.split(":");
  const number = Number(owner) + 1;
  const spot = Number(at);
  if (pile === "cell") return w("cell_name", { name: cellMark(spot) });
  if (pile === "edge") return w(spot < 4 ? "edge_row" : "edge_column", { name: edgeMark(spot) });
  if (pile === "life") return w("lives_of", { number });
  if (pile === "tap") return w("tap_of", { number });
  if (pile === "hand") return w("hand_of", { number });
  return w(pile);
}

function renderFan(root, place) {
  const entries = table.places[place];
  const hand = place.startsWith("hand");
  const owner = Number(place.split(":")[1]);
  const open = hand && handOpen(owner);
  const focused = root.contains(document.activeElement) ? document.activeElement : null;
  const position = focused ? [...root.children].indexOf(focused) : -1;
  const active = root.querySelector('[tabindex="0"]')?.dataset.card;
  const cards = entries.map((entry, index) => {
    const card = drawCard(entry, !open);
    card.classList.add("spot");
    card.setAttribute("role", "button");
    card.tabIndex = String(entry[0]) === active ? 0 : -1;
    card.setAttribute("aria-label", fanName(entry, index, entries.length, hand, open));
    if (open && !entry[1]) card.append(el("span", { class: "peek" }, nameOf(entry[0])));
    if (!hand && (index === 0 || index === entries.length - 1)) {
      card.append(el("span", { class: "queue-end" }, w(index === 0 ? "head" : "tail")));
    }
    return card;
  });
  root.replaceChildren(...cards);
  root.style.setProperty("--cards", Math.max(entries.length, 1));
  root.classList.toggle("spot", entries.length === 0);
  root.setAttribute("aria-label", `${placeName(place)}: ${entries.length ? w("cards_count", { count: entries.length }) : w("empty")}`);
  root.tabIndex = -1;
  if (hand) handHead(root, owner, entries.length, open);
  if (position >= 0) (root.children[Math.min(position, entries.length - 1)] ?? root).focus();
}

function fanName([card, up, rotation], index, count, hand, open) {
  const details = { index: index + 1, count };
  if (!hand) return w("queue_card", details) + (index === 0 ? `, ${w("head")}` : "") + (index === count - 1 ? `, ${w("tail")}` : "");
  if (!open) return w("hidden_card", details);
  return up ? nameOf(card) : `${w("turned", { name: nameOf(card) })}, ${appearance([card, up, rotation], true)}`;
}

function handHead(root, owner, count, open) {
  const area = root.closest(".hand-area");
  area.querySelector(".hand-count").textContent = count + (open || !count ? "" : ` · ${w("hand_hidden")}`);
  const look = area.querySelector("[data-look]");
  look.textContent = w(open ? "hide" : "show");
  look.setAttribute("aria-label", w(open ? "hide_hand" : "show_hand", { number: owner + 1 }));
  look.setAttribute("aria-pressed", String(open));
}

export function renderAllPlaces() {
  for (const place of Object.keys(table.places)) renderPlace(place);
}

export const activePlayer = () => view()?.players?.findIndex((one) => one.active) ?? -1;
