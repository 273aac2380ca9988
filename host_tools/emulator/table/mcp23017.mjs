// MCP23017 port expander (data sheet DS20001952): 16 pins, interrupt on change, both register layouts (IOCON.BANK).
const N = {
  IODIR: 0,
  IPOL: 1,
  GPINTEN: 2,
  DEFVAL: 3,
  INTCON: 4,
  IOCON: 5,
  GPPU: 6,
  INTF: 7,
  INTCAP: 8,
  GPIO: 9,
  OLAT: 10,
};

export class MCP23017 {
  // onInt(pinA, pinB): levels of the two interrupt pins (true = high, null = open).
  constructor(onInt = () => {}) {
    this.onInt = onInt;
    this.outside = new Array(16).fill(null);
    this.floating = 0;
    this.reset();
  }
  reset() {
    this.r = Array.from({ length: 11 }, () => [0, 0]);
    this.r[N.IODIR] = [0xff, 0xff];
    this.ptr = 0;
    this.first = true;
    this.seen = [this.port(0), this.port(1)];
    this.update();
  }
  // Something outside drives a pin (0 or 1) or lets go (null).
  set(pin, level) {
    this.outside[pin] = level;
    this.changed();
  }
  raw(p) {
    let v = 0;
    for (let i = 0; i < 8; i++) {
      const out = !((this.r[N.IODIR][p] >> i) & 1);
      const o = this.outside[p * 8 + i];
      const bit = out ? (this.r[N.OLAT][p] >> i) & 1 : o !== null ? o : (this.r[N.GPPU][p] >> i) & 1; // an open input without pull-up reads 0 here
      v |= bit << i;
    }
    return v;
  }
  port(p) {
    return (this.raw(p) ^ (this.r[N.IPOL][p] & this.r[N.IODIR][p])) & 0xff;
  }
  changed() {
    for (const p of [0, 1]) {
      const v = this.port(p);
      const en = this.r[N.GPINTEN][p] & this.r[N.IODIR][p];
      const differs = (this.r[N.INTCON][p] & (v ^ this.r[N.DEFVAL][p])) | (~this.r[N.INTCON][p] & (v ^ this.seen[p]));
      const hit = differs & en & 0xff;
      if (hit && !this.r[N.INTF][p]) {
        this.r[N.INTF][p] = hit;
        this.r[N.INTCAP][p] = v;
      }
      this.seen[p] = v;
    }
    this.update();
  }
  update() {
    const con = this.r[N.IOCON][0];
    const act = [0, 1].map((p) => this.r[N.INTF][p] !== 0);
    if (con & 0x40) act.fill(act[0] || act[1]);
    this.onInt(...act.map((a) => (con & 0x04 ? (a ? false : null) : con & 0x02 ? a : !a)));
  }
  locate(a) {
    return this.r[N.IOCON][0] & 0x80 ? [a & 15, (a >> 4) & 1] : [a >> 1, a & 1];
  }
  next() {
    const con = this.r[N.IOCON][0];
    if (con & 0x20) {
      if (!(con & 0x80)) this.ptr ^= 1;
      return;
    }
    this.ptr = con & 0x80 ? (this.ptr & 0x10) | (((this.ptr + 1) & 15) % 11) : (this.ptr + 1) % 22;
  }
  start(read) {
    this.first = !read;
    return true;
  }
  write(v) {
    if (this.first) {
      this.ptr = v & 0x1f;
      this.first = false;
      return true;
    }
    const [n, p] = this.locate(this.ptr);
    if (n === N.IOCON) this.r[N.IOCON] = [v & 0xfe, v & 0xfe];
    else if (n === N.GPIO || n === N.OLAT) this.r[N.OLAT][p] = v;
    else if (n < N.INTF) this.r[n][p] = v;
    this.next();
    this.changed();
    return true;
  }
  read() {
    const [n, p] = this.locate(this.ptr);
    let v = 0;
    if (n === N.GPIO) {
      v = this.port(p);
      this.clear(p);
    } else if (n === N.INTCAP) {
      v = this.r[n][p];
      this.clear(p);
    } else if (n <= N.OLAT) v = this.r[n][p];
    this.next();
    return v;
  }
  clear(p) {
    this.r[N.INTF][p] = 0;
    this.changed();
    this.update();
  }
  stop() {}
}
