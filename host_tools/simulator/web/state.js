// What the page knows of the table: exactly what the server sent, nothing worked out from it.
export const table = {
  players: 2,
  printed: new Map(), // code -> the card as printed
  cards: [], // card number -> [code, copy]
  places: {}, // place -> [[card, face up 1|0, rotation], ...]
  boards: [], // player -> {leds, oled, text}
  view: null, // the newest view the primary board reported
  stopped: null, // why the firmware has stopped
  chain: [], // player -> [[group, count], ...] in chain order
  seed: null,
  engine: "",
};

/** Take in a snapshot; everything is new. */
export function takeSnapshot(message) {
  Object.assign(table, message);
  table.printed = new Map(message.printed.map((kind) => [kind.code, kind]));
}

/** Take in changes. */
export function takeChanges(message) {
  Object.assign(table.places, message.places);
  for (const [player, news] of Object.entries(message.boards ?? {})) Object.assign(table.boards[player], news);
  for (const name of ["view", "stopped"]) if (name in message) table[name] = message[name];
}

export const view = () => table.view;

export const player = (index) => table.view?.players?.[index] ?? null;

export const printedOf = (card) => table.printed.get(table.cards[card][0]);

/** The back that a covered card shows: all whole cards have the same; a frame's would show its hole. */
export const coveredBack = () => [...table.printed.values()].find((kind) => kind.kind !== "frame").back;

const TOP_FIRST = new Set(["deck", "discard"]);

export const pileOf = (place) => place.split(":")[0];

/** The entries of a place, the one on top last. */
export function bottomUp(place) {
  const entries = table.places[place] ?? [];
  return TOP_FIRST.has(place) ? [...entries].reverse() : entries;
}

export const whereIs = (card) => Object.keys(table.places).find((place) => table.places[place].some(([id]) => id === card));

/** "#rrggbb" of one LED of a board, or null: the order of the chain comes from the server. */
export function led(playerIndex, group, index) {
  let start = 0;
  for (const [name, count] of table.chain[playerIndex] ?? []) {
    if (name === group) {
      const at = 6 * (start + index);
      const hex = table.boards[playerIndex].leds.slice(at, at + 6);
      return index < count && hex.length === 6 ? hex : null;
    }
    start += count;
  }
  return null;
}

export function ledCount(playerIndex, group) {
  return (table.chain[playerIndex] ?? []).find(([name]) => name === group)?.[1] ?? 0;
}
