// Enumeration by the anticollision tree with a host that costs nothing: air times (the floor a driver can be compared with)
// and random sets of tags.
import { bench } from "./bench.mjs";
import { Tag } from "./iso14443a.mjs";
import { R } from "./mfrc522.mjs";
import { rng } from "./simtime.mjs";
import { check, section } from "./check.mjs";

const UIDS = ["04102033445566", "04112033445566", "04112433445566", "04112434445566"];

export function enumerate(b) {
  const found = [];
  let wake = 0x52;
  b.wr(R.TReloadL, 20); // 0.525 ms
  for (let tries = 0; tries < 20; tries++) {
    if (!(b.xfer([wake], 7).irq & 0x20)) return found;
    wake = 0x26;
    const uid = [];
    for (const sel of [0x93, 0x95]) {
      let known = 0;
      let buf = [0, 0, 0, 0, 0];
      let c;
      for (;;) {
        const full = known >> 3;
        const part = known & 7;
        c = b.xfer([sel, ((2 + full) << 4) | part, ...buf.slice(0, full + (part ? 1 : 0))], (part << 4) | part);
        c.data.forEach((v, i) => {
          buf[full + i] |= v;
        });
        if (!(c.err & 8)) break;
        known = full * 8 + (c.coll & 31 || 32);
        buf = buf.map((v, i) => (i < known >> 3 ? v : i === known >> 3 ? v & ((1 << (known & 7)) - 1) : 0));
        buf[(known - 1) >> 3] |= 1 << ((known - 1) & 7);
      }
      const sak = b.xfer(b.frame([sel, 0x70, ...buf])).data[0];
      uid.push(...buf.slice(sak & 4 ? 1 : 0, 4));
      if (!(sak & 4)) break;
    }
    found.push(
      uid
        .map((x) => x.toString(16).padStart(2, "0"))
        .join("")
        .toUpperCase(),
    );
    b.xfer(b.frame([0x50, 0x00]));
  }
  return found;
}
export function airTimes() {
  section("air time");
  for (const n of [1, 2, 3, 4]) {
    const tags = UIDS.slice(0, n);
    const b = bench(tags.map((u) => new Tag(u)));
    const t0 = b.time.now();
    check(`${n} tags found`, enumerate(b).sort().join(), [...tags].sort().join());
    console.log(
      `   ${n} tags: ${((b.time.now() - t0) / 1e6).toFixed(2)} ms on the air (0.525 ms timer, last REQA unanswered)`,
    );
  }
}
// Random sets of 1 to 5 tags, often differing in a single bit, with the collided bit reading anything.
export function randomSets(count = 60, seed = 5) {
  section("random sets of tags");
  const random = rng(seed);
  const byte = () => (random() * 256) | 0;
  let bad = 0;
  let collisions = 0;
  for (let k = 0; k < count; k++) {
    const uids = new Set();
    const n = 1 + ((random() * 5) | 0);
    const base = [0x04, byte(), byte(), byte(), byte(), byte(), byte()];
    while (uids.size < n) {
      const u = base.slice();
      for (let f = 1 + ((random() * 3) | 0); f--;) {
        const bit = (random() * 48) | 0;
        u[1 + (bit >> 3)] ^= 1 << (bit & 7);
      }
      const four = random() < 0.2 ? u.slice(3) : u;
      if (four.length === 4 && four[0] === 0x88) four[0] = 0x87; // 88h may not start a 4-byte UID
      if (four.length === 7 && four[3] === 0x88) four[3] = 0x89; // nor the second level of a 7-byte one
      uids.add(
        four
          .map((x) => x.toString(16).padStart(2, "0"))
          .join("")
          .toUpperCase(),
      );
    }
    const b = bench(
      [...uids].map((u) => new Tag(u)),
      { collBit: "random", seed: k },
    );
    const got = enumerate(b);
    collisions += b.rd.stats.collisions;
    if (got.sort().join() !== [...uids].sort().join()) {
      bad++;
      console.log("   ", [...uids].join(), "->", got.join());
    }
  }
  check(`${count} sets, every tag found once`, bad, 0);
  check("collisions happened", collisions > count, true);
}
