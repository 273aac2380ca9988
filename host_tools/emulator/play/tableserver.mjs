// Emulated boards as a server for emulated_table.py: JSON lines on standard input and output, one request a line, `op`
// says what. Requests that ask for something are answered by one line, the others by nothing; an error is {"error": text}.
import fs from "node:fs";
import readline from "node:readline";
import { heapMap } from "./heap_map.mjs";
import { chain, link, runAll, Unit } from "./unit.mjs";

let units = [];

// {"op": name, "board": number, ...}: (the board, the request) => the answer, undefined for none.
const OPS = {
  boot: (_, { boards }) => {
    units = boards.map((board) => new Unit(board));
    link(units);
    return { boards: units.length };
  },
  run: (_, { ms, step }) => {
    runAll(units, ms, step);
    return { ms: units[0].now(), boards: units.map((unit) => unit.news()) };
  },
  set: (unit, { pos, cards }) => void unit.set(pos, cards),
  tag: (unit, { uid, data }) => void unit.tag(uid, data),
  hold: (unit, { buttons }) => void unit.hold(buttons),
  host: (unit, { data }) => void unit.pico.cdc.send(Buffer.from(data, "hex")),
  fault: (unit, { pos, name, value }) => {
    if (name !== "dead") throw new Error(`a reader can be dead here, not ${name}`);
    unit.dead(pos, value);
  },
  unplug: (unit, { out }) => {
    unit.unplugged = out;
  },
  stats: (_, request) => ({ stats: units.map((unit) => unit.stats(request)) }),
  resetstall: () => units.forEach((unit) => unit.stall.clear()),
  violations: (unit) => ({ violations: unit.table.violations.splice(0) }),
  flashlog: (unit) => ({ log: unit.flash.log.splice(0) }),
  ledhistory: (unit) => ({
    shown: unit.table
      .ledHistory()
      .splice(0)
      .map(({ ms, px }) => ({ ms, leds: chain(px) })),
  }),
  oledtext: (unit) => ({ text: unit.table.oled() }),
  saveflash: (unit, { file }) => {
    fs.writeFileSync(file, unit.flashBytes());
    return { file };
  },
  peek: (unit, { addr, n }) => {
    const bytes = Array.from({ length: n }, (_, i) => unit.pico.mcu.readUint8(addr + i));
    return { hex: Buffer.from(bytes).toString("hex") };
  },
  heapmap: (unit) => {
    const map = heapMap(unit.pico.mcu);
    if (map === null) throw new Error("there is no heap of MicroPython yet");
    return map;
  },
  quit: () => process.exit(0),
};

for await (const line of readline.createInterface({ input: process.stdin, terminal: false })) {
  let answer;
  try {
    const request = JSON.parse(line);
    if (!Object.hasOwn(OPS, request.op)) throw new Error(`there is no op ${request.op}`);
    answer = OPS[request.op](units[request.board ?? 0], request);
  } catch (error) {
    answer = { error: String(error.stack ?? error) };
  }
  if (answer !== undefined) process.stdout.write(JSON.stringify(answer) + "\n");
}
