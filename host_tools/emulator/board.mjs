// An emulated Pico on virtual time in this process: boots MicroPython and runs code at its raw prompt.
import { Pico } from "./pico.mjs";

export class Board extends Pico {
  constructor(o) {
    super({ image: process.env.PICO_UF2, turbo: true, ...o });
    this.out = "";
    this.onData = (data) => {
      this.out += Buffer.from(data).toString("latin1");
    };
  }

  /** Let time pass until `holds()`; an error after so many ms of the board's time. */
  until(holds, mostMs = 60e3) {
    const end = this.mcu.clock.nanos + mostMs * 1e6;
    while (!holds()) {
      const rest = this.slice(5);
      if (holds()) break;
      if (rest < 0 || (rest > 0 && !this.mcu.clock.nextAlarm) || this.mcu.clock.nanos > end)
        throw new Error("the board stands still; it said last: " + JSON.stringify(this.out.slice(-300)));
    }
  }

  /** Power on, to the raw prompt. */
  boot() {
    this.until(() => this.connected);
    for (let i = 0; i < 50 && this.slice(5) === 0; i++);
    this.cdc.send(Buffer.from("\r\x03\x01"));
    this.until(() => /raw REPL; CTRL-B to exit\r\n>$/.test(this.out));
    this.out = "";
  }

  /** Run code; { out, err }: what it printed, and its traceback. */
  exec(code, mostMs) {
    this.out = "";
    this.cdc.send(Buffer.from(code + "\x04"));
    this.until(() => /^OK[^]*\x04[^]*\x04>$/.test(this.out), mostMs);
    const [, out, err] = /^OK([^]*)\x04([^]*)\x04>$/.exec(this.out);
    return { out, err };
  }
}
