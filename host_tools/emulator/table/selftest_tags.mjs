// Checks of tags and readers together, without a Pico: states of tags, collisions, faults.
import { bench } from "./bench.mjs";
import { crcA, hex } from "./bits.mjs";
import { check, section } from "./check.mjs";
import { Tag } from "./iso14443a.mjs";
import { R } from "./mfrc522.mjs";

export function stateTests() {
  section("tag states");
  const tag = new Tag("04112233445566");
  const b = bench([tag]);
  b.xfer([0x26], 7);
  b.select(tag);
  check("selected", tag.state, "active");
  check("REQA to an ACTIVE tag: silence", b.xfer([0x26], 7).irq & 0x21, 1);
  check("the next REQA is answered: present every other poll", hex(b.xfer([0x26], 7).data), "4400");
  b.select(tag);
  const h = b.xfer(b.frame([0x50, 0x00]));
  check("HLTA: silence, HALT", [h.irq & 0x21, tag.state].join(), "1,halt");
  check("REQA leaves it asleep", b.xfer([0x26], 7).irq & 0x21, 1);
  check("WUPA wakes it", hex(b.xfer([0x52], 7).data), "4400");
  b.select(tag);
  b.xfer([0x52], 7);
  check("woken from HALT, WUPA in ACTIVE*: back to HALT", tag.state, "halt");
  b.wr(R.TxControl, 0x80);
  b.time.advance(0.5e6);
  b.wr(R.TxControl, 0x83);
  check("field off for 0.5 ms: state kept", tag.stateAt(b.time.now()), "halt");
  b.wr(R.TxControl, 0x80);
  b.time.advance(1.1e6);
  check("off for 1.1 ms: lost", tag.stateAt(b.time.now()), "off");
  b.wr(R.TxControl, 0x83);
  b.time.advance(4e6);
  check("4 ms after field on: not yet", b.xfer([0x52], 7).irq & 0x21, 1);
  b.time.advance(1e6);
  check("after 5 ms: REQA answered (IDLE)", hex(b.xfer([0x26], 7).data), "4400");
  b.wr(R.TxASK, 0);
  check("without 100 % ASK nobody hears", b.xfer([0x52], 7).irq & 0x21, 1);
  b.wr(R.TxASK, 0x40);
  b.wr(R.TxControl, 0x03);
  check("TX2 not inverted: no field", b.rd.rf, false);
  b.wr(R.TxControl, 0x83);
  b.time.advance(6e6);
  check("the tag is still in READY", tag.state, "ready1");
  b.wr(R.RxMode, 0x80);
  const s = b.xfer(b.frame([0x93, 0x70, ...tag.levels()[0]]));
  check("RxCRCEn: SAK without its CRC", [hex(s.data), s.err].join(), "04,0");
  b.wr(R.TxMode, 0x80);
  check("TxCRCEn adds the CRC", hex(b.xfer([0x95, 0x70, ...tag.levels()[1]]).data), "00");
  const four = new Tag("C1C2C3C4");
  const c = bench([four]);
  check("4-byte tag: ATQA 04 00", hex(c.xfer([0x26], 7).data), "0400");
  check("CL1 block", hex(c.xfer([0x93, 0x20]).data), "C1C2C3C4" + hex([0xc1 ^ 0xc2 ^ 0xc3 ^ 0xc4]));
  check("SAK 08", c.select(four).data[0], 8);
}

export function collisionTests() {
  section("collisions");
  // CL1 blocks: 88 04 11 22 BF and 88 04 11 A2 3F: first difference is bit 7 of byte 3, the 32nd bit.
  let b = bench([new Tag("0411223344AA01"), new Tag("0411A23344AA01")]);
  check("equal ATQAs do not collide", [hex(b.xfer([0x26], 7).data), b.rr(R.Error)].join(), "4400,0");
  let c = b.xfer([0x93, 0x20]);
  check("32nd bit: CollErr, CollPos 0", [c.err, c.coll & 0x3f].join(), "8,0");
  check("ErrIRq", c.irq & 0x02, 2);
  check("bits after the collision are cleared", hex(c.data), "8804112200");
  // 88 04 10 .. and 88 04 11 ..: bit 0 of byte 2, the 17th bit.
  b = bench([new Tag("04102233445566"), new Tag("04112233445566")]);
  b.xfer([0x26], 7);
  c = b.xfer([0x93, 0x20]);
  check("17th bit", [c.err, c.coll & 0x3f, hex(c.data)].join(), "8,17,8804000000");
  const one = b.xfer([0x93, 0x41, 0x88, 0x04, 0x01], (1 << 4) | 1);
  check(
    "NVB 41, RxAlign 1: the tag with a 1",
    [one.err, hex(one.data)].join(),
    "0,1022" + hex([0x88 ^ 0x04 ^ 0x11 ^ 0x22]),
  );
  // Two collisions, the second inside a later byte: CL1 88 04 10 20 / 88 04 11 20 / 88 04 11 24 (bit 2 of byte 3).
  b = bench([new Tag("04102033445566"), new Tag("04112033445566"), new Tag("04112433445566")]);
  b.xfer([0x52], 7);
  c = b.xfer([0x93, 0x20]);
  check("three tags: 17th bit first", c.coll & 0x3f, 17);
  c = b.xfer([0x93, 0x41, 0x88, 0x04, 0x01], (1 << 4) | 1);
  check("then bit 11 counted from FIFO bit 0 (bit 2 of the second FIFO byte)", [c.err, c.coll & 0x3f].join(), "8,11");
  b.rd.collPosFrom = "raw";
  b.xfer([0x52], 7);
  b.xfer([0x52], 7);
  c = b.xfer([0x93, 0x41, 0x88, 0x04, 0x01], (1 << 4) | 1);
  check("option raw counts received bits only", c.coll & 0x3f, 10);
  // CL1 equal, CL2 different: 33 44 .. / B3 44 ..: 8th bit of CL2.
  const p = new Tag("04112233445566");
  const q = new Tag("041122B3445566");
  b = bench([p, q]);
  b.xfer([0x52], 7);
  const s = b.xfer(b.frame([0x93, 0x70, ...p.levels()[0]]));
  check("both take part in SELECT of CL1, SAK agrees", [hex(s.data.slice(0, 1)), s.err].join(), "04,0");
  c = b.xfer([0x95, 0x20]);
  check("8th bit of CL2", [c.err, c.coll & 0x3f].join(), "8,8");
  const sel = b.xfer(b.frame([0x95, 0x70, ...q.levels()[1]]));
  check("SELECT of one", [hex(sel.data.slice(0, 1)), q.state, p.state].join(), "00,active,idle");
  // 4 and 7 byte tags together: ATQA 0004 and 0044 differ in the 7th bit.
  b = bench([new Tag("C1C2C3C4"), p]);
  c = b.xfer([0x26], 7);
  check("mixed ATQAs collide at the 7th bit", [c.err, c.coll & 0x3f].join(), "8,7");
  c = bench([p, q]);
  c.xfer([0x52], 7);
  c.xfer([0x93, 0x20], 0, 0x80);
  c = c.rd;
  check("CollPosNotValid when there was none", c.read(R.Coll), 0xa0);
  const crowd = ["04102233445566", "04102233445567", "04102233445568", "04112233445566"].map((u) => new Tag(u));
  b = bench(crowd);
  b.xfer([0x26], 7);
  check("three against one still collide", b.xfer([0x93, 0x20]).err, 8);
  b = bench(crowd);
  b.rd.field.adds = true;
  b.xfer([0x26], 7);
  check("unless their modulations add up (option)", b.xfer([0x93, 0x20]).err, 0);
  b = bench([
    [new Tag("04102233445566"), 1],
    [new Tag("04112233445566"), 0.3],
  ]);
  b.xfer([0x26], 7);
  c = b.xfer([0x93, 0x20]);
  check(
    "capture: a much weaker tag does not collide",
    [c.err, hex(c.data)].join(),
    "0,88041022" + hex([0x88 ^ 0x04 ^ 0x10 ^ 0x22]),
  );
}

export function faultTests() {
  section("faults");
  const tag = new Tag("04112233445566");
  let b = bench([[tag, 0.09]]);
  check("an aligned stack (9 %) is silent", b.xfer([0x52], 7).irq & 0x21, 1);
  b = bench([tag]);
  b.rd.faults.dropNext = 1;
  check("dropped answer looks like a timeout", b.xfer([0x52], 7).irq & 0x21, 1);
  check("although the tag took the frame", tag.state, "ready1");
  b.rd.faults.corruptNext = 1;
  const c = b.xfer([0x93, 0x20]);
  check("one flipped bit: ParityErr", c.err & 2, 2);
  b = bench([new Tag("04112233445568")]);
  b.rd.faults.badSofNext = 1;
  const e = b.xfer([0x52], 7);
  check("bad start of frame: ProtocolErr, no data", [e.err, e.irq & 0x22, e.data.length].join(), "1,34,0");
  b = bench([new Tag("04112233445567")]);
  b.rd.faults.saturatesAtDb = 45;
  b.wr(R.RFCfg, 0x70);
  check("saturated at 48 dB", b.xfer([0x52], 7).irq & 0x21, 1);
  b.wr(R.RFCfg, 0x40);
  check("fine at 33 dB", hex(b.xfer([0x93, 0x20]).data.slice(0, 4)), "88041122");
  b.rd.faults.frozen = true;
  b.wr(R.TReloadL, 1);
  check("frozen: writes do nothing", b.rr(R.TReloadL), 39);
  const old = b.rr(R.ComIrq);
  check(
    "stale flags stay, nothing new comes",
    [b.xfer([0x52], 7, 0, 50e6).irq, b.rd.stats.exchanges].join(),
    [old, 2].join(),
  );
  b.rd.setNRSTPD(false);
  b.rd.setNRSTPD(true);
  b.time.advance(1e6);
  b.wr(R.TReloadL, 1);
  check("a hardware reset cures it", b.rr(R.TReloadL), 1);
  b.rd.faults.miso = 0;
  check("MISO stuck low", b.rr(R.Version), 0);
  b.rd.faults.miso = 1;
  check("MISO stuck high", b.rr(R.Version), 255);
  b = bench([new Tag("04112233445566")]);
  b.wr(R.RxSel, 0x80 | 12);
  check("RxWait longer than the tag waits: answer lost", b.xfer([0x52], 7).irq & 0x21, 1);
  b = bench([]);
  b.rd.faults.drop = 0;
  b.wr(R.TxControl, 0x80);
  b.xfer([0x52], 7);
  check("TxWaitRF without a field: no TxIRq, no timer", b.rr(R.ComIrq) & 0x41, 0);
  check("modem state TxWait", b.rr(R.Status2) & 7, 2);
}
