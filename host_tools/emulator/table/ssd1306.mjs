// SSD1306 128x64 on I2C: commands, display RAM, and the picture as a viewer sees it.
const ARGS = {
  0x20: 1,
  0x21: 2,
  0x22: 2,
  0x26: 6,
  0x27: 6,
  0x29: 5,
  0x2a: 5,
  0x81: 1,
  0x8d: 1,
  0xa3: 2,
  0xa8: 1,
  0xd3: 1,
  0xd5: 1,
  0xd9: 1,
  0xda: 1,
  0xdb: 1,
};

export class SSD1306 {
  constructor(o = {}) {
    this.w = 128;
    this.h = 64;
    this.absent = o.absent ?? false;
    this.nakAfter = Infinity;
    this.frames = 0;
    this.reset();
  }
  reset() {
    this.ram = new Uint8Array(1024);
    this.on = false;
    this.pump = false;
    this.inverse = false;
    this.all = false;
    this.segRemap = false;
    this.comDec = false;
    this.mode = 2;
    this.col = [0, 127];
    this.page = [0, 7];
    this.x = 0;
    this.y = 0;
    this.startLine = 0;
    this.contrast = 0x7f;
    this.cmd = [];
    this.need = 0;
  }
  start(read) {
    this.ctl = null;
    this.reading = read;
    return !this.absent;
  }
  read() {
    return this.on ? 0x00 : 0x40;
  }
  write(v) {
    if (this.nakAfter-- <= 0) return false;
    if (this.ctl === null) {
      this.ctl = v; // control byte: Co, D/C
      return true;
    }
    if (this.ctl & 0x40) this.data(v);
    else this.command(v);
    if (this.ctl & 0x80) this.ctl = null; // Co: another control byte follows
    return true;
  }
  stop() {}
  data(v) {
    this.ram[this.y * 128 + this.x] = v;
    if (this.mode === 2) {
      this.x = (this.x + 1) & 127;
      return;
    }
    const right = () => {
      if (++this.x <= this.col[1]) return true;
      this.x = this.col[0];
      return false;
    };
    const down = () => {
      if (++this.y <= this.page[1]) return true;
      this.y = this.page[0];
      return false;
    };
    if (this.mode === 0 ? !right() && !down() : !down() && !right()) this.frames++; // wrapped round both ways
    this.x &= 127;
    this.y &= 7;
  }
  command(v) {
    if (!this.need) {
      this.cmd = [v];
      this.need = ARGS[v] ?? 0;
    } else {
      this.cmd.push(v);
      this.need--;
    }
    if (this.need) return;
    const [c, a, b] = this.cmd;
    if (c <= 0x0f) this.x = (this.x & 0xf0) | c;
    else if (c <= 0x1f) this.x = (this.x & 0x0f) | ((c & 7) << 4);
    else if (c === 0x20) this.mode = a & 3;
    else if (c === 0x21) {
      this.col = [a & 127, b & 127];
      this.x = a & 127;
    } else if (c === 0x22) {
      this.page = [a & 7, b & 7];
      this.y = a & 7;
    } else if (c >= 0x40 && c <= 0x7f) this.startLine = c & 63;
    else if (c === 0x81) this.contrast = a;
    else if (c === 0x8d) this.pump = !!(a & 4);
    else if (c === 0xa0 || c === 0xa1) this.segRemap = !!(c & 1);
    else if (c === 0xa4 || c === 0xa5) this.all = !!(c & 1);
    else if (c === 0xa6 || c === 0xa7) this.inverse = !!(c & 1);
    else if (c === 0xae || c === 0xaf) this.on = !!(c & 1);
    else if (c >= 0xb0 && c <= 0xb7) this.y = c & 7;
    else if (c === 0xc0 || c === 0xc8) this.comDec = c === 0xc8;
  }
  // lit(x, y) with the module's usual mounting: remapped segments and scan (A1, C8) show the RAM upright.
  lit(x, y) {
    if (!this.on || !this.pump) return 0;
    const rx = this.segRemap ? x : 127 - x;
    const ry = ((this.comDec ? y : 63 - y) + this.startLine) & 63;
    return (this.all ? 1 : (this.ram[(ry >> 3) * 128 + rx] >> (ry & 7)) & 1) ^ (this.inverse ? 1 : 0);
  }
  bitmap() {
    return Array.from({ length: 64 }, (_, y) => Array.from({ length: 128 }, (_, x) => this.lit(x, y)));
  }
  // Two pixel rows per line of text.
  text() {
    const b = this.bitmap();
    const rows = [];
    for (let y = 0; y < 64; y += 2)
      rows.push(
        b[y]
          .map((t, x) => " ▀▄█"[t | (b[y + 1][x] << 1)])
          .join("")
          .replace(/ +$/, ""),
      );
    while (rows.length && !rows.at(-1)) rows.pop();
    return rows.join("\n");
  }
}
