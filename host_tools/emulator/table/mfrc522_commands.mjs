// The commands of the MFRC522 (data sheet section 10) and its CRC coprocessor; mfrc522.mjs has its registers.
import { crc16, rev8 } from "./bits.mjs";
import { Radio } from "./mfrc522_air.mjs";
import { CMD, ERR, IRQ, MODEM, R, SELF_TEST, TIMER_HZ } from "./mfrc522_registers.mjs";

export const CLOCKS_1024 = 1024e9 / 27.12e6; // 37.76 us after the oscillator is stable (section 8.8.2)
const PRESETS = [0x0000, 0x6363, 0xa671, 0xffff];

export class Commands extends Radio {
  command(v) {
    const r = this.r;
    const cmd = v & 15;
    if (cmd === CMD.SoftReset) {
      this.softReset();
      return;
    }
    const wasDown = r[R.Command] & 0x10;
    r[R.Command] = (r[R.Command] & 0x0f) | (v & 0x30);
    if (wasDown && !(v & 0x10)) this.readyAt = this.time.now() + this.oscNs + CLOCKS_1024;
    if ((wasDown ^ v) & 0x10) this.updateField();
    if (wasDown && !(v & 0x10)) this.after(this.oscNs + CLOCKS_1024 + 1, () => this.updateField());
    if (cmd === CMD.NoCmdChange) return;
    this.abort();
    r[R.Command] = (r[R.Command] & 0x30) | cmd;
    if (cmd !== CMD.Idle) this.error &= ERR.Temp | ERR.BufferOvfl; // a command clears the error bits; BufferOvfl needs FlushBuffer
    switch (cmd) {
      case CMD.Idle:
        break;
      case CMD.Mem:
        if (this.fifo.length >= 25) this.mem.set(this.fifo.splice(0, 25));
        else if (!this.fifo.length) this.fifo.push(...this.mem);
        this.levelChanged();
        this.after(3e3, () => this.done());
        break;
      case CMD.RandomID:
        for (let i = 0; i < 10; i++) this.mem[i] = this.random() * 256;
        this.after(20e3, () => this.done());
        break;
      case CMD.CalcCRC:
        if ((r[R.AutoTest] & 15) === 9) {
          this.after(200e3, () => {
            this.fifo = [...(SELF_TEST[this.version] ?? SELF_TEST[0x91])];
            this.levelChanged();
            r[R.DivIrq] |= 4;
          });
          break;
        }
        this.crc = PRESETS[r[R.Mode] & 3];
        this.job = "crc";
        this.crcReady = false;
        this.crcBusy = false;
        this.crcStep();
        break;
      case CMD.Transmit:
        this.transmit();
        break;
      case CMD.Receive:
        this.modem = MODEM.waitData;
        this.startReceiver();
        break;
      case CMD.Transceive:
        this.modem = MODEM.waitStart;
        break;
      case CMD.MFAuthent:
        this.authenticate();
        break;
      default:
        this.note("unknown command " + cmd);
        this.done();
    }
  }
  abort() {
    this.txEv = this.forget(this.txEv);
    for (const e of this.rxEvs ?? []) this.forget(e);
    this.rxEvs = [];
    this.modem = MODEM.idle;
    this.job = null;
  }
  done() {
    this.r[R.Command] &= 0x30;
    this.modem = MODEM.idle;
    this.job = null;
    this.raise(IRQ.Idle);
  }
  crcStep() {
    if (this.crcBusy) return;
    if (!this.fifo.length) {
      this.crcReady = true;
      this.r[R.DivIrq] |= 0x04;
      return;
    }
    this.crcBusy = true;
    this.crcReady = false;
    this.after(8e9 / TIMER_HZ, () => {
      // a bit per 13.56 MHz clock
      this.crcBusy = false;
      if (this.job !== "crc") return;
      const b = this.fifo.shift();
      this.levelChanged();
      this.crc = crc16([this.r[R.Mode] & 0x80 ? rev8(b) : b], this.crc);
      this.crcStep();
    });
  }
  crcOut() {
    const c = this.crc;
    return this.r[R.Mode] & 0x80 ? (rev8(c & 0xff) << 8) | rev8(c >> 8) : c;
  }
  // Minimal MFAuthent: a Classic tag whose option `key` (hex) matches switches Crypto1 on; otherwise no end but the timer's.
  authenticate() {
    this.job = "auth";
    const a = this.fifo.splice(0, 12);
    this.levelChanged();
    if (this.r[R.TMode] & 0x80) this.timerStart();
    const tag = [...this.field.tags.keys()].find((t) => t.state === "active" && t.powered);
    const key = a
      .slice(2, 8)
      .map((x) => x.toString(16).padStart(2, "0"))
      .join("");
    if (a.length === 12 && tag?.key && tag.key.toLowerCase() === key)
      this.after(4e6, () => {
        this.r[R.Status2] |= 8;
        if (this.r[R.TMode] & 0x80) this.timerStop();
        this.done();
      });
  }
}
