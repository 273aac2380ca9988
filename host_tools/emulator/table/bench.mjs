// A reader on a bench, without a Pico, for checks of the models: registers are written and tags laid by hand.
import { crcA } from "./bits.mjs";
import { CMD, MFRC522, R } from "./mfrc522.mjs";
import { SimTime } from "./simtime.mjs";

// A reader out of reset with the usual set-up (timer 25 us x 40 = about 1 ms, 100 % ASK, CRC preset 6363, field on).
export function bench(tags = [], o = {}) {
  const time = new SimTime();
  const rd = new MFRC522(time, { oscNs: 300e3, ...o });
  const spi = (...b) => {
    rd.select();
    const out = b.map((v) => {
      const m = rd.miso();
      rd.exchange(v);
      return m ?? 0xff;
    });
    rd.deselect();
    return out;
  };
  const wr = (a, ...v) => {
    spi(a << 1, ...v);
  };
  const rr = (a) => spi(0x80 | (a << 1), 0)[1];
  rd.setNRSTPD(true);
  time.advance(1e6);
  for (const [t, c] of tags.map((t) => (Array.isArray(t) ? t : [t, 1]))) rd.field.place(t, c);
  wr(R.TMode, 0x80);
  wr(R.TPrescaler, 0xa9);
  wr(R.TReloadH, 0);
  wr(R.TReloadL, 39);
  wr(R.TxASK, 0x40);
  wr(R.Mode, 0x3d);
  wr(R.TxControl, 0x83);
  time.advance(5.1e6);
  // One exchange: returns what a driver can see.
  const xfer = (bytes, framing = 0, coll = 0x00, waitNs = 3e6) => {
    wr(R.Command, 0);
    wr(R.ComIrq, 0x7f);
    wr(R.FIFOLevel, 0x80);
    wr(R.Coll, coll);
    wr(R.FIFOData, ...bytes);
    wr(R.Command, CMD.Transceive);
    wr(R.BitFraming, framing | 0x80);
    const t0 = time.now();
    let dt = 0;
    while (!(rr(R.ComIrq) & 0x31) && dt < waitNs) {
      time.advance(1e3);
      dt = time.now() - t0;
    }
    const irq = rr(R.ComIrq);
    const n = rr(R.FIFOLevel);
    const data = [];
    for (let i = 0; i < n; i++) data.push(rr(R.FIFOData));
    return { irq, err: rr(R.Error), data, bits: rr(R.Control) & 7, coll: rr(R.Coll), us: dt / 1e3 };
  };
  const frame = (b) => [...b, ...crcA(b)];
  const select = (tag) =>
    tag
      .levels()
      .map((l, i) => xfer(frame([[0x93, 0x95][i], 0x70, ...l])))
      .at(-1);
  return { time, rd, spi, wr, rr, xfer, frame, select };
}
