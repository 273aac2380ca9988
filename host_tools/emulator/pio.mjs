// The PIO state machines on the processor's clock: rp2040js steps them from a timer of the host, a thousand steps at a
// time, with no clock divider and no delays. Units: cycles of the system clock (pico.sysCycles, pico.pioTime).
export function installPio(pico) {
  pico.pios = pico.mcu.pio;
  pico.pioActive = false;
  pico.sysCycles = 0;
  for (const p of pico.pios)
    for (const m of p.machines) {
      // a machine that waits for its TX FIFO sleeps until something is written
      const w = m.writeFIFO.bind(m);
      m.writeFIFO = (v) => {
        if (m._asleep) {
          m._asleep = false;
          m._next = pico.sysCycles;
        }
        w(v);
        pico.pioActive = true;
      };
    }
  for (const p of pico.pios) {
    p.run = () => {
      for (const m of p.machines) m._next = pico.sysCycles;
      pico.pioActive = true;
    };
    const orig = p.writeUint32.bind(p);
    p.writeUint32 = (o, v) => {
      if (o === 0)
        for (let i = 0; i < 4; i++) if ((v >> i) & 1 && !p.machines[i].enabled) p.machines[i]._next = pico.sysCycles;
      orig(o, v);
    };
  }
}

export function stepPio(pico) {
  let any = false;
  const now = pico.sysCycles;
  for (const p of pico.pios) {
    if (p.stopped) continue;
    for (const m of p.machines) {
      if (!m.enabled) continue;
      if (m.waiting && (m.waitType === 3 || m.waitType === 5) && m.txFIFO.empty) {
        m._asleep = true;
        continue;
      }
      any = true;
      while (m._next <= now) {
        const div = (m.clockDivInt || 65536) + m.clockDivFrac / 256;
        const c0 = m.cycles;
        pico.pioTime = m._next;
        m.step();
        const dc = m.waiting ? 1 : Math.max(1, m.cycles - c0);
        m._next += dc * div;
        p.checkChangedPins();
        if (m.waiting && m._next < now) m._next = now;
      }
    }
  }
  pico.pioActive = any;
}
