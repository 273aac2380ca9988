// Builds the fixed parts of the page once: boards with their sockets, panels, hands, rulers, queue and piles.
import { token } from "./art.js";
import { table, ledCount } from "./state.js";

const LINES = 4;
const ROWS = "ABCD";

/** What is printed at a cell and at an edge socket: B3 is the second row, third column (as the displays say). */
export const cellMark = (cell) => `${ROWS[Math.floor(cell / LINES)]}${(cell % LINES) + 1}`;
export const edgeMark = (edge) => (edge < LINES ? ROWS[edge] : String(edge - LINES + 1));

/** An element from a tag, its attributes (data-* and aria-* by name) and its children. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined) element.setAttribute(name, value);
  }
  element.append(...children);
  return element;
}

/** A place for cards that can be focused: its cards, and what `more` adds below. */
function spot(place, kind, ...more) {
  const role = place.startsWith("cell") ? "gridcell" : "button";
  return el("div", { class: `spot ${kind}`, "data-place": place, role, tabindex: -1 }, el("div", { class: "stack" }), ...more);
}

/** A row of cards, each of which can be focused (hand, queue). */
function fan(place, kind) {
  return el("div", { class: `fan ${kind}`, "data-place": place, role: "group", "data-fan": "" });
}

const lamp = (board, group, index) =>
  el("i", { class: "lamp", "data-board": board, "data-group": group, "data-index": index, "aria-hidden": "true" });

const mark = (text) => el("span", { class: "mark", "aria-hidden": "true" }, text);

const foot = () =>
  el("div", { class: "foot" }, el("span", { class: "volt" }), el("span", { class: "role" }));

function matrix(player) {
  const rows = [];
  for (let row = 0; row < LINES; row++) {
    const cells = [];
    for (let cell = row * LINES; cell < (row + 1) * LINES; cell++) {
      cells.push(spot(`cell:${player}:${cell}`, "cell", mark(cellMark(cell)), foot(), lamp(player, "cell", cell)));
    }
    rows.push(el("div", { role: "row", class: "row", "data-wl": "row_name", "data-name": ROWS[row] }, ...cells));
  }
  return el("div", { class: "matrix", role: "grid", "data-zone": "matrix", "data-wl": "matrix", "data-number": player + 1 }, ...rows);
}

function sockets(player, first, kind) {
  const list = [];
  for (let edge = first; edge < first + LINES; edge++) {
    list.push(spot(`edge:${player}:${edge}`, "edge", mark(edgeMark(edge)), el("div", { class: "edge-foot" }, lamp(player, "edge", edge), el("span", { class: "role" }))));
  }
  return el("div", { class: `sockets ${kind}`, "data-zone": kind }, ...list);
}

const BUTTONS = ["left", "ok", "right", "back", "axis"];

function panel(player) {
  const buttons = BUTTONS.map((name) =>
    el("button", {
      type: "button", class: `key key-${name}`, "data-button": name, "data-player": player, "data-w": `button_${name}`, "data-wl": `name_${name}`,
    }));
  return el("div", { class: "panel", role: "group", "data-wl": "panel", "data-number": player + 1 },
    el("canvas", { class: "oled", width: 128, height: 64, role: "img", "data-player": player, "data-wl": "display", "data-number": player + 1 }),
    el("div", { class: "keys" }, ...buttons),
    el("div", { class: "dead", role: "alert", hidden: "" }, el("p", { "data-w": "dead" }), el("p", { class: "why" }),
      el("button", { type: "button", class: "primary", "data-restart": "", "data-w": "restart" })));
}

export function buildSide(root, player) {
  root.dataset.number = player + 1;
  root.setAttribute("data-wl", "player");
  root.append(
    el("div", { class: "side-head" },
      el("h2", { "data-w": "player", "data-number": player + 1 }),
      el("span", { class: "at-turn", "data-w": "at_turn", hidden: "" })),
    el("div", { class: "board" }, sockets(player, LINES, "columns"), sockets(player, 0, "rows"), matrix(player)),
    panel(player));
}

const button = (words, attributes) => el("button", { type: "button", class: "small", "data-w": words, ...attributes });

export function buildHolding(root, player) {
  const number = player + 1;
  const lives = Math.floor(ledCount(0, "life") / table.players);
  const lifeLamps = Array.from({ length: lives }, (none, index) => lamp(0, "life", player * lives + index));
  root.append(
    el("div", { class: "keep" },
      el("div", { class: "keep-head" }, el("span", { class: "label", "data-w": "tap" })),
      el("div", { "data-zone": "tap" }, spot(`tap:${player}`, "pile tap"))),
    el("div", { class: "keep" },
      el("div", { class: "keep-head" }, el("span", { class: "label", "data-w": "lives" }), el("span", { class: "life-lamps" }, ...lifeLamps)),
      el("div", { "data-zone": "life" }, spot(`life:${player}`, "pile life"))),
    el("div", { class: "hand-area" },
      el("div", { class: "hand-head" },
        el("span", { class: "label", "data-w": "hand_of", "data-number": number }),
        el("span", { class: "hand-count" }),
        button("draw", { "data-draw": 1, "data-player": player, "data-count": 1, "data-wl": "draw_for", "data-number": number }),
        button("draw", { "data-draw": 2, "data-player": player, "data-count": 2, "data-wl": "draw_for", "data-number": number }),
        button("show", { "data-look": player, "data-number": number })),
      el("div", { "data-zone": "hand" }, fan(`hand:${player}`, "hand"))));
}

function ruler(energy) {
  const group = `ruler_${energy.toLowerCase()}`;
  const lamps = Array.from({ length: ledCount(0, group) }, (none, index) => lamp(0, group, index));
  const name = el("span", { class: "ruler-name", "aria-hidden": "true" });
  name.innerHTML = `<svg viewBox="0 0 24 24">${token(energy, 12, 12.5, 9)}</svg>`;
  return el("div", { class: `ruler ruler-${energy}`, role: "img", "data-ruler": energy },
    name,
    el("span", { class: "ruler-end low", "aria-hidden": "true" }),
    el("span", { class: "ruler-lamps", "aria-hidden": "true" }, ...lamps),
    el("span", { class: "ruler-end high", "aria-hidden": "true" }),
    el("span", { class: "ruler-said", "aria-hidden": "true" }));
}

const pile = (place) => el("div", { class: "pile-box", "data-zone": place },
  spot(place, `pile ${place}`), el("div", { class: "pile-name" }, el("span", { class: "label", "data-w": place }), el("span", { class: "pile-count" })));

export function buildMiddle(root) {
  const lamps = (group) => Array.from({ length: ledCount(0, group) }, (none, index) => lamp(0, group, index));
  root.append(
    el("div", { class: "rulers", role: "group", "data-wl": "rulers" }, ruler("A"), ruler("B"), ruler("C")),
    el("div", { class: "counts" },
      el("div", { class: "count-box points", role: "img" }, el("span", { class: "label", "data-w": "points" }), el("span", { class: "lamps" }, ...lamps("point")), el("span", { class: "count-said" })),
      el("div", { class: "count-box" }, el("span", { class: "label", "data-w": "queue" }), el("span", { class: "lamps" }, ...lamps("queue")))),
    el("div", { class: "queue-row" },
      el("div", { "data-zone": "slot" }, spot("slot", "pile slot", el("span", { class: "slot-word", "data-w": "slot_short" }))),
      el("div", { "data-zone": "queue", class: "queue-zone" }, fan("queue", "queue"))),
    el("div", { class: "piles" }, pile("deck"), pile("discard"), pile("floor")),
    el("div", { class: "pile-orders" }, button("deal", { "data-order": "deal" }), button("shuffle", { "data-order": "shuffle" })),
    el("div", { class: "inspector", "aria-hidden": "true" }, el("div", { class: "inspect-card" }), el("div", { class: "inspect-text" })));
}
