// WS2812B chain decoded from the pin: bit by the length of the high pulse, a frame ends with the latch gap.
const T0 = [180, 500];
const T1 = [550, 5000];
const LATCH_NS = 280e3;
const OLD_LATCH_NS = 50e3; // WS2812B-V5 wants 280 us, older parts 50 us

export class WS2812 {
  // count: pixels in the chain. onFault(kind, detail)
  constructor(count, onFault = () => {}) {
    this.count = count;
    this.onFault = onFault;
    this.bits = [];
    this.shown = [];
    this.frames = 0;
    this.history = [];
    this.mA = this.peakmA = 0;
    this.rise = null;
    this.fallWall = -Infinity;
    this.stats = { bits: 0, extra: 0, hi0: [Infinity, 0], hi1: [Infinity, 0] };
  }
  // level: the pin; t: time for pulse widths (may be the PIO's); wall: table time for the gap.
  edge(level, t, wall) {
    if (level) {
      const gap = wall - this.fallWall;
      this.rise = t;
      if (!this.bits.length || gap <= OLD_LATCH_NS) return;
      if (gap < LATCH_NS) this.onFault("ws2812-latch", `gap of ${(gap / 1e3).toFixed(0)} us inside or after a frame`); // some parts latch, some do not
      this.latch();
      return;
    }
    if (this.rise === null) return;
    const w = t - this.rise;
    this.rise = null;
    this.fallWall = wall;
    const one = w >= T1[0];
    const s = one ? this.stats.hi1 : this.stats.hi0;
    if (!(w >= T0[0] && w <= T0[1]) && !(w >= T1[0] && w <= T1[1]))
      this.onFault("ws2812-pulse", `high for ${w.toFixed(0)} ns`);
    s[0] = Math.min(s[0], w);
    s[1] = Math.max(s[1], w);
    this.bits.push(one ? 1 : 0);
    this.stats.bits++;
  }
  latch() {
    const px = [];
    for (let i = 0; i + 24 <= this.bits.length; i += 24) {
      const b = (k) => this.bits.slice(i + k, i + k + 8).reduce((a, x) => (a << 1) | x, 0);
      px.push({ r: b(8), g: b(0), b: b(16) }); // sent as green, red, blue
    }
    if (this.bits.length % 24) this.onFault("ws2812-length", `${this.bits.length} bits`);
    if (px.length > this.count) this.stats.extra += px.length - this.count;
    let fresh = 0;
    px.slice(0, this.count).forEach((p, i) => {
      const q = this.shown[i];
      if (!q || q.r !== p.r || q.g !== p.g || q.b !== p.b) fresh++;
      this.shown[i] = p;
    });
    if (fresh && this.history.length < 5000) this.history.push({ ms: this.fallWall / 1e6, px: this.shown.slice() }); // time of the last bit
    this.bits = [];
    this.frames++;
    // Full channel about 20 mA, quiescent about 1 mA a pixel.
    this.mA = this.shown.reduce((a, p) => a + 1 + ((p.r + p.g + p.b) * 20) / 255, 0);
    this.peakmA = Math.max(this.peakmA, this.mA);
  }
  pixels(wall) {
    if (this.bits.length && wall - this.fallWall > OLD_LATCH_NS) this.latch();
    return Array.from({ length: this.count }, (_, i) => this.shown[i] ?? { r: 0, g: 0, b: 0 });
  }
}
