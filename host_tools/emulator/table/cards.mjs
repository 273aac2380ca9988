// Cards lying on the table: which tags couple to which antenna, and what the IR sensors see of the lowest card.
import { Tag } from "./iso14443a.mjs";
import { rng } from "./simtime.mjs";

const UNDER = {
  // [north, east] of the underside; a face-up card shows its back (all margins bright)
  up: ["bright", "bright"],
  row: ["bright", "dark"],
  column: ["dark", "bright"],
  skew: ["dark", "dark"],
  none: ["none", "none"],
};

export class Cards {
  constructor(table) {
    this.t = table;
    this.at = new Map();
    this.tags = new Map();
    this.leaks = [];
  }
  tagOf(c) {
    if (c.tag) return c.tag; // a Tag of the caller's own (clones with one UID, odd types)
    const key = c.uid.toUpperCase();
    if (!this.tags.has(key)) this.tags.set(key, new Tag(key, c));
    return this.tags.get(key);
  }
  // cards: the stack from the lowest up: { uid, spot, face: 'up'|'down', axis: 'row'|'column', skew, untagged, dead, coupling, tag }
  put(at, cards) {
    const { t } = this;
    const reader = t.readers.get(at);
    const sides = [...t.ir.sensors.values()].filter((s) => s.at === at);
    if (!reader && !sides.length) throw new Error("no position " + at);
    for (const [key, tag] of this.tags) if (cards.some((c) => c.uid?.toUpperCase() === key && !c.tag)) this.lift(tag); // a card is in one place
    for (const c of this.at.get(at) ?? []) if (c.theTag) this.lift(c.theTag);
    const list = cards.map((c) => ({
      spot: 0,
      face: "up",
      axis: "row",
      ...c,
      theTag: c.untagged || (!c.uid && !c.tag) ? null : this.tagOf(c),
    }));
    this.at.set(at, list);
    for (const c of list) {
      if (!c.theTag || !reader) continue;
      if (c.dead !== undefined) c.theTag.dead = c.dead;
      const aligned = list.filter((d) => d.theTag && d.spot === c.spot).length > 1;
      c.level = (c.coupling ?? 1) * (aligned ? t.o.alignedCoupling : 1);
      reader.field.place(c.theTag, c.level);
      for (const l of this.leaks) if (l.from === at) t.reader(l.to).field.place(c.theTag, c.level * l.coupling);
    }
    const low = list[0];
    const code = UNDER[!low ? "none" : low.skew ? "skew" : low.face === "down" ? low.axis : "up"];
    for (const s of sides) s.under = s.side === "x" ? (low ? "bright" : "none") : code[s.side === "n" ? 0 : 1];
    return list;
  }
  lift(tag) {
    for (const r of this.t.readers.values()) r.field.remove(tag);
    for (const [at, list] of this.at)
      if (list.some((c) => c.theTag === tag))
        this.at.set(
          at,
          list.filter((c) => c.theTag !== tag),
        );
  }
  // Tags at `from` also couple into the antenna at `to` (neighbouring fields).
  leak(from, to, coupling) {
    this.leaks.push({ from, to, coupling });
    this.put(
      from,
      (this.at.get(from) ?? []).map(({ theTag, level, ...c }) => c),
    );
  }
  // A tag that is not there but answers with a good CRC; drawn anew at each REQA or WUPA.
  ghost(at, uid, p) {
    const tag = new Tag(uid, { guardNs: 0 });
    const random = rng(99);
    let here = false;
    this.t.reader(at).field.ghost = (raw, t) => {
      if (raw.length === 7) {
        here = random() < p;
        if (here) {
          tag.state = "idle";
          tag.power(true, t);
        }
      }
      return here ? tag.receive(raw, t) : null;
    };
    return tag;
  }
}
