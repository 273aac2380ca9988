// Meters on one emulated board: how long its main loop stands still, what it does to the flash, how its link behaves.
// Times in ms of the table.

const GPIO_IN = 4; // offset of the register in SIO
const STALL_MS = 25;
const MOST_STALLS = 3000;
// Bytes of one record follow each other closely: a longer pause begins another collision.
const ONE_COLLISION_MS = 3;

const rounded = (ms, digits = 1) => Number(ms.toFixed(digits));

/** How long the firmware does not look at its OK button, which its button task does every 10 ms. */
export class StallMeter {
  constructor(pico, now) {
    this.now = now;
    this.clear();
    pico.hook((mcu) => {
      const { sio } = mcu;
      const read = sio.readUint32;
      const meter = this;
      sio.readUint32 = function (offset) {
        if (offset === GPIO_IN) meter.looked();
        return read.call(sio, offset);
      };
      this.last = null;
    });
  }
  clear() {
    this.longest = 0;
    this.gaps = new Map(); // whole ms (200: that and more) -> how often
    this.stalls = []; // [when it ended, how long it was]
    this.last = null;
  }
  looked() {
    const now = this.now();
    if (this.last !== null) this.note(now, now - this.last);
    this.last = now;
  }
  note(now, gap) {
    const bin = Math.min(200, Math.floor(gap));
    if (gap > 1) this.gaps.set(bin, (this.gaps.get(bin) ?? 0) + 1);
    if (gap > STALL_MS) {
      this.stalls.push([rounded(now), rounded(gap)]);
      if (this.stalls.length > MOST_STALLS) this.stalls.shift();
    }
    this.longest = Math.max(this.longest, gap);
  }
  told(most) {
    const gaps = Object.fromEntries([...this.gaps].sort((a, b) => a[0] - b[0]));
    return { longest: this.longest, gaps, stalls: this.stalls.slice(-most) };
  }
}

/** Every erase and program of the flash: ["E" or "P", ms, offset, bytes]. */
export class FlashMeter {
  constructor(pico, now) {
    this.log = [];
    const erase = pico.flashErase.bind(pico);
    const program = pico.flashProgram.bind(pico);
    pico.flashErase = (offset, size) => {
      this.log.push(["E", now(), offset, size]);
      erase(offset, size);
    };
    pico.flashProgram = (offset, address, size) => {
      this.log.push(["P", now(), offset, size]);
      program(offset, address, size);
    };
  }
}

/** The board's end of the RS-485 pair. A burst is one time that its driver is on; a poll is a burst of the primary, an
 * answer one of a satellite. A collision is a burst of another board that this one, still driving, was deaf to. */
export class LinkMeter {
  constructor(pico, table, now) {
    this.now = now;
    this.bursts = this.collisions = this.lostBytes = 0;
    this.hold = []; // ms from the end of the last byte until the driver is off
    this.lastByte = this.lastCollision = null;
    const send = table.linkOut.bind(table);
    table.linkOut = (byte) => {
      this.lastByte = now();
      send(byte);
    };
    table.link.onCollision = () => this.collided();
    pico.hook((mcu) => this.watch(mcu.gpio[table.w.pins.uartDe]));
  }
  watch(pin) {
    let on = false;
    pin.addListener((level) => {
      if (on === (level === 1)) return;
      on = level === 1;
      if (on) this.bursts++;
      else if (this.lastByte !== null) {
        this.hold.push(rounded(this.now() - this.lastByte, 3));
        this.lastByte = null;
      }
    });
  }
  collided() {
    const now = this.now();
    this.lostBytes++;
    if (this.lastCollision === null || now - this.lastCollision > ONE_COLLISION_MS) this.collisions++;
    this.lastCollision = now;
  }
  /** guardMs: the silence that boards keep before they talk. */
  told(guardMs) {
    const sorted = [...this.hold].sort((a, b) => a - b);
    const part = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
    const [p50, p90, p99, max] = [part(0.5), part(0.9), part(0.99), sorted.at(-1)];
    const overGuard = this.hold.filter((ms) => ms > guardMs).length;
    const { bursts, collisions, lostBytes } = this;
    return { bursts, collisions, lostBytes, hold: { n: sorted.length, p50, p90, p99, max, overGuard } };
  }
}
