// Runs a MicroPython file on the board itself, with the table around it but without the table's program: boots with OK
// held (boot.py's escape), then uses the raw prompt. Its output comes back; MAX_MS is the board's time.
//   node repl.mjs IMAGE FILE.py [MAX_MS]
import fs from "node:fs";
import { usage, words } from "./arguments.mjs";
import { Unit } from "./unit.mjs";

const AT_ONCE = 200; // bytes in one piece of a program
const HELD_MS = 1500; // boot.py looks at OK long before

class Prompt {
  constructor(image) {
    this.unit = new Unit({ image });
    const { table } = this.unit;
    table.hold("ok", true);
    table.run(HELD_MS);
    table.hold("ok", false);
    table.run(100);
    this.unit.host = [];
    this.send("\r\x03\x01");
    this.wait(/raw REPL; CTRL-B to exit\r\n>$/, 3000);
  }
  send(text) {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length; at += AT_ONCE) this.unit.pico.cdc.send(bytes.subarray(at, at + AT_ONCE));
  }
  wait(pattern, ms) {
    const end = this.unit.now() + ms;
    for (;;) {
      const found = pattern.exec(this.unit.said());
      if (found) return found;
      if (this.unit.now() > end) throw new Error(`no end after ${ms} ms; it said ${this.unit.said().slice(-600)}`);
      this.unit.table.run(5);
    }
  }
  /** { out, err }: what the program printed, and its traceback. */
  exec(code, ms) {
    this.unit.host = [];
    this.send(code + "\x04");
    const [, out, err] = this.wait(/^OK([^]*)\x04([^]*)\x04>$/, ms);
    return { out, err };
  }
}

usage("node repl.mjs IMAGE FILE.py [MAX_MS]", 2);
const { out, err } = new Prompt(words[0]).exec(fs.readFileSync(words[1], "utf8"), Number(words[2] ?? 60000));
process.stdout.write(out);
if (err) {
  console.error(err);
  process.exitCode = 1;
}
