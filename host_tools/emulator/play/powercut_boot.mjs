// Cuts the power inside a flash operation while the table starts, up to three times in a row on the same flash, and looks
// whether it comes to its menu afterwards. Exit status 1 and a copy bad_N.bin in the current folder if not.
//   node powercut_boot.mjs IMAGE TRIALS [BOOT_MS] [SEED]
import fs from "node:fs";
import { inMenu, scratch, usage, words } from "./arguments.mjs";
import { Cut, CutUnit, random, reseed } from "./flash_cuts.mjs";

usage("node powercut_boot.mjs IMAGE TRIALS [BOOT_MS] [SEED]", 2);
const STEP_MS = 50;
const image = words[0];
const [trials, bootMs = 2500, seed = 1] = words.slice(1).map(Number);
const file = scratch();
reseed(seed);

/** The board after BOOT_MS, after the cut, or (nothing to cut) in its menu: `menuAt` in ms. */
function boot(from, cutAt, toTheEnd = cutAt > 0) {
  const unit = new CutUnit(from, cutAt);
  try {
    for (let gone = 0; gone < bootMs; gone += STEP_MS) {
      unit.table.run(STEP_MS);
      if (unit.menuAt === undefined && inMenu(unit)) {
        unit.menuAt = unit.now();
        if (!toTheEnd) break;
      }
    }
  } catch (error) {
    if (!(error instanceof Cut)) throw error;
  }
  return unit;
}

const first = boot(image, 0, true);
console.log(`flash operations in a boot: ${first.operations}, menu at ${first.menuAt?.toFixed(0)} ms`);
let bad = 0;
for (let trial = 0; trial < trials; trial++) {
  if (trial % 3 === 0) fs.copyFileSync(image, file);
  const cut = boot(file, 1 + Math.floor(random() * first.operations));
  fs.writeFileSync(file, cut.flashBytes());
  const again = boot(file, 0);
  const good = again.menuAt !== undefined;
  const what = cut.cut ? "cut in " + cut.cut : `no cut (${cut.operations} operations)`;
  console.log(
    trial,
    what,
    "->",
    good ? `menu at ${again.menuAt.toFixed(0)} ms` : "NO MENU: " + again.said().slice(-400),
  );
  if (!good) {
    bad++;
    fs.copyFileSync(file, `bad_${trial}.bin`);
  }
}
console.log("trials", trials, "bad", bad);
process.exitCode = bad ? 1 : 0;
