// Does an image start, and how fast: boots it and prints the display as it changes, what the board says over USB, chip
// resets, violations of the hardware's rules and the longest standstill. Exit status 1 if a primary does not tell its menu
// or a satellite shows nothing or stops. --satellite: wired as one; --no-usb: no host ever asks for the USB port (a
// power bank), OK is pressed once at the end.
//   node smoke.mjs IMAGE [SECONDS] [--satellite] [--no-usb]
import { has, inMenu, usage, words } from "./arguments.mjs";
import { Unit } from "./unit.mjs";

usage("node smoke.mjs IMAGE [SECONDS] [--satellite] [--no-usb]", 1);
const STEP_MS = 20;
const LOOK_MS = 500;
const seconds = Number(words[1] ?? 6);
const unit = new Unit({ image: words[0], role: has("satellite") ? "satellite" : "primary" });
const { table } = unit;
if (has("no-usb"))
  unit.pico.hook((mcu) => {
    mcu.usbCtrl.onUSBEnabled = () => {};
    mcu.usbCtrl.onResetReceived = () => {};
  });
const began = performance.now();
const first = { pixel: null, light: null, menu: null }; // ms
let shown = "";

function step() {
  table.run(STEP_MS);
  if (first.pixel === null && table.screen.ram.some((byte) => byte)) first.pixel = unit.now();
  if (first.light === null && table.strip.pixels(table.time.now()).some(({ r, g, b }) => r || g || b))
    first.light = unit.now();
  if (first.menu === null && inMenu(unit)) first.menu = unit.now();
}
function look() {
  const picture = table.oled();
  if (picture === shown) return;
  console.log(`--- display at ${unit.now().toFixed(0)} ms\n${picture}`);
  shown = picture;
}
for (let gone = STEP_MS; gone <= seconds * 1000; gone += STEP_MS) {
  step();
  if (gone % LOOK_MS === 0) look();
}
if (has("no-usb")) {
  table.press("ok", 160);
  for (let gone = 0; gone < 1500; gone += STEP_MS) step();
  look();
}

const at = (ms) => (ms === null ? "never" : `${ms.toFixed(0)} ms`);
const { violations, samples, resets, connectedMs, longest, stalls, flash, table: models } = unit.stats({ stalls: 20 });
const said = unit.said();
console.log(said.slice(-6000));
console.log(
  `first pixel ${at(first.pixel)}, first light ${at(first.light)}, menu told ${at(first.menu)}, USB ${at(connectedMs)}`,
);
console.log("resets", JSON.stringify(resets), "flash", JSON.stringify(flash));
console.log(
  "exchanges",
  JSON.stringify(Object.fromEntries(Object.entries(models.readers).map(([at, { exchanges }]) => [at, exchanges]))),
);
console.log("violations", JSON.stringify(violations), JSON.stringify(samples.slice(0, 8)));
console.log(`longest standstill ${longest.toFixed(0)} ms, those over 25 ms [end, length]: ${JSON.stringify(stalls)}`);
console.log(`${unit.now().toFixed(0)} ms of the table took ${((performance.now() - began) / 1e3).toFixed(1)} s`);
const started =
  has("no-usb") || (has("satellite") ? first.pixel !== null && !said.includes("Traceback") : first.menu !== null);
process.exit(started ? 0 : 1);
