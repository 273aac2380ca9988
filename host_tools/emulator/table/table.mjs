// The table around a Pico: readers behind two decoders, IR multiplexers, LEDs, panel, link. Attaches to a Board or Pico.
import { SimTime } from "./simtime.mjs";
import { MFRC522 } from "./mfrc522.mjs";
import { Reflectance } from "./reflectance.mjs";
import { WS2812 } from "./ws2812.mjs";
import { I2CBus } from "./i2c.mjs";
import { MCP23017 } from "./mcp23017.mjs";
import { SSD1306 } from "./ssd1306.mjs";
import { Cards } from "./cards.mjs";
import { wiringErrors, wiringOf } from "./wiring.mjs";

const SPI_FUNCTION = 1;
const UART_FUNCTION = 2;

export class Table {
  // o: { reader: options for every MFRC522, readers: { name: options }, ir, seed, bounceMs, alignedCoupling, misoPull }
  constructor(pico, wiring = wiringOf("primary"), o = {}) {
    this.pico = pico;
    this.w = wiring;
    this.o = { bounceMs: 2, alignedCoupling: 0.09, misoPull: 1, ...o };
    const bad = wiringErrors(wiring);
    if (bad.length) throw new Error("wiring: " + bad.join("; "));
    this.time = new SimTime();
    this.violations = [];
    this.counts = {};
    this.spi = { bytes: 0, idleBytes: 0, transfers: 0 };
    this.readers = new Map(
      wiring.readers.map((r, i) => [
        r.at,
        Object.assign(
          new MFRC522(this.time, { name: r.at, seed: i + 1, ...this.o.reader, ...this.o.readers?.[r.at] }),
          { row: r.row, col: r.col },
        ),
      ]),
    );
    for (const rd of this.readers.values()) rd.onField = (r, on) => this.fieldChanged(r, on);
    this.ir = new Reflectance(this.time, wiring.ir, this.o.ir);
    this.irReads = 0;
    this.cards = new Cards(this);
    this.strip = new WS2812(
      wiring.leds.reduce((a, [, n]) => a + n, 0),
      (k, d) => this.violate(k, d),
    );
    this.bus = new I2CBus(this.time);
    this.screen = this.bus.add(wiring.i2c.oled, new SSD1306(this.o.oled));
    this.expander = this.bus.add(
      wiring.i2c.expander,
      new MCP23017((a, b) => this.expanderInt(wiring.i2c.intPin === "B" ? b : a)),
    );
    this.pressed = new Set();
    this.tones = [];
    this.link = { out: [], onByte: null, onCollision: null, next: 0 };
    pico.hook((mcu) => this.attach(mcu));
  }
  violate(kind, detail) {
    this.counts[kind] = (this.counts[kind] ?? 0) + 1;
    if (this.violations.length < 500) this.violations.push({ ms: this.time.now() / 1e6, kind, detail });
  }
  reader(at) {
    const r = this.readers.get(at);
    if (!r) throw new Error("no reader at " + at);
    return r;
  }

  // ---- table time: actions at exact moments, and running the chip for exactly that long
  after(ms, fn) {
    return this.time.after(ms * 1e6, fn);
  }
  run(ms) {
    const stop = new Error("stop");
    this.time.after(ms * 1e6, () => {
      throw stop;
    });
    try {
      while (this.pico.slice(50) >= 0);
      throw new Error("the chip stopped at a breakpoint");
    } catch (e) {
      if (e !== stop) throw e;
    }
  }

  // ---- wires to the RP2040 (again after each chip reset)
  attach(mcu) {
    const { blocks, pins } = this.w;
    const g = mcu.gpio;
    this.mcu = mcu;
    this.time.attach(mcu.clock);
    const on = (pin, fn) => g[pin].addListener(fn);
    this.last = undefined; // the pins fall to their pull-downs at reset: no edge of the firmware's
    for (const p of [...pins.addr, pins.csEnable, pins.rowEnable]) on(p, () => this.decode());
    on(pins.irLed, () => this.ir.setLed(this.active("irLed")));
    on(pins.leds, (s) => this.ledEdge(s === 1));
    on(pins.buzzer, (s) => {
      if (s === 1) this.buzz();
    });
    this.spiBlock = mcu.spi[blocks.spi];
    this.uart = mcu.uart[blocks.uart];
    const spi = this.spiBlock;
    spi.onTransmit = (v) => {
      const hz = spi.clockFrequency || 1e6;
      this.time.after(8e9 / hz, () => spi.completeTransmit(this.spiByte(v, spi, hz)));
    };
    mcu.adc.onADCRead = (ch) => this.time.after(2000, () => mcu.adc.completeADCRead(this.adc(ch), false));
    this.bus.attachController(mcu.i2c[blocks.i2c], mcu);
    this.bus.attachPins(g[pins.sda], g[pins.scl], (v) => this.pico.drive(pins.sda, v));
    this.uart.onByte = (b) => this.linkOut(b);
    for (const [name, b] of Object.entries(this.w.buttons)) this.wire(b, this.pressed.has(name));
    this.expander.update();
    this.ir.setLed(this.active("irLed"));
    this.decode();
  }
  // Driven high or pulled up.
  high(pin) {
    const v = this.mcu.gpio[pin].value;
    return v === 1 || v === 3;
  }
  active(name) {
    return this.high(this.w.pins[name]) === this.w.activeHigh[name];
  }
  address() {
    return this.w.pins.addr.reduce((a, p, i) => a | ((this.high(p) ? 1 : 0) << i), 0);
  }

  // ---- 74HC138 (chip select) and 74HC238 (row reset): called at every edge on their pins
  decode() {
    const cs = this.active("csEnable");
    const row = this.active("rowEnable");
    const a = this.address();
    const last = this.last ?? { a, cs, row };
    const moved = a ^ last.a;
    if (moved & 7 && cs && last.cs) this.violate("address-while-select", "A0-A2 moved with the 74HC138 enabled");
    if (moved & 56 && row && last.row) this.violate("address-while-row", "A3-A5 moved with the 74HC238 enabled");
    if ((cs !== last.cs || (cs && moved & 7)) && this.spiBlock.busy)
      this.violate("select-mid-byte", "chip select moved during an SPI byte");
    this.last = { a, cs, row };
    if ((a & 15) !== this.ir.ch) this.ir.addressChanged(a & 15);
    for (const r of this.readers.values()) {
      const sel = cs && r.col === (a & 7);
      const up = row && r.row === a >> 3;
      if (r.selected && (!sel || (r.nrstpd && !up))) r.deselect();
      r.setNRSTPD(up);
      if (sel && !r.selected) {
        r.select();
        if (up) this.spi.transfers++;
      }
    }
  }
  spiByte(v, spi, hz) {
    const { pins } = this.w;
    const g = this.mcu.gpio;
    this.spi.bytes++;
    if ([pins.sck, pins.mosi].some((p) => g[p].functionSelect !== SPI_FUNCTION)) {
      this.violate("spi-pins", "SPI0 runs but SCK or MOSI is not on its pin");
      return 0;
    }
    if (spi.control0 & 0xc0) {
      this.violate("spi-mode", "not mode 0");
      return v >> 1;
    }
    if (hz > 10e6) this.violate("spi-clock", `${hz} Hz, the MFRC522 takes 10 MHz`);
    let out = null;
    const hits = [];
    const drivers = [];
    for (const r of this.readers.values()) {
      const m = r.miso();
      if (m !== null) {
        drivers.push(r.name);
        out = out === null ? m : out & m;
      }
      if (r.selected && r.nrstpd) hits.push(r);
    }
    if (drivers.length > 1) this.violate("miso-conflict", drivers.join());
    if (hits.length > 1) this.violate("select-conflict", hits.map((r) => r.name).join());
    if (!hits.length) this.spi.idleBytes++;
    for (const r of hits) r.exchange(v, hz);
    this.trace?.push({ ms: this.time.now() / 1e6, to: hits.map((r) => r.name).join(), mosi: v, miso: out }); // set table.trace = [] to record
    return g[pins.miso].functionSelect === SPI_FUNCTION ? (out ?? (this.o.misoPull ? 0xff : 0)) : 0;
  }
  fieldChanged(reader, on) {
    if (!on) return;
    const others = [...this.readers.values()].filter((r) => r !== reader && r.rf);
    if (others.length) this.violate("two-fields", [reader.name, ...others.map((r) => r.name)].join());
  }
  adc(ch) {
    const mux = this.w.pins.irAdc.indexOf(26 + ch);
    if (mux < 0) return ch === 3 ? 2068 : 876; // VSYS 5 V / 3; temperature about 27 C
    this.irReads++;
    if (this.active("csEnable") || this.active("rowEnable"))
      this.violate("ir-while-readers", "a sensor was read with a decoder enabled");
    return this.ir.adc(mux);
  }

  // ---- LEDs, buzzer, link
  ledEdge(level) {
    const f = this.mcu.gpio[this.w.pins.leds].functionSelect;
    const pio = f === 6 || f === 7;
    this.strip.edge(level, ((pio ? this.pico.pioTime : this.pico.sysCycles) * 1e9) / this.mcu.clkSys, this.time.now());
  }
  buzz() {
    const t = this.time.now();
    const last = this.tones.at(-1);
    const dt = t - (this.lastRise ?? -1e12);
    this.lastRise = t;
    if (dt > 50e6) {
      this.tones.push({ ms: t / 1e6, hz: 0, forMs: 0, pulses: 1 });
      return;
    }
    const hz = 1e9 / dt;
    if (last.hz && Math.abs(hz - last.hz) > 0.05 * last.hz) {
      this.tones.push({ ms: t / 1e6, hz, forMs: 0, pulses: 1 });
      return;
    }
    last.hz = hz;
    last.pulses++;
    last.forMs = t / 1e6 - last.ms;
  }
  linkOut(b) {
    const { uartTx, uartDe } = this.w.pins;
    if (this.mcu.gpio[uartTx].functionSelect !== UART_FUNCTION) return;
    if (uartDe != null && !this.high(uartDe)) {
      this.violate("link-driver-off", "a byte left the UART with the RS-485 driver disabled");
      return;
    }
    this.link.out.push({ ms: this.time.now() / 1e6, b });
    this.link.onByte?.(b);
  }
  collided() {
    this.violate("link-collision", "both ends were driving");
    this.link.onCollision?.();
  }
  // Bytes from another board, paced at the UART's own baud rate.
  linkSend(bytes) {
    const u = this.uart;
    const gap = 10e9 / Math.max(u.baudRate || 115200, 300);
    for (const b of bytes) {
      this.link.next = Math.max(this.link.next, this.time.now()) + gap;
      this.time.at(this.link.next, () => {
        if (this.w.pins.uartDe != null && this.high(this.w.pins.uartDe)) this.collided();
        else this.uart.feedByte(b);
      });
    }
  }

  // ---- panel
  expanderInt(level) {
    if (this.mcu) this.pico.drive(this.w.pins.expanderInt, level === null ? null : level ? 1 : 0);
  }
  wire(b, down) {
    if (b.gpio !== undefined) this.pico.drive(b.gpio, down ? 0 : null);
    else this.expander.set(b.expander, down ? 0 : null);
  }
  hold(name, down) {
    const b = this.w.buttons[name];
    if (!b) throw new Error("no button " + name);
    if (down) this.pressed.add(name);
    else this.pressed.delete(name);
    this.wire(b, down);
  }
  // Press for ms of table time, with contact bounce at both ends.
  press(name, ms = 80) {
    const e = this.o.bounceMs * 1e6;
    const t = this.time.now();
    const steps = e ? [0, 0.2, 0.45, 0.6, 1] : [0];
    this.hold(name, true);
    steps.slice(1).forEach((k, i) => this.time.at(t + k * e, () => this.hold(name, i % 2 === 1)));
    steps.forEach((k, i) => this.time.at(t + ms * 1e6 + k * e, () => this.hold(name, i % 2 === 1)));
  }
  leds() {
    const px = this.strip.pixels(this.time.now());
    const out = {};
    let i = 0;
    for (const [name, n] of this.w.leds) {
      out[name] = px.slice(i, i + n);
      i += n;
    }
    return out;
  }
  // Frames that changed something: { ms, px }.
  ledHistory() {
    this.strip.pixels(this.time.now());
    return this.strip.history;
  }
  oled() {
    return this.screen.text();
  }

  // ---- cards (see cards.mjs)
  put(at, cards) {
    return this.cards.put(at, cards);
  }
  clear(at) {
    return this.cards.put(at, []);
  }
  leak(from, to, coupling) {
    return this.cards.leak(from, to, coupling);
  }
  ghost(at, uid, probability) {
    return this.cards.ghost(at, uid, probability);
  }

  stats() {
    const per = {};
    let rf = 0;
    for (const r of this.readers.values()) {
      const ms = r.rfOnNs() / 1e6;
      const { rfOnNs, ...rest } = r.stats;
      rf += ms;
      per[r.name] = { ...rest, rfOnMs: +ms.toFixed(3), notes: Object.fromEntries(r.notes) };
    }
    return {
      ms: +(this.time.now() / 1e6).toFixed(3),
      spi: { ...this.spi },
      rfOnMs: +rf.toFixed(3),
      irReads: this.irReads,
      i2c: { ...this.bus.stats },
      ledFrames: this.strip.frames,
      ledPeakmA: Math.round(this.strip.peakmA),
      violations: { ...this.counts },
      readers: per,
    };
  }
}
