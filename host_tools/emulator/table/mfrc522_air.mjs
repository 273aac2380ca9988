// The radio half of the MFRC522 model: antenna drivers, transmitter, receiver (data sheet sections 8.2, 8.5, 9.3.1, 9.3.2).
import { ETU, crcA, toRaw, oddParity } from "./bits.mjs";
import { R, IRQ, ERR, CMD, MODEM, GAIN_DB } from "./mfrc522_registers.mjs";

export class Radio {
  // ---- field
  updateField() {
    const r = this.r;
    const tc = r[R.TxControl];
    const on = this.nrstpd && !(r[R.Command] & 0x10) && this.ready();
    const n = (tc & 1) + ((tc >> 1) & 1);
    const push = !!(tc & 0x80) !== !!(tc & 0x40);
    // Both drivers in phase leave no voltage across the antenna; one driver alone gives half.
    let s = !on || (r[R.TxSel] & 0x30) === 0 ? 0 : n === 2 ? (push ? 1 : 0) : n === 1 ? 0.5 : 0;
    s *= Math.min(1, Math.sqrt(((r[R.GsN] >> 4) / 8) * (r[R.CWGsP] / 0x20)));
    if (n === 2 && !push && on) this.note("TX1 and TX2 in phase: no field");
    const was = this.rf;
    this.rf = s > 0;
    if (this.rf !== was) {
      if (this.rf) this.rfSince = this.time.now();
      else this.stats.rfOnNs += this.time.now() - this.rfSince;
      this.onField?.(this, this.rf);
    }
    if (this.field.strength !== s) this.field.setStrength(s);
    if (this.rf && this.modem === MODEM.txWait) this.transmit();
  }
  rfOnNs() {
    return this.stats.rfOnNs + (this.rf ? this.time.now() - this.rfSince : 0);
  }

  // ---- transmitter
  startSend() {
    if ((this.r[R.Command] & 15) !== CMD.Transceive) {
      this.note("StartSend without Transceive");
      return;
    }
    if (this.modem === MODEM.transmitting || this.modem === MODEM.txWait) return;
    for (const e of this.rxEvs ?? []) this.forget(e);
    this.rxEvs = [];
    this.transmit();
  }
  transmit() {
    const r = this.r;
    if (!this.rf && r[R.Mode] & 0x20) {
      this.modem = MODEM.txWait; // TxWaitRF
      return;
    }
    const bytes = this.fifo.splice(0);
    const parity = !(r[R.MfRx] & 0x10);
    this.levelChanged();
    if (!bytes.length) {
      this.note("StartSend with an empty FIFO");
      return;
    }
    if (r[R.TxMode] & 0x80) bytes.push(...crcA(bytes));
    const raw = toRaw(bytes, r[R.TxMode] & 0x80 ? 0 : r[R.BitFraming] & 7, parity);
    this.modem = MODEM.transmitting;
    this.stats.exchanges++;
    this.txEv = this.after((1 + raw.length) * ETU, () => this.txEnd(raw));
  }
  txEnd(raw) {
    const r = this.r;
    const cmd = r[R.Command] & 15;
    this.txEv = null;
    this.raise(IRQ.Tx);
    if (r[R.TMode] & 0x80) this.timerStart();
    // Tags see a frame only with 100 % ASK (or at least some modulation), 106 kbit/s and the field on.
    const modulates =
      (r[R.TxASK] & 0x40 || (r[R.ModGsP] & 0x3f) < (r[R.CWGsP] & 0x3f)) &&
      (r[R.TxSel] & 0x30) === 0x10 &&
      !(r[R.TxMode] & 0x70);
    const answer = this.rf && modulates ? this.field.transmit(raw) : null;
    this.onAir?.(raw, answer);
    if (cmd === CMD.Transmit) this.done();
    else if (cmd === CMD.Transceive) {
      this.modem = MODEM.rxWait;
      const wait = (r[R.RxSel] & 0x3f) * ETU;
      this.rxEvs.push(
        this.after(wait, () => {
          if (this.modem === MODEM.rxWait) {
            this.modem = MODEM.waitData;
            this.startReceiver();
          }
        }),
      );
    }
    if (answer) {
      const e = this.after(answer.start - this.time.now(), () => this.sof(answer));
      this.rxEvs.push(e);
    }
  }

  // ---- receiver
  startReceiver() {
    this.error &= ~(ERR.Coll | ERR.CRC | ERR.Parity | ERR.Protocol);
    this.collValid = false;
  }
  sof(answer) {
    const r = this.r;
    const f = this.faults;
    if (
      !this.rf ||
      this.modem !== MODEM.waitData ||
      r[R.Command] & 0x20 ||
      r[R.RxSel] >> 6 !== 2 ||
      r[R.RxMode] & 0x70
    ) {
      this.note("an answer came while the receiver was off");
      return;
    }
    const level = 20 * Math.log10(Math.max(answer.level, 1e-3)) + GAIN_DB[(r[R.RFCfg] >> 4) & 7];
    if (level < this.sensitivityDb || level >= f.saturatesAtDb) {
      this.note(level < this.sensitivityDb ? "answer too weak" : "receiver saturated");
      return;
    }
    if (f.dropNext > 0) {
      f.dropNext--;
      return;
    }
    if (f.drop && this.random() < f.drop) return;
    if (f.badSofNext > 0) {
      // the start bit is not recognised: ProtocolErr, a frame without data
      f.badSofNext--;
      this.modem = MODEM.receiving;
      if (r[R.TMode] & 0x80) this.timerStop();
      this.rxEvs.push(
        this.after(ETU, () => this.fail(ERR.Protocol)),
        this.after((answer.sym.length + 2) * ETU, () => this.rxEnd([], 0)),
      );
      return;
    }
    const sym = answer.sym.map((s) => ({ ...s }));
    for (const s of sym) if (f.bitErr && this.random() < f.bitErr) s.v ^= 1;
    if (f.corruptNext > 0) {
      f.corruptNext--;
      sym[(this.random() * sym.length) | 0].v ^= 1;
    }
    this.modem = MODEM.receiving;
    this.stats.answers++;
    if (r[R.TMode] & 0x80 && !(r[R.RxMode] & 0x04)) this.rxEvs.push(this.after(5 * ETU, () => this.timerStop())); // start bit and four data bits
    this.decode(sym);
  }
  // Manchester symbols -> FIFO bytes, each pushed when its last bit has arrived.
  decode(sym) {
    const r = this.r;
    const parity = !(r[R.MfRx] & 0x10);
    const align = (r[R.BitFraming] >> 4) & 7;
    const keep = !!(r[R.Coll] & 0x80);
    const limit = Math.max(0.05, (r[R.RxThreshold] & 7) / 8);
    const got = [];
    const collBit = () => (this.collBit === "random" ? +(this.random() < 0.5) : this.collBit);
    let pos = align;
    let byte = 0;
    let first = true;
    let collided = false;
    let n = 0;
    let frame = 0;
    const at = (i, fn) => this.rxEvs.push(this.after((2 + i) * ETU, fn)); // start bit + bits 0..i
    const push = (i, b) => {
      got.push(b);
      at(i, () => this.receiveByte(b));
    };
    sym.forEach((s, i) => {
      if (parity && pos === 8) {
        if (!collided && !(first && align) && s.v !== oddParity(byte)) at(i, () => this.fail(ERR.Parity));
        push(i, byte);
        byte = 0;
        pos = 0;
        first = false;
        frame++;
        return;
      }
      if (!parity && pos === 8) {
        push(i - 1, byte);
        byte = 0;
        pos = 0;
        first = false;
        frame++;
      }
      n++;
      let v = s.v;
      if (s.weak >= limit && !collided) {
        collided = true;
        v = collBit();
        this.stats.collisions++;
        const p = this.collPosFrom === "aligned" ? frame * 8 + pos + 1 : n;
        at(i, () => {
          this.collValid = p <= 32;
          this.collPos = p & 0x1f;
          this.fail(ERR.Coll);
        });
      } else if (collided && !keep) v = 0;
      byte |= v << pos++;
    });
    const last = sym.length - 1;
    if (r[R.RxMode] & 0x08 && n < 4) {
      // RxNoErr
      this.rxEvs.push(
        this.after((last + 3) * ETU, () => {
          this.modem = MODEM.waitData;
        }),
      );
      return;
    }
    if (pos > (first ? align : 0)) push(last, byte);
    const lastBits = pos & 7;
    this.rxEvs.push(this.after((last + 3) * ETU, () => this.rxEnd(got, lastBits)));
  }
  receiveByte(b) {
    if (this.fifo.length >= 64) {
      this.fail(ERR.BufferOvfl);
      return;
    }
    this.fifo.push(b);
    this.levelChanged();
  }
  rxEnd(got, lastBits) {
    const r = this.r;
    const cmd = r[R.Command] & 15;
    this.rxLastBits = lastBits;
    if (r[R.RxMode] & 0x80) {
      // RxCRCEn: check, and keep the CRC out of the FIFO
      const d = got.slice(0, -2);
      const c = crcA(d);
      if (got.length < 3 || lastBits || c[0] !== got.at(-2) || c[1] !== got.at(-1)) this.fail(ERR.CRC);
      else {
        this.fifo.length = Math.max(0, this.fifo.length - 2);
        this.levelChanged();
      }
    }
    this.raise(IRQ.Rx);
    if (cmd === CMD.Receive && !(r[R.RxMode] & 0x04)) this.done();
    else this.modem = r[R.RxMode] & 0x04 ? MODEM.waitData : MODEM.waitStart;
  }
}
