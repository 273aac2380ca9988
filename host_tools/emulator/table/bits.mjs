// Bit-level helpers of ISO/IEC 14443-3 type A: bytes travel least significant bit first, each followed by odd parity.
export const FC = 13.56e6; // carrier, Hz
export const ETU = 128e9 / FC; // one bit at 106 kbit/s: 9439.5 ns
export const hex = (b) =>
  [...b]
    .map((x) => x.toString(16).padStart(2, "0"))
    .join("")
    .toUpperCase();
export const unhex = (s) => Uint8Array.from(s.replace(/[^0-9a-fA-F]/g, "").match(/../g) ?? [], (x) => parseInt(x, 16));
export const oddParity = (b) => {
  let p = 1;
  for (; b; b >>= 1) p ^= b & 1;
  return p;
};
export const rev8 = (b) => {
  let r = 0;
  for (let i = 0; i < 8; i++) r |= ((b >> i) & 1) << (7 - i);
  return r;
};

// CRC-16, x^16 + x^12 + x^5 + 1, least significant bit first (CRC_A when the preset is 0x6363). Returns the register.
export function crc16(bytes, preset = 0x6363) {
  let c = preset;
  for (let b of bytes) {
    c ^= b;
    for (let i = 0; i < 8; i++) c = c & 1 ? (c >> 1) ^ 0x8408 : c >> 1;
  }
  return c;
}
export const crcA = (bytes) => {
  const c = crc16(bytes);
  return [c & 0xff, c >> 8];
}; // as sent: low byte first

// Bytes -> raw bits with parity. lastBits: how many bits of the last byte are sent (0 = all eight); a part of a byte has no parity.
export function toRaw(bytes, lastBits = 0, parity = true) {
  const out = [];
  bytes.forEach((b, i) => {
    const n = i === bytes.length - 1 && lastBits ? lastBits : 8;
    for (let k = 0; k < n; k++) out.push((b >> k) & 1);
    if (n === 8 && parity) out.push(oddParity(b));
  });
  return out;
}
// Raw bits -> { bytes, lastBits, parityOk }; bytes holds the incomplete last byte too.
export function fromRaw(raw) {
  const bytes = [];
  let ok = true;
  let i = 0;
  while (raw.length - i >= 9) {
    let b = 0;
    for (let k = 0; k < 8; k++) b |= raw[i + k] << k;
    if (raw[i + 8] !== oddParity(b)) ok = false;
    bytes.push(b);
    i += 9;
  }
  const rest = raw.length - i;
  if (rest) {
    let b = 0;
    for (let k = 0; k < rest; k++) b |= raw[i + k] << k;
    bytes.push(b);
  }
  return { bytes, lastBits: rest, parityOk: ok && rest < 8 };
}
