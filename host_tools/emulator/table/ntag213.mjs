// NTAG213 memory and commands (data sheet NTAG213_215_216, sections 8.5 and 10): 45 pages of 4 bytes, ACK/NAK of 4 bits.
import { crcA, toRaw } from "./bits.mjs";

const PAGES = 45;
const ACK = 0xa;
const WRITE_NS = 4.1e6; // EEPROM programming time, typical
const VERSION = [0x00, 0x04, 0x04, 0x02, 0x01, 0x00, 0x0f, 0x03];
const LEN = { 0x60: 1, 0x30: 2, 0x3a: 3, 0xa2: 6, 0xa0: 2, 0x39: 2, 0x1b: 5, 0x3c: 2 };

export function ntagMemory(uid) {
  const m = new Uint8Array(PAGES * 4);
  const u = [...uid];
  m.set([
    u[0],
    u[1],
    u[2],
    0x88 ^ u[0] ^ u[1] ^ u[2],
    u[3],
    u[4],
    u[5],
    u[6],
    u[3] ^ u[4] ^ u[5] ^ u[6],
    0x48,
    0,
    0,
    0xe1,
    0x10,
    0x12,
    0x00,
  ]);
  m.set([0x01, 0x03, 0xa0, 0x0c, 0x34, 0x03, 0x00, 0xfe], 16); // delivery content: lock control and empty NDEF TLVs
  m.set([0, 0, 0, 0xbd, 0x04, 0, 0, 0xff, 0, 0x05, 0, 0], 40 * 4); // dynamic lock, CFG0 (AUTH0 = FF: no protection), CFG1
  return m;
}
const bits4 = (v) => [0, 1, 2, 3].map((i) => (v >> i) & 1);
const data = (b) => ({ raw: toRaw([...b, ...crcA(b)]) });

// f: decoded frame with a good CRC (or the second part of COMPATIBILITY WRITE). Returns the answer or null.
export function ntagCommand(tag, f, nak) {
  const { mem } = tag;
  const [cmd, a, b] = f.bytes;
  const body = f.bytes.slice(0, -2);
  if (tag.pending != null) {
    // COMPATIBILITY WRITE, second part: 16 bytes, the first four count
    const page = tag.pending;
    tag.pending = null;
    if (f.bytes.length !== 18 || !f.parityOk || f.lastBits) return nak(0x1);
    const c = crcA(body);
    if (c[0] !== f.bytes[16] || c[1] !== f.bytes[17]) return nak(0x1);
    return write(tag, page, body.slice(0, 4), nak);
  }
  if (LEN[cmd] === undefined || LEN[cmd] !== body.length) return nak(0x0);
  switch (cmd) {
    case 0x60:
      return data(VERSION);
    case 0x30: {
      // READ: four pages, rolls over to page 0 at the end
      if (a >= PAGES) return nak(0x0);
      const out = [];
      for (let i = 0; i < 16; i++) out.push(readByte(mem, (a * 4 + i) % mem.length));
      return data(out);
    }
    case 0x3a: {
      // FAST_READ
      if (a > b || b >= PAGES) return nak(0x0);
      const out = [];
      for (let i = a * 4; i < b * 4 + 4; i++) out.push(readByte(mem, i));
      return data(out);
    }
    case 0xa2:
      return write(tag, a, body.slice(2), nak);
    case 0xa0:
      if (!writable(mem, a)) return nak(0x0);
      tag.pending = a;
      return { raw: bits4(ACK) };
    case 0x3c:
      return a === 0 ? data(new Array(32).fill(0)) : nak(0x0); // READ_SIG: the originality signature is not modelled
    case 0x1b: {
      const p = mem.slice(43 * 4, 44 * 4);
      return body.slice(1).every((x, i) => x === p[i]) ? data([...mem.slice(44 * 4, 44 * 4 + 2)]) : nak(0x4);
    }
    default:
      return nak(0x0);
  }
}
const readByte = (m, i) => (i >= 43 * 4 ? 0 : m[i]); // PWD and PACK read as zero
function writable(m, page) {
  if (page < 2 || page >= PAGES) return false;
  const lock = m[10] | (m[11] << 8); // static lock bits: page 3..15
  if (page >= 3 && page <= 15 && (lock >> page) & 1) return false;
  const dyn = m[160] | (m[161] << 8); // dynamic lock bits: two pages each from page 16
  return !(page >= 16 && page <= 39 && (dyn >> ((page - 16) >> 1)) & 1);
}
function write(tag, page, bytes, nak) {
  const m = tag.mem;
  const o = page * 4;
  if (!writable(m, page)) return nak(0x0);
  if (page === 2) {
    m[10] |= bytes[2]; // lock and OTP bits can only be set
    m[11] |= bytes[3];
  } else if (page === 3 || page === 40) for (let i = 0; i < 4; i++) m[o + i] |= bytes[i];
  else m.set(bytes, o);
  tag.writes = (tag.writes ?? 0) + 1;
  return { raw: bits4(ACK), delay: WRITE_NS };
}
