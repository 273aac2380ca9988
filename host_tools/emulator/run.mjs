// A Pico in real time: its prompt on this terminal, or on a TCP port for mpremote and `ematrix`.
//   node run.mjs --image=firmware.uf2 [--port=5555] [--flash=flash.bin] [--devices=play/tabledevice.mjs]
// --flash: its file system is kept there. --devices: a module that wires parts to the board (example: devices.mjs).
// --turbo: on virtual time; --tap: what the board says goes to standard error too; --stats: speed every 2 s;
// --log=N: rp2040js's own log level. Ctrl-X ends it on a terminal.
import path from "node:path";
import { pathToFileURL } from "node:url";
import { Pico, serve } from "./pico.mjs";

const CTRL_X = 24;
const options = Object.fromEntries(
  process.argv.slice(2).map((word) => {
    const [name, value] = word.replace(/^--/, "").split("=");
    return [name, value ?? true];
  }),
);

const pico = new Pico({
  image: options.image ?? process.env.PICO_UF2,
  flash: options.flash,
  turbo: !!options.turbo,
  log: options.log ? Number(options.log) : 3,
});
const began = performance.now();
pico.onConnect = () => {
  const board = (pico.mcu.clock.nanos / 1e6).toFixed(1);
  console.error(
    `[pico] USB is there after ${board} ms of the board, ${(performance.now() - began).toFixed(0)} ms here`,
  );
};
pico.onReset = (reason) => console.error(`[pico] chip reset, reason ${reason}`);
if (options.devices) (await import(pathToFileURL(path.resolve(options.devices)))).default(pico);
if (options.port) {
  if (options.tap) pico.tap = (data) => process.stderr.write(data);
  serve(pico, Number(options.port));
} else {
  pico.onData = (data) => process.stdout.write(data);
  if (process.stdin.isTTY) process.stdin.setRawMode(true);
  process.stdin.on("data", (data) => {
    if (data[0] === CTRL_X) process.exit(0);
    pico.send(data);
  });
}

setInterval(() => pico.saveFlash(), 500).unref();
if (options.stats) setInterval(tellSpeed, 2000).unref();
for (const signal of ["SIGINT", "SIGTERM"])
  process.on(signal, () => {
    pico.saveFlash();
    process.exit(0);
  });
pico.start();

function tellSpeed() {
  const { clock, core, clkSys } = pico.mcu;
  const rate = (pico.instr / pico.busyMs / 1e3).toFixed(2);
  console.error(
    `[pico] ${(clock.nanos / 1e9).toFixed(3)} s of the board, ${core.cycles} cycles, ${rate} million instructions/s, ` +
      `clock ${clkSys / 1e6} MHz, flash ${JSON.stringify(pico.flashOps)}`,
  );
}
