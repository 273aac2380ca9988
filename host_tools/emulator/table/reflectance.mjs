// Reflective IR sensors read through three 16-channel multiplexers. A value has an ambient part (with mains flicker),
// a part that follows the LED with the phototransistor's rise time, and noise; each sensor has its own gain.
import { rng } from "./simtime.mjs";

export const MARGIN = { bright: 2300, dark: 420, none: 110 }; // ADC counts at full LED light, before the sensor's gain
const LED_TAU = 25e3;
const MUX_TAU = 0.7e3; // ns

export class Reflectance {
  constructor(time, sensors, o = {}) {
    this.time = time;
    this.o = { ambient: 260, flicker: 40, noise: 6, gainSpread: 0.15, invert: false, seed: 7, ...o };
    this.random = rng(this.o.seed);
    this.led = false;
    this.ledAt = -1e12;
    this.light = 0;
    this.muxAt = -1e12;
    this.held = [0, 0, 0];
    this.sensors = new Map(); // "mux.ch" -> sensor
    for (const s of sensors)
      this.sensors.set(`${s.mux}.${s.ch}`, {
        ...s,
        gain: 1 + (this.random() * 2 - 1) * this.o.gainSpread,
        under: "none",
        fault: null,
      });
  }
  find(at, side) {
    return [...this.sensors.values()].find((s) => s.at === at && s.side === side);
  }
  lightNow() {
    const d = Math.exp(-(this.time.now() - this.ledAt) / LED_TAU);
    const target = this.led ? 1 : 0;
    return target + (this.light - target) * d;
  }
  setLed(on) {
    if (on === this.led) return;
    this.light = this.lightNow();
    this.led = on;
    this.ledAt = this.time.now();
  }
  settled(mux, ch) {
    const s = this.sensors.get(`${mux}.${ch}`);
    const t = this.time.now();
    const { o } = this;
    if (!s) return 0;
    if (s.fault != null) return s.fault; // stuck value
    const ambient = (o.ambient + o.flicker * Math.sin((2 * Math.PI * 100 * t) / 1e9)) * (s.under === "none" ? 1 : 0.25); // a card shades the sensor
    return ambient + MARGIN[s.under] * s.gain * this.lightNow() + (this.random() * 2 - 1) * o.noise;
  }
  // The channel address moved: remember what the output was, it approaches the new one.
  addressChanged(ch) {
    for (const m of [0, 1, 2]) this.held[m] = this.ch === undefined ? 0 : this.value(m);
    this.ch = ch;
    this.muxAt = this.time.now();
  }
  value(mux) {
    const d = Math.exp(-(this.time.now() - this.muxAt) / MUX_TAU);
    const v = this.settled(mux, this.ch ?? 0);
    return v + (this.held[mux] - v) * d;
  }
  adc(mux) {
    const v = Math.max(0, Math.min(4095, Math.round(this.value(mux))));
    return this.o.invert ? 4095 - v : v;
  }
}
