// One emulated Pico with the table around it, wired as a board of the project, and its meters; several of them linked
// by RS-485, in lockstep on virtual time. Times in ms of the table.
import { Board } from "../board.mjs";
import { FLASH_SIZE } from "../pico.mjs";
import { Table } from "../table/table.mjs";
import { nameOf, wiringOf } from "../table/wiring.mjs";
import { FlashMeter, LinkMeter, StallMeter } from "./meters.mjs";

// Buttons of a hand, as the simulator counts them (host_tools/simulator/table.py).
export const BUTTONS = { ok: 1, back: 2, left: 4, right: 8, axis: 16 };
const NOISE = 3; // seed of the light sensors
const TAG_BYTES = 160; // pages 0 to 39, what a tag of the project uses

const hex = (bytes) => Buffer.from(bytes).toString("hex");
export const chain = (pixels) => hex(pixels.flatMap(({ r, g, b }) => [r, g, b]));

export class Unit {
  /** { image: file, role: "primary" or "satellite", seed: of the sensors' noise, table: options of the models } */
  constructor({ image, role = "primary", seed = NOISE, table = {} }) {
    this.pico = new Board({ image });
    this.table = new Table(this.pico, wiringOf(role), { ir: { seed }, bounceMs: 2, ...table });
    this.host = []; // what the board said over USB since the last news
    this.pico.onData = (data) => this.host.push(Buffer.from(data));
    this.resets = [];
    this.pico.onReset = (reason) => this.resets.push({ ms: this.now(), reason });
    this.connectedMs = null;
    this.pico.onConnect = () => {
      this.connectedMs = this.now();
    };
    this.unplugged = false; // its link cable is out
    this.mask = 0;
    this.leds = this.oled = "";
    const now = () => this.now();
    this.stall = new StallMeter(this.pico, now);
    this.flash = new FlashMeter(this.pico, now);
    this.link = new LinkMeter(this.pico, this.table, now);
  }
  now() {
    return this.table.time.now() / 1e6;
  }

  /** What it said over USB since the last news, as text. */
  said() {
    return Buffer.concat(this.host).toString("latin1");
  }

  /** Lay cards at a position: [[uid, face, rotation, spot], ...] as host_tools/simulator/world.py has them. */
  set(position, cards) {
    const at = nameOf(position);
    if (at === "queue" && !this.table.readers.has(at)) return;
    const laid = cards.map(([uid, face, rotation, spot]) => {
      const axis = rotation % 180 === 0 ? "row" : "column";
      return { uid: uid || undefined, untagged: !uid, spot, face, axis };
    });
    this.table.put(at, laid);
  }

  /** What a tag's memory holds. */
  tag(uid, data) {
    const tag = this.table.cards.tagOf({ uid });
    if (tag.mem) tag.mem.set(Buffer.from(data, "hex").subarray(0, TAG_BYTES), 0);
  }

  /** A reader is dead (its line stuck at 0 or 1), or works again (null). */
  dead(position, value) {
    this.table.reader(nameOf(position)).faults.miso = value === null ? null : value ? 1 : 0;
  }

  /** Fingers on the panel, as a bit mask of BUTTONS. */
  hold(mask) {
    for (const [name, bit] of Object.entries(BUTTONS))
      if ((mask ^ this.mask) & bit) this.table.hold(name, !!(mask & bit));
    this.mask = mask;
  }

  /** What is new since the last call: { leds, oled, host } in hex, only those that changed. */
  news() {
    const news = {};
    const leds = chain(this.table.strip.pixels(this.table.time.now()));
    if (leds !== this.leds) news.leds = this.leds = leds;
    const oled = hex(this.table.screen.ram);
    if (oled !== this.oled) news.oled = this.oled = oled;
    if (this.host.length) {
      news.host = hex(Buffer.concat(this.host));
      this.host = [];
    }
    return news;
  }

  /** The whole flash as it is now. */
  flashBytes() {
    return Buffer.from(this.pico.mcu.flash.subarray(0, FLASH_SIZE));
  }

  /** Everything the meters know; options: how many violations and stalls, and the guard time of the link in ms. */
  stats({ last = 20, stalls = 40, guard = 0 }) {
    return {
      ms: this.now(),
      violations: { ...this.table.counts },
      samples: this.table.violations.slice(-last),
      resets: this.resets,
      connectedMs: this.connectedMs,
      ...this.stall.told(stalls),
      flash: this.pico.flashOps,
      link: this.link.told(guard),
      tones: this.table.tones.length,
      table: this.table.stats(),
    };
  }
}

/** Wire boards together: what one sends, all others hear. */
export function link(units) {
  for (const one of units)
    one.table.link.onByte = (byte) => {
      for (const other of units) if (other !== one && !one.unplugged && !other.unplugged) other.table.linkSend([byte]);
    };
}

/** Let ms pass on all boards, in turns of `step` ms. */
export function runAll(units, ms, step = 1) {
  if (units.length === 1) {
    units[0].table.run(ms);
    return;
  }
  for (let gone = 0; gone < ms; gone += step) for (const unit of units) unit.table.run(Math.min(step, ms - gone));
}
