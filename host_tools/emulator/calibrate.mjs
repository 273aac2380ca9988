// How fast MicroPython runs on the emulated Pico, to compare with a real one: boot, loops, SPI, a collection, PWM edges,
// an hour asleep. Call: PICO_UF2=firmware.uf2 node calibrate.mjs
import fs from "node:fs";
import { Board } from "./board.mjs";

const LED = 25;
const began = performance.now();
const realMs = () => (performance.now() - began).toFixed(0);

const board = new Board();
board.boot();
console.log(`prompt after ${(board.mcu.clock.nanos / 1e6).toFixed(0)} ms of the board, ${realMs()} ms of this machine`);

function run(code, mostMs = 6e5) {
  const { out, err } = board.exec(code, mostMs);
  if (err) throw new Error(err);
  return out.trim();
}

console.log(run(fs.readFileSync(new URL("./on_board/calibrate.py", import.meta.url), "utf8")));

const edges = [];
board.mcu.gpio[LED].addListener((level) => edges.push(`${(board.mcu.clock.nanos / 1e3).toFixed(1)} us: ${level}`));
run(`import machine, time
pwm = machine.PWM(machine.Pin(${LED}), freq=1000, duty_u16=16384)
time.sleep_ms(3)
pwm.deinit()`);
console.log("PWM of 1 kHz, a quarter high:", edges.slice(0, 9).join(", "));

const before = performance.now();
run("time.sleep(3600)", 4e6);
console.log(`an hour asleep takes ${(performance.now() - before).toFixed(0)} ms of this machine`);
