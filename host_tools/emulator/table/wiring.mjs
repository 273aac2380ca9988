// The wiring of the project's boards (wiring.json) in the form the models take, and what can be wrong with a wiring.
// Positions have names here: `c00`..`c33` are cells (row, column), then `queue`, `tap`, edge sockets `er0`..`er3`, `ec0`..`ec3`.
import fs from "node:fs";

const data = JSON.parse(fs.readFileSync(new URL("./wiring.json", import.meta.url), "utf8"));
const CELLS = 16;
const QUEUE = 16;
const EDGE = 18;

/** The name of a position, which is a number in firmware/wiring.py. */
export function nameOf(position) {
  if (position < CELLS) return `c${position >> 2}${position & 3}`;
  if (position < EDGE) return position === QUEUE ? "queue" : "tap";
  return position < EDGE + 4 ? `er${position - EDGE}` : `ec${position - EDGE - 4}`;
}

/** The wiring of a "primary" or a "satellite". The models take any object of this shape:
 * blocks: numbers of the chip's SPI, I2C and UART; readers: outputs of the reset decoder (row) and the select decoder (col); ir: sensors on multiplexers (0 to 2, on
 * irAdc) and channels; leds: groups of the chain in the order in which the data runs through it. */
export function wiringOf(role) {
  const readers = data.readers.map(([row, col], position) => ({ at: nameOf(position), row, col }));
  const sensor = (position, side, [mux, ch]) => ({ at: nameOf(position), side, mux, ch });
  return {
    pins: data.pins,
    blocks: data.blocks,
    activeHigh: data.activeHigh,
    readers: role === "primary" ? readers : readers.filter(({ at }) => at !== "queue"),
    ir: [
      ...data.irCells.flatMap(([north, east], cell) => [sensor(cell, "n", north), sensor(cell, "e", east)]),
      ...data.irEdges.map((place, edge) => sensor(EDGE + edge, "x", place)),
    ],
    leds: data.chains[role],
    buttons: data.buttons,
    i2c: data.i2c,
  };
}

export const wiring = wiringOf("primary");

/** Faults of a wiring: two readers on one pair of outputs, two sensors on one channel, outputs that are not there. */
export function wiringErrors({ readers, ir }) {
  const faults = [];
  const seen = new Set();
  const once = (what) => {
    if (seen.has(what)) faults.push(`used twice: ${what}`);
    seen.add(what);
  };
  const within = (number, end) => number >= 0 && number < end;
  for (const { at, row, col } of readers) {
    once(`row ${row} col ${col}`);
    once(`reader ${at}`);
    if (!within(row, 8) || !within(col, 8)) faults.push(`out of range: ${at}`);
  }
  for (const { at, side, mux, ch } of ir) {
    once(`mux ${mux} ch ${ch}`);
    once(`sensor ${at} ${side}`);
    if (!within(mux, 3) || !within(ch, 16)) faults.push(`out of range: ${at} ${side}`);
  }
  return faults;
}
