// The table around the board of ../run.mjs, whose prompt is a TCP port: `ematrix` and mpremote then talk to a whole table.
//   node ../run.mjs --port=5555 --image=... --flash=flash.bin --devices=tabledevice.mjs     (ROLE=satellite for one)
import { Table } from "../table/table.mjs";
import { wiringOf } from "../table/wiring.mjs";

const TELL_MS = 15000;

export default (pico) => {
  const table = new Table(pico, wiringOf(process.env.ROLE ?? "primary"), { ir: { seed: 3 } });
  const tell = () => {
    const lit = table.screen.ram.some((byte) => byte);
    const ms = Math.round(table.time.now() / 1e6);
    console.error(`[table] ${JSON.stringify({ ms, lit, lightFrames: table.strip.frames, violations: table.counts })}`);
  };
  setInterval(tell, TELL_MS).unref();
};
