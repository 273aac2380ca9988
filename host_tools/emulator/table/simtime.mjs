// One time base (nanoseconds) for everything outside the RP2040. The chip model gets a new clock at every chip
// reset; the table it is wired to does not, so events live here and are re-armed on whatever clock is attached.
export class SimTime {
  constructor() {
    this.base = 0;
    this.clock = null;
    this.alarm = null;
    this.queue = [];
    this.running = false;
  }
  now() {
    return this.base + (this.clock ? this.clock.nanos : 0);
  }
  // Follow this rp2040js clock from now on (called again after each chip reset).
  attach(clock) {
    this.base = this.now() - clock.nanos;
    this.clock = clock;
    this.alarm = clock.createAlarm(() => this.run());
    this.arm();
  }
  at(t, fn) {
    const ev = { t: Math.max(t, this.now()), fn };
    let i = this.queue.length;
    while (i > 0 && this.queue[i - 1].t > ev.t) i--; // equal times keep their order
    this.queue.splice(i, 0, ev);
    if (i === 0) this.arm();
    return ev;
  }
  after(ns, fn) {
    return this.at(this.now() + ns, fn);
  }
  cancel(ev) {
    const i = ev ? this.queue.indexOf(ev) : -1;
    if (i >= 0) {
      this.queue.splice(i, 1);
      if (i === 0) this.arm();
    }
  }
  arm() {
    if (!this.alarm || this.running) return;
    if (this.queue.length) this.alarm.schedule(Math.max(0, this.queue[0].t - this.now()));
    else if (this.alarm.scheduled) this.alarm.cancel();
  }
  run() {
    this.running = true;
    try {
      // 1e-3: float rounding of base + clock
      while (this.queue.length && this.queue[0].t <= this.now() + 1e-3) this.queue.shift().fn();
    } finally {
      // an event may throw to stop the emulation (Table.run)
      this.running = false;
      this.arm();
    }
  }
  // Without a chip (unit checks): move time forward by hand.
  advance(ns) {
    if (this.clock) throw new Error("advance() is for a SimTime without a chip");
    const end = this.base + ns;
    while (this.queue.length && this.queue[0].t <= end) {
      this.base = this.queue[0].t;
      this.queue.shift().fn();
    }
    this.base = end;
  }
}

// Small seeded generator (mulberry32): faults and noise must repeat exactly from run to run.
export function rng(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), a | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
