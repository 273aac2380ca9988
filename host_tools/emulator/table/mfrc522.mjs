// The MFRC522 register by register on SPI, from the data sheet (rev. 3.9): pins, registers, FIFO, timer. Its commands
// are in mfrc522_commands.mjs, its radio in mfrc522_air.mjs. What the data sheet leaves open is an option.
import { Field } from "./iso14443a.mjs";
import { rng } from "./simtime.mjs";
import { CLOCKS_1024, Commands } from "./mfrc522_commands.mjs";
import { ERR, IRQ, MODEM, R, RESET, TIMER_HZ, WRITABLE } from "./mfrc522_registers.mjs";

export class MFRC522 extends Commands {
  constructor(time, o = {}) {
    super();
    this.time = time;
    this.name = o.name ?? "reader";
    this.version = o.version ?? 0x92;
    this.field = o.field ?? new Field(time);
    this.oscNs = o.oscNs ?? 500e3; // crystal start-up: "defined by the crystal"
    this.resetMiso = o.resetMiso ?? null; // MISO while in reset: null = not driven, or 0 / 1 ("frozen")
    this.collBit = o.collBit ?? 0; // value of the collided bit in the FIFO: 0, 1 or 'random'
    this.collPosFrom = o.collPosFrom ?? "aligned"; // 'aligned': counted from FIFO bit 0, RxAlign included (as NXP's reader library uses it); 'raw'
    this.sensitivityDb = o.sensitivityDb ?? 15; // level (dB of field x coupling) + gain must reach this
    this.random = rng(o.seed ?? 1);
    this.faults = {
      drop: 0,
      dropNext: 0,
      bitErr: 0,
      corruptNext: 0,
      badSofNext: 0,
      frozen: false,
      stallUntil: 0,
      saturatesAtDb: Infinity,
      miso: null,
      drivesMiso: false,
      maxHz: Infinity,
      ...o.faults,
    };
    this.stats = { frames: 0, bytes: 0, exchanges: 0, answers: 0, collisions: 0, rfOnNs: 0, lostWrites: 0, resets: 0 };
    this.notes = new Map(); // odd uses of the chip, by text, with a count
    this.onField = null;
    this.onAir = null; // (reader, on) and (raw frame, answer), for observers
    this.r = new Uint8Array(64);
    this.mem = new Uint8Array(25);
    this.fifo = [];
    this.events = new Set();
    this.nrstpd = false;
    this.selected = false;
    this.rf = false;
    this.readyAt = Infinity;
    this.lastRead = 0;
    this.hardReset();
  }
  note(s) {
    this.notes.set(s, (this.notes.get(s) ?? 0) + 1);
  }
  // An event of the chip itself: forgotten at reset, silent while the chip hangs.
  after(ns, fn) {
    const e = this.time.after(ns, () => {
      this.events.delete(e);
      if (!this.hung()) fn();
    });
    this.events.add(e);
    return e;
  }
  forget(e) {
    if (e) {
      this.time.cancel(e);
      this.events.delete(e);
    }
    return null;
  }
  hung() {
    return this.faults.frozen || this.time.now() < this.faults.stallUntil;
  }

  // ---- pins
  setNRSTPD(high) {
    if (high === this.nrstpd) return;
    this.nrstpd = high;
    if (!high) {
      this.hardReset();
      if (this.faults.frozen === true) this.faults.frozen = false; // "for good" survives
    } else {
      this.readyAt = this.time.now() + this.oscNs + CLOCKS_1024;
      this.stats.resets++;
    }
  }
  hardReset() {
    for (const e of this.events) this.time.cancel(e);
    this.events.clear();
    this.timer = null;
    this.job = null;
    this.timerLeft = 0;
    this.r.set(RESET);
    this.fifo.length = 0;
    this.error = 0;
    this.rxLastBits = 0;
    this.modem = MODEM.idle;
    this.crcReady = true;
    this.crc = 0xffff;
    this.collValid = false;
    this.collPos = 0;
    this.readyAt = Infinity;
    this.addr = -1;
    this.readMode = null;
    this.out = 0;
    this.updateField();
  }
  softReset() {
    this.hardReset();
    this.readyAt = this.time.now() + CLOCKS_1024; // PowerDown reads 1 until then (section 9.3.1.2)
  }
  ready() {
    return this.nrstpd && this.time.now() >= this.readyAt;
  }
  select() {
    this.selected = true;
    this.readMode = null;
    if (this.nrstpd) this.stats.frames++;
  }
  deselect() {
    this.selected = false;
    this.readMode = null;
  }
  // MISO for the byte that is being clocked (8 bits), or null when not driven. Call before exchange().
  miso() {
    const f = this.faults;
    if (f.miso !== null && (this.selected || f.drivesMiso)) return f.miso ? 0xff : 0x00;
    if (!this.nrstpd) return this.selected && this.resetMiso !== null ? (this.resetMiso ? 0xff : 0x00) : null;
    if (!this.selected) return f.drivesMiso ? this.out : null;
    return this.out;
  }
  // One byte from the host has been clocked in.
  exchange(v, hz = 0) {
    if (!this.selected || !this.nrstpd) return; // inputs are clamped during hard power-down
    this.stats.bytes++;
    if (hz > this.faults.maxHz && this.random() < 0.05) v ^= 1 << ((this.random() * 8) | 0);
    if (this.readMode === null) {
      this.readMode = !!(v & 0x80);
      this.addr = (v >> 1) & 0x3f;
      if (v & 1) this.note("address byte with bit 0 set");
      this.out = this.readMode ? this.read(this.addr) : 0;
    } else if (this.readMode) {
      if (v === 0) {
        this.out = 0; // terminator (and what a driver sends that only wants the answer)
        return;
      }
      if (!(v & 0x80)) this.note("address byte without the read bit inside a read");
      this.addr = (v >> 1) & 0x3f;
      this.out = this.read(this.addr);
    } else {
      this.out = 0;
      this.write(this.addr, v);
    }
    if (hz > this.faults.maxHz && this.random() < 0.05) this.out ^= 1 << ((this.random() * 8) | 0);
  }

  // ---- registers
  read(a) {
    if (this.hung()) return a === R.FIFOData ? this.lastRead : this.r[a];
    if (!this.ready()) return a === R.Command ? this.r[a] | 0x10 : 0x00; // PowerDown reads 1 while the chip wakes up
    const r = this.r;
    switch (a) {
      case R.Error:
        return this.error;
      case R.Status1:
        return this.status1();
      case R.Status2:
        return (r[a] & 0xc8) | this.modem;
      case R.FIFOData:
        if (this.fifo.length) {
          this.lastRead = this.fifo.shift();
          this.levelChanged();
        } else this.note("read of an empty FIFO");
        return this.lastRead;
      case R.FIFOLevel:
        return this.fifo.length;
      case R.Control:
        return 0x10 | this.rxLastBits;
      case R.Coll:
        return (r[a] & 0x80) | (this.collValid ? this.collPos & 0x1f : 0x20);
      case R.CRCResultH:
        return this.crcOut() >> 8;
      case R.CRCResultL:
        return this.crcOut() & 0xff;
      case R.TCounterH:
        return this.timerValue() >> 8;
      case R.TCounterL:
        return this.timerValue() & 0xff;
      case R.Version:
        return this.version;
      default:
        return r[a];
    }
  }
  write(a, v) {
    if (this.hung()) return;
    if (!this.ready()) {
      this.stats.lostWrites++;
      this.note("write before the chip was ready");
      return;
    }
    const r = this.r;
    switch (a) {
      case R.Command:
        this.command(v);
        return;
      case R.ComIrq:
        r[a] = v & 0x80 ? r[a] | (v & 0x7f) : r[a] & ~v & 0x7f;
        return;
      case R.DivIrq:
        r[a] = v & 0x80 ? r[a] | (v & 0x14) : r[a] & ~v & 0x14;
        return;
      case R.Status2:
        r[a] = (v & 0xc0) | (r[a] & v & 0x08);
        return; // MFCrypto1On can only be cleared
      case R.FIFOData:
        this.fifoWrite(v);
        return;
      case R.FIFOLevel:
        if (v & 0x80) {
          this.fifo.length = 0;
          this.error &= ~ERR.BufferOvfl;
          this.levelChanged();
        }
        return;
      case R.Control:
        if (v & 0x80) this.timerStop();
        if (v & 0x40) this.timerStart();
        return;
      case R.BitFraming:
        r[a] = v & 0x77;
        if (v & 0x80) this.startSend();
        return;
      case R.TxControl:
      case R.GsN:
      case R.CWGsP:
      case R.TxSel:
        r[a] = (r[a] & ~WRITABLE[a]) | (v & WRITABLE[a]);
        this.updateField();
        return;
      default:
        r[a] = (r[a] & ~WRITABLE[a]) | (v & WRITABLE[a]);
    }
  }
  status1() {
    const r = this.r;
    const n = this.fifo.length;
    const w = r[R.WaterLevel];
    const irq = r[R.ComIrq] & r[R.ComIEn] & 0x7f || r[R.DivIrq] & r[R.DivIEn] & 0x14;
    return (
      (this.crcReady && this.crc === 0 ? 0x40 : 0) |
      (this.crcReady ? 0x20 : 0) |
      (irq ? 0x10 : 0) |
      (this.timer ? 0x08 : 0) |
      (64 - n <= w ? 0x02 : 0) |
      (n <= w ? 0x01 : 0)
    );
  }
  raise(bits) {
    this.r[R.ComIrq] |= bits;
  }
  fail(bits) {
    this.error |= bits;
    this.raise(IRQ.Err);
  }
  levelChanged() {
    const s = this.status1();
    if (s & 1) this.raise(IRQ.LoAlert);
    if (s & 2) this.raise(IRQ.HiAlert);
  }
  fifoWrite(v) {
    if (this.modem > MODEM.transmitting || this.job === "auth") {
      this.fail(ERR.Wr); // between the last bit sent and the last bit received
      return;
    }
    if (this.fifo.length >= 64) {
      this.fail(ERR.BufferOvfl);
      return;
    }
    this.fifo.push(v);
    this.levelChanged();
    if (this.job === "crc") this.crcStep();
  }

  // ---- timer (section 8.5)
  tickNs() {
    const r = this.r;
    const p = ((r[R.TMode] & 15) << 8) | r[R.TPrescaler];
    return ((2 * p + (r[R.Demod] & 0x10 && this.version === 0x92 ? 2 : 1)) * 1e9) / TIMER_HZ;
  }
  timerStart() {
    this.forget(this.timer?.ev);
    const reload = (this.r[R.TReloadH] << 8) | this.r[R.TReloadL];
    const tick = this.tickNs();
    this.timer = { t0: this.time.now(), tick, reload };
    this.timer.ev = this.after((reload + 1) * tick, () => {
      this.raise(IRQ.Timer);
      this.timer = null;
      this.timerLeft = 0;
      if (this.r[R.TMode] & 0x10) this.timerStart();
    });
  }
  timerStop() {
    if (!this.timer) return;
    this.timerLeft = this.timerValue();
    this.forget(this.timer.ev);
    this.timer = null;
  }
  timerValue() {
    const t = this.timer;
    return t ? Math.max(0, t.reload - Math.floor((this.time.now() - t.t0) / t.tick)) : this.timerLeft;
  }
}
export { R, IRQ, ERR, CMD } from "./mfrc522_registers.mjs";
