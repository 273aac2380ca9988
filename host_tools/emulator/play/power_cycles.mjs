// Switches a board on and off TIMES times, MS each, always on the flash that the last time left: does the menu come every
// time, which copy of the firmware runs, does boot.py's count of starts stay right. For images of make_image.py --slots
// too: a broken second copy must fall back to the first.
//   node power_cycles.mjs IMAGE MS TIMES
import fs from "node:fs";
import { inMenu, names, scratch, usage, words } from "./arguments.mjs";
import { Unit } from "./unit.mjs";

usage("node power_cycles.mjs IMAGE MS TIMES", 3);
const STEP_MS = 50;
const [ms, times] = words.slice(1).map(Number);
let image = words[0];
for (let k = 1; k <= times; k++) {
  const unit = new Unit({ image });
  let menu = null;
  for (let gone = 0; gone < ms; gone += STEP_MS) {
    unit.table.run(Math.min(STEP_MS, ms - gone));
    if (menu === null && inMenu(unit)) menu = unit.now();
  }
  const said = unit.said();
  const slot = [...said.matchAll(new RegExp(`"${names.slot}":"([^"]*)"`, "g"))].at(-1)?.[1] ?? "?";
  const lit = unit.table.screen.ram.some((byte) => byte);
  const start = menu === null ? "NO MENU" : `menu at ${Math.round(menu)} ms`;
  console.log(`power on ${k}: ${start}, display lit ${lit}, resets ${JSON.stringify(unit.resets)}, copy ${slot}`);
  if (menu === null) console.log(said.replace(/\x1e[^\n]*\n/g, "").slice(0, 500));
  image = scratch();
  fs.writeFileSync(image, unit.flashBytes());
}
