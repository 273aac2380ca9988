// Small corrections to rp2040js 1.4.1 that MicroPython needs.

// A pad's input follows its own output or its pull resistor unless something outside drives it (pico.drive(pin, level|null)).
export function fixPads(mcu, pico) {
  const ext = new Array(30).fill(null);
  const upd = (g) => {
    const s = g.value; // 0 low 1 high 2 float 3 pull-up 4 pull-down 5 keeper
    let v;
    if (ext[g.index] === 0)
      v = false; // an outside open-drain pull-down wins
    else if (s === 0 || s === 1) v = s === 1;
    else if (ext[g.index] !== null) v = !!ext[g.index];
    else v = s === 3 ? true : s === 5 ? g.rawInputValue : false;
    if (v !== g.rawInputValue) g.setInputValue(v);
  };
  for (const g of mcu.gpio) {
    g.addListener(() => upd(g));
    upd(g);
  }
  pico.drive = (pin, level) => {
    ext[pin] = level;
    upd(mcu.gpio[pin]);
  };
}
// After an address NAK the SDK polls for TX_EMPTY; rp2040js empties the FIFO but never sets the flag.
export function fixI2C(mcu) {
  for (const i of mcu.i2c) {
    const ab = i.abort.bind(i);
    i.abort = (r) => {
      ab(r);
      i.setInterrupts(0x10);
    };
  }
}
// SIO inter-core FIFO: no core 1 runs here, but the SDK's multicore_reset_core1() (used at every soft reset)
// waits for the word 0 that core 1's boot ROM sends after a reset.
export function fixSIO(mcu) {
  const rx = [];
  const r = mcu.sio.readUint32.bind(mcu.sio);
  const w = mcu.sio.writeUint32.bind(mcu.sio);
  mcu.sio.readUint32 = (o) => (o === 0x50 ? 2 | (rx.length ? 1 : 0) : o === 0x58 ? (rx.shift() ?? 0) : r(o));
  mcu.sio.writeUint32 = (o, v) => {
    if (o === 0x54) {
      if (v) mcu.logger.error("SIO", "core 1 launch: not emulated");
      return;
    }
    if (o === 0x50) return;
    w(o, v);
  };
  const psm = mcu.peripherals[0x40010];
  let off = 0;
  const pw = psm.writeUint32.bind(psm);
  psm.writeUint32 = (o, v) => {
    if (o === 4) {
      if (off & 0x10000 && !(v & 0x10000)) rx.push(0);
      off = v;
    }
    pw(o, v);
  };
}

// rp2040js asserts the UART TX interrupt for ever (no TX FIFO): MicroPython's UART IRQ handler then never
// returns to thread mode. This gives each UART a 32-byte TX FIFO drained at the baud rate, and the PL011
// rule that TXRIS is set by the level falling through the trigger and cleared by ICR or by filling.
export function fixUart(mcu) {
  for (const u of mcu.uart) {
    const tx = [];
    let busy = false;
    const al = mcu.clock.createAlarm(() => {
      const b = tx.shift();
      const f = u.onByte;
      if (f) f(b);
      busy = false;
      if (tx.length <= 4) u.interruptStatus |= 0x20;
      u.checkInterrupts();
      next();
    });
    const next = () => {
      if (!busy && tx.length) {
        busy = true;
        al.schedule(10e9 / Math.max(u.baudRate, 300));
      }
    };
    u.checkInterrupts = () => mcu.setInterrupt(u.irq, !!(u.interruptStatus & u.interruptMask));
    Object.defineProperty(u, "flags", {
      get: () =>
        (u.rxFIFO.full ? 0x40 : 0) |
        (u.rxFIFO.empty ? 0x10 : 0) |
        (tx.length ? 0 : 0x80) |
        (tx.length >= 32 ? 0x20 : 0) |
        (tx.length ? 8 : 0),
    });
    const w = u.writeUint32.bind(u);
    u.writeUint32 = (o, v) => {
      if (o === 0) {
        if (tx.length < 32) tx.push(v & 0xff);
        if (tx.length > 4) u.interruptStatus &= ~0x20;
        u.checkInterrupts();
        next();
        return;
      }
      w(o, v);
    };
  }
}
