// Type A tags (ISO/IEC 14443-3) and the field of one antenna: state machine, bitwise anticollision, bit superposition.
import { ETU, FC, crcA, toRaw, fromRaw, unhex, hex } from "./bits.mjs";
import { ntagCommand, ntagMemory } from "./ntag213.mjs";

// The answer's start bit follows the end of the reader's last data bit by (128 n + 59)/fc. From the frame delay time
// (128 n + 84)/fc after a last 1 and (128 n + 20)/fc after a last 0, counted from the end of a 39/fc pause (figure of FDT).
export const sofDelay = (n = 9) => ((128 * n + 59) * 1e9) / FC;
export const GUARD_NS = 5e6; // a tag need not answer before 5 ms of unmodulated field
export const HOLD_NS = 1e6; // and has lost its state when the field was off longer than this
const MIN_LEVEL = 0.25; // field x coupling that still powers a tag (aligned stacks reach about 0.09)
const SEL = [0x93, 0x95, 0x97];

export class Tag {
  // uid: hex string or bytes, 4 or 7 of them. type: 'ntag213' (default for 7 bytes), 'classic' (default for 4: no memory commands without a key).
  constructor(uid, o = {}) {
    this.uid = typeof uid === "string" ? unhex(uid) : Uint8Array.from(uid);
    if (![4, 7].includes(this.uid.length)) throw new Error("uid of 4 or 7 bytes, not " + hex(this.uid));
    this.type = o.type ?? (this.uid.length === 7 ? "ntag213" : "classic");
    this.atqa = o.atqa ?? (this.uid.length === 7 ? 0x0044 : 0x0004);
    this.sak = o.sak ?? (this.type === "classic" ? 0x08 : 0x00);
    this.guardNs = o.guardNs ?? GUARD_NS;
    this.stayReady = o.stayReady ?? false; // true: a tag whose prefix did not match waits in READY (ISO: back to IDLE)
    this.dead = o.dead ?? false;
    this.mem = this.type === "ntag213" ? ntagMemory(this.uid) : null;
    this.state = "off";
    this.star = false;
    this.powered = false;
    this.offAt = -Infinity;
    this.readyAt = Infinity;
    this.fields = new Set();
    this.seen = { frames: 0, answers: 0 };
  }
  // One or two 5-byte blocks (4 + BCC) that the cascade levels show.
  levels() {
    const u = [...this.uid];
    const block = (b) => [...b, b[0] ^ b[1] ^ b[2] ^ b[3]];
    return u.length === 4 ? [block(u)] : [block([0x88, ...u.slice(0, 3)]), block(u.slice(3))];
  }
  power(on, t) {
    if (on === this.powered) return;
    this.powered = on;
    if (!on) {
      this.offAt = t;
      return;
    }
    if (this.state === "off" || t - this.offAt > HOLD_NS) {
      this.state = "idle";
      this.star = false;
      this.pending = null;
      this.readyAt = t + this.guardNs;
    }
  }
  // Several antennas can feed one tag (a neighbour's field): it is powered while any of them does.
  feed(field, on, t) {
    if (on) this.fields.add(field);
    else this.fields.delete(field);
    this.power(this.fields.size > 0, t);
  }
  stateAt(t) {
    return !this.powered && t - this.offAt > HOLD_NS ? "off" : this.state;
  }
  back() {
    this.state = this.star ? "halt" : "idle";
    this.pending = null;
    return null;
  }
  // A whole reader frame (raw bits) has ended at t. Returns null or { raw, n } (n: FDT parameter) or { raw, delay } in ns.
  receive(raw, t) {
    if (!this.powered || this.dead || t < this.readyAt) return null;
    this.seen.frames++;
    const a = this.answer(raw);
    if (a) this.seen.answers++;
    return a;
  }
  answer(raw) {
    if (raw.length === 7) {
      // short frame
      const cmd = raw.reduce((c, b, i) => c | (b << i), 0);
      const wake = (this.state === "idle" && (cmd === 0x26 || cmd === 0x52)) || (this.state === "halt" && cmd === 0x52);
      if (!wake) return this.state === "idle" || this.state === "halt" ? null : this.back(); // READY, ACTIVE: an error, no answer
      this.star = this.state === "halt";
      this.state = "ready1";
      return { raw: toRaw([this.atqa & 0xff, this.atqa >> 8]) };
    }
    if (this.state === "idle" || this.state === "halt") return null;
    const f = fromRaw(raw);
    if (this.state === "active") return this.command(f);
    const level = this.state === "ready1" ? 0 : 1;
    if (f.bytes[0] === SEL[level] && f.bytes.length >= 2 && f.parityOk) return this.select(f, level);
    // NTAG21x: READ of page 0 skips the rest of the anticollision (all such tags answer at once).
    if (
      this.mem &&
      f.parityOk &&
      !f.lastBits &&
      f.bytes.length === 4 &&
      f.bytes[0] === 0x30 &&
      f.bytes[1] === 0 &&
      goodCrc(f.bytes)
    ) {
      this.state = "active";
      return this.command(f);
    }
    return this.back();
  }
  select(f, level) {
    const own = this.levels()[level];
    const nvb = f.bytes[1];
    if (nvb === 0x70) {
      if (f.bytes.length !== 9 || f.lastBits || !goodCrc(f.bytes) || own.some((b, i) => b !== f.bytes[2 + i]))
        return this.back();
      const more = level + 1 < this.levels().length;
      this.state = more ? "ready2" : "active";
      const sak = [more ? this.sak | 0x04 : this.sak];
      return { raw: toRaw([...sak, ...crcA(sak)]) };
    }
    const known = ((nvb >> 4) - 2) * 8 + (nvb & 7); // valid UID bits the reader sent
    const sent = (f.bytes.length - 2) * 8 - (f.lastBits ? 8 - f.lastBits : 0);
    if (nvb & 0x88 || nvb < 0x20 || known > 39 || known !== sent) return this.back();
    for (let i = 0; i < known; i++)
      if (((own[i >> 3] >> (i & 7)) & 1) !== ((f.bytes[2 + (i >> 3)] >> (i & 7)) & 1))
        return this.stayReady ? null : this.back();
    // The parity bit after a split byte covers the whole byte, the reader's part included.
    return { raw: toRaw(own).slice((known >> 3) * 9 + (known & 7)) };
  }
  command(f) {
    const nak = (code) => {
      this.back();
      return { raw: [0, 1, 2, 3].map((i) => (code >> i) & 1) };
    };
    if (this.pending) return ntagCommand(this, f, nak);
    if (f.lastBits || f.bytes.length < 3 || !f.parityOk || !goodCrc(f.bytes)) return this.mem ? nak(0x1) : this.back();
    if (f.bytes[0] === 0x50 && f.bytes[1] === 0x00 && f.bytes.length === 4) {
      this.state = "halt";
      return null;
    }
    if (this.mem) return ntagCommand(this, f, nak);
    return nak(0x4); // a Classic without authentication
  }
}
export const goodCrc = (b) => {
  const n = b.length - 2;
  const c = n > 0 ? crcA(b.slice(0, n)) : [];
  return n > 0 && c[0] === b[n] && c[1] === b[n + 1];
};

// The field of one antenna: which tags couple to it, and what the receiver sees when several answer at once.
// A half bit is as strong as its strongest tag; with `adds` the tags' modulations add up, and three can drown a fourth.
export class Field {
  constructor(time) {
    this.time = time;
    this.tags = new Map();
    this.strength = 0;
    this.ghost = null;
    this.adds = false;
  }
  refresh() {
    const t = this.time.now();
    for (const [tag, c] of this.tags) tag.feed(this, this.strength * c >= MIN_LEVEL, t);
  }
  setStrength(s) {
    this.strength = s;
    this.refresh();
  }
  place(tag, coupling = 1) {
    this.tags.set(tag, coupling);
    this.refresh();
  }
  remove(tag) {
    if (this.tags.delete(tag)) tag.feed(this, false, this.time.now());
  }
  // A frame ended now. Returns null or { start, sym: [{ v, weak }], level }; weak: relative strength of the losing half of the bit.
  transmit(raw) {
    const t = this.time.now();
    const heard = [];
    for (const [tag, c] of this.tags) {
      const a = tag.fields.has(this) ? tag.receive(raw, t) : null;
      if (a) heard.push({ a, amp: c * this.strength, start: t + (a.delay ?? sofDelay(a.n)) });
    }
    if (this.ghost) {
      const a = this.ghost(raw, t);
      if (a) heard.push({ a, amp: 0.5, start: t + sofDelay(a.n) });
    }
    if (!heard.length) return null;
    heard.sort((x, y) => x.start - y.start);
    const start = heard[0].start;
    const sym = [];
    for (const h of heard) {
      const off = Math.round((h.start - start) / ETU); // tags share the bit grid; a later answer lands whole bits later
      if (off > sym.length && sym.length) continue; // after the first frame ended: the receiver is gone
      h.a.raw.forEach((v, i) => {
        const s = (sym[off + i] ??= { amp: [0, 0] });
        s.amp[v] = this.adds ? s.amp[v] + h.amp : Math.max(s.amp[v], h.amp);
      });
    }
    for (const s of sym) {
      const [z, o] = s.amp;
      s.v = o >= z ? 1 : 0;
      s.weak = Math.min(z, o) / Math.max(z, o);
    }
    return { start, sym, level: Math.max(...heard.map((h) => h.amp)) };
  }
}
