// Checks of the MFRC522 and one tag without a Pico: frames worked out by hand, times from the data sheets.
import { bench } from "./bench.mjs";
import { ETU, crc16, crcA, fromRaw, hex, toRaw } from "./bits.mjs";
import { check, section } from "./check.mjs";
import { Tag } from "./iso14443a.mjs";
import { R } from "./mfrc522.mjs";

export function chipTests() {
  section("CRC_A and framing");
  check("CRC_A(00 00)", hex(crcA([0, 0])), "A01E");
  check("CRC_A(12 34)", hex(crcA([0x12, 0x34])), "26CF");
  check("CRC_A(50 00) of HLTA", hex(crcA([0x50, 0x00])), "57CD");
  check("CRC_A(30 00) of READ", hex(crcA([0x30, 0x00])), "02A8");
  check("7 bits of 26h, no parity", toRaw([0x26], 7).join(""), "0110010");
  check("04h: LSB first, odd parity 0", toRaw([0x04]).join(""), "001000000");
  check("03h has even ones: parity 1", toRaw([0x03]).join(""), "110000001");
  check(
    "round trip of a split frame",
    JSON.stringify(fromRaw(toRaw([0x93, 0x43, 0xaa, 0xbb, 0x05], 3))),
    JSON.stringify({ bytes: [0x93, 0x43, 0xaa, 0xbb, 0x05], lastBits: 3, parityOk: true }),
  );

  section("registers over SPI");
  {
    const b = bench();
    b.wr(R.Command, 0x0f);
    b.time.advance(20e3);
    check("PowerDown reads 1 during SoftReset", b.rr(R.Command) & 0x10, 0x10);
    b.wr(R.TReloadL, 0x55);
    b.time.advance(30e3);
    check("a write during SoftReset is lost", b.rr(R.TReloadL), 0);
    check("ready after 37.7 us", b.rr(R.Command), 0x20);
    const want = {
      0x02: 0x80,
      0x04: 0x14,
      0x06: 0,
      0x07: 0x21,
      0x0b: 0x08,
      0x0c: 0x10,
      0x11: 0x3f,
      0x14: 0x80,
      0x16: 0x10,
      0x17: 0x84,
      0x18: 0x84,
      0x19: 0x4d,
      0x1c: 0x62,
      0x24: 0x26,
      0x26: 0x48,
      0x27: 0x88,
      0x28: 0x20,
      0x29: 0x20,
      0x37: 0x92,
    };
    check(
      "reset values",
      Object.entries(want)
        .filter(([a, v]) => b.rr(+a) !== v)
        .map(([a]) => a)
        .join(),
      "",
    );
    b.wr(R.WaterLevel, 0xff);
    check("reserved bits stay: WaterLevel", b.rr(R.WaterLevel), 0x3f);
    b.wr(R.RFCfg, 0x70);
    check(
      "RFCfg: the low bits as written, or their 8h kept (RFCFG_STRICT)",
      b.rr(R.RFCfg),
      process.env.RFCFG_STRICT ? 0x78 : 0x70,
    );
    check(
      "several registers in one frame, 00 ends it",
      hex(b.spi(0x80 | (R.Version << 1), 0x80 | (R.RxSel << 1), 0x80 | (R.ModWidth << 1), 0)).slice(2),
      "928426",
    );
    b.wr(R.FIFOData, 1, 2, 3, 4, 5);
    check("one address, many data bytes fill the FIFO", b.rr(R.FIFOLevel), 5);
    check("repeated address reads the FIFO", hex(b.spi(0x92, 0x92, 0x92, 0)).slice(2), "010203");
    check("the terminator pops nothing", b.rr(R.FIFOLevel), 2);
    b.wr(R.FIFOLevel, 0x80);
    check("flush", b.rr(R.FIFOLevel), 0);
    b.wr(R.FIFOData, ...new Array(65).fill(7));
    check("65th byte: BufferOvfl", b.rr(R.Error), 0x10);
    check("64 kept", b.rr(R.FIFOLevel), 64);
    check("HiAlert, not LoAlert", b.rr(R.Status1) & 3, 2);
    b.wr(R.WaterLevel, 4);
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.FIFOData, ...new Array(59).fill(0));
    const h59 = b.rr(R.Status1) & 2;
    b.wr(R.FIFOData, 0);
    check("HiAlert with WaterLevel 4: 59 no, 60 yes (section 9.3.1.8)", [h59, b.rr(R.Status1) & 2].join(), "0,2");
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.FIFOData, 1, 2, 3, 4);
    const l4 = b.rr(R.Status1) & 1;
    b.wr(R.FIFOData, 5);
    check("LoAlert: 4 yes, 5 no", [l4, b.rr(R.Status1) & 1].join(), "1,0");
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.WaterLevel, 8);
    b.wr(R.FIFOData, ...new Array(65).fill(7));
    b.wr(R.FIFOLevel, 0x80);
    check("flush clears BufferOvfl", b.rr(R.Error), 0);
    b.wr(R.ComIrq, 0x7f);
    check("Set1 = 0 clears the marked bits", b.rr(R.ComIrq), 0);
    b.wr(R.ComIrq, 0x81);
    check("Set1 = 1 sets them", b.rr(R.ComIrq), 1);
    b.wr(R.ComIrq, 0x01);
    check("and clears again", b.rr(R.ComIrq), 0);
    b.wr(R.ComIEn, 0x81);
    b.wr(R.ComIrq, 0x81);
    check("IRq in Status1 follows ComIEn", b.rr(R.Status1) & 0x10, 0x10);
    b.wr(R.Command, 0x05);
    check(
      "an unknown command ends in Idle and sets IdleIRq",
      [b.rr(R.Command) & 15, b.rr(R.ComIrq) & 0x10].join(),
      "0,16",
    );
    b.rd.setNRSTPD(false);
    check("NRSTPD low: MISO not driven", b.rr(R.Version), 0xff);
    b.rd.resetMiso = 0;
    check("or frozen low by option", b.rr(R.Version), 0);
    b.rd.setNRSTPD(true);
    b.time.advance(100e3);
    check("registers answer 0 before the oscillator runs", b.rr(R.Version), 0);
    b.time.advance(300e3);
    check("state was lost", b.rr(R.WaterLevel), 8);
  }

  {
    const b = bench([new Tag("04112233445566")]);
    b.wr(R.Command, 0x10);
    check(
      "soft power-down: field off, registers kept",
      [b.rd.rf, b.rr(R.TPrescaler), b.rr(R.Command)].join(),
      "false,169,16",
    );
    b.wr(R.Command, 0x00);
    b.time.advance(100e3);
    check("PowerDown reads 1 until the oscillator is back", b.rr(R.Command), 0x10);
    b.time.advance(300e3);
    check("awake, field on again", [b.rr(R.Command), b.rd.rf].join(), "0,true");
    b.wr(R.Command, 0);
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.FIFOData, 0x60, 4, 255, 255, 255, 255, 255, 255, 1, 2, 3, 4);
    b.wr(R.ComIrq, 0x7f);
    b.wr(R.Command, 0x0e);
    b.time.advance(2e6);
    check(
      "MFAuthent without a partner ends only by the timer",
      [b.rr(R.ComIrq) & 0x11, b.rr(R.Command) & 15, b.rr(R.Status2) & 8].join(),
      "1,14,0",
    );
    b.wr(R.FIFOData, 1);
    check("FIFO access during MFAuthent: WrErr", b.rr(R.Error) & 0x80, 0x80);
  }

  section("CRC coprocessor, self test, Mem");
  {
    const b = bench();
    const crc = (bytes, mode = 0x3d) => {
      b.wr(R.Mode, mode);
      b.wr(R.Command, 0);
      b.wr(R.DivIrq, 0x04);
      b.wr(R.FIFOLevel, 0x80);
      b.wr(R.FIFOData, ...bytes);
      b.wr(R.Command, 3);
      b.time.advance(bytes.length * 600 + 100);
      return [b.rr(R.DivIrq) & 4, hex([b.rr(R.CRCResultL), b.rr(R.CRCResultH)])].join(" ");
    };
    check("CalcCRC(00 00)", crc([0, 0]), "4 A01E");
    check("CalcCRC(12 34)", crc([0x12, 0x34]), "4 26CF");
    check("CalcCRC does not end by itself", b.rr(R.Command) & 15, 3);
    check(
      "preset FFFF",
      crc([0x31, 0x32], 0x3f),
      "4 " + hex([crc16([0x31, 0x32], 0xffff) & 255, crc16([0x31, 0x32], 0xffff) >> 8]),
    );
    check("CRC over data and CRC is zero: CRCOk", (crc([0, 0, 0xa0, 0x1e]), b.rr(R.Status1) & 0x60), 0x60);
    b.wr(R.Command, 0);
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.FIFOData, ...Array.from({ length: 25 }, (_, i) => i));
    b.wr(R.Command, 1);
    b.time.advance(10e3);
    b.wr(R.Command, 0x0f);
    b.time.advance(50e3);
    b.wr(R.Command, 1);
    b.time.advance(10e3);
    check("Mem survives SoftReset", [b.rr(R.FIFOLevel), b.rr(R.FIFOData), b.rr(R.FIFOData)].join(), "25,0,1");
    b.wr(R.FIFOLevel, 0x80);
    b.wr(R.AutoTest, 0x09);
    b.wr(R.FIFOData, 0);
    b.wr(R.Command, 3);
    b.time.advance(1e6);
    check(
      "self test: 64 bytes of version 2.0",
      [b.rr(R.FIFOLevel), hex(b.spi(0x92, 0x92, 0x92, 0x92, 0)).slice(2)].join(),
      "64,00EB66BA",
    );
  }

  section("timer");
  {
    const b = bench();
    b.wr(R.TMode, 0x00);
    b.wr(R.TPrescaler, 169);
    b.wr(R.TReloadL, 39);
    b.wr(R.ComIrq, 0x7f);
    const td = (((2 * 169 + 1) * 40) / 13.56e6) * 1e9; // 1.000 ms
    b.wr(R.Control, 0x40);
    b.time.advance(td - 1e3);
    check("TRunning, no TimerIRq 1 us early", [b.rr(R.Status1) & 8, b.rr(R.ComIrq) & 1].join(), "8,0");
    check("counter at 0 in the last tick", b.rr(R.TCounterL), 0);
    b.time.advance(2e3);
    check("TimerIRq at (2*169+1)*40/13.56 MHz = 1 ms", [b.rr(R.Status1) & 8, b.rr(R.ComIrq) & 1].join(), "0,1");
    b.wr(R.ComIrq, 1);
    b.wr(R.Control, 0x40);
    b.time.advance(400e3);
    b.wr(R.Control, 0x80);
    b.time.advance(2e6);
    check("TStopNow stops it", [b.rr(R.ComIrq) & 1, b.rr(R.TCounterL)].join(), "0,23");
    b.wr(R.TMode, 0x10);
    b.wr(R.Control, 0x40);
    b.time.advance(3.5 * td);
    b.wr(R.ComIrq, 1);
    b.time.advance(td);
    check("TAutoRestart", b.rr(R.ComIrq) & 1, 1);
  }

  section("one NTAG213");
  {
    const tag = new Tag("04112233445566");
    const b = bench([tag]);
    const a = b.xfer([0x26], 7);
    check("REQA -> ATQA 44 00", [hex(a.data), a.bits, a.err].join(), "4400,0,0");
    check("RxIRq and TxIRq, no TimerIRq", a.irq & 0x61, 0x60);
    check(
      "air time 8 + 19 + 1 bits and 89.3 us: 354 us",
      Math.abs(a.us - ((8 + 20) * ETU) / 1e3 - 1211 / 13.56) < 2,
      true,
    );
    const c = b.xfer([0x93, 0x20]);
    check("CL1: 88 04 11 22 and BCC", hex(c.data), "88041122" + "BF");
    const s = b.xfer(b.frame([0x93, 0x70, ...c.data]));
    check("SAK 04 (cascade), with CRC", hex(s.data), "04" + hex(crcA([4])));
    const d = b.xfer([0x95, 0x20]);
    check("CL2: 33 44 55 66 44", hex(d.data), "33445566" + "44");
    check("SAK 00", hex(b.xfer(b.frame([0x95, 0x70, ...d.data])).data), "00" + hex(crcA([0])));
    check("active: READ 0", hex(b.xfer(b.frame([0x30, 0x00])).data.slice(0, 9)), "041122" + "BF" + "33445566" + "44");
    check("READ rolls over after page 2C", hex(b.xfer(b.frame([0x30, 0x2a])).data.slice(12, 16)), "041122BF");
    check("GET_VERSION", hex(b.xfer(b.frame([0x60])).data.slice(0, 8)), "0004040201000F03");
    const w = b.xfer(b.frame([0xa2, 0x04, 1, 2, 3, 4]), 0, 0, 9e6);
    check("WRITE: the 1 ms timer runs out before the ACK", w.irq & 0x21, 0x01);
    b.time.advance(6e6);
    check("ACK of 4 bits in the FIFO", [b.rr(R.FIFOData) & 15, b.rr(R.Control) & 7].join(), "10,4");
    check("written", hex(b.xfer(b.frame([0x30, 0x04])).data.slice(0, 4)), "01020304");
    const n = b.xfer(b.frame([0x30, 0x2d]));
    check("READ beyond the end: NAK 0", [n.data[0] & 15, n.bits].join(), "0,4");
    check("and the tag left ACTIVE", tag.state, "idle");
    const z = b.xfer([0x93, 0x20]);
    check("no answer: TimerIRq alone", z.irq & 0x31, 0x01);
    check("timer counted from the end of the frame", Math.abs(z.us - ((1 + 18) * ETU) / 1e3 - 1000) < 3, true);
  }
}
