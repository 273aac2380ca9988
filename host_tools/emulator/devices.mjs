// Example devices on the emulated board. default(pico) is called once; the hook runs again after every chip reset.
export default function (pico) {
  pico.hook((mcu) => {
    const log = (...a) => console.error("[dev]", ...a);
    // --- SPI0 (sck 18, mosi 19, miso 16, cs 17): a chip with register reads (bit7 = read) and id 0x42 in reg 0x0f, plus JEDEC 0x9f
    let sel = false;
    let cmd = -1;
    let n = 0;
    const regs = new Uint8Array(128);
    regs[0x0f] = 0x42;
    mcu.gpio[17].addListener((s) => {
      const v = s === 0;
      if (v !== sel) {
        sel = v;
        cmd = -1;
        n = 0;
      }
    });
    mcu.spi[0].onTransmit = (v) => {
      let r = 0xff;
      if (sel) {
        if (cmd < 0) {
          cmd = v;
          r = 0;
        } else if (cmd === 0x9f) {
          r = [0xef, 0x40, 0x15][n] ?? 0;
          n++;
        } else if (cmd & 0x80) {
          r = regs[(cmd + n) & 0x7f];
          n++;
        } else {
          regs[(cmd + n) & 0x7f] = v;
          n++;
          r = 0;
        }
      }
      const spi = mcu.spi[0];
      const ns = 8e9 / spi.clockFrequency; // time on the wire
      if (!spi._al) spi._al = mcu.clock.createAlarm(() => spi.completeTransmit(spi._r));
      spi._r = r;
      spi._al.schedule(ns);
    };
    // --- I2C0 (sda 4, scl 5): an EEPROM-like device at 0x50
    const i2c = mcu.i2c[0];
    let addr = -1;
    let ptr = 0;
    let first = true;
    const mem = new Uint8Array(256);
    mem.set([1, 2, 3, 4]);
    i2c.onStart = () => {
      first = true;
      i2c.completeStart();
    };
    i2c.onConnect = (a) => {
      addr = a;
      i2c.completeConnect(a === 0x50);
    };
    i2c.onWriteByte = (b) => {
      if (first) {
        ptr = b;
        first = false;
      } else mem[ptr++ & 255] = b;
      i2c.completeWrite(true);
    };
    i2c.onReadByte = () => i2c.completeRead(mem[ptr++ & 255]);
    i2c.onStop = () => i2c.completeStop();
    // --- WS2812 decoders on GPIO 15 (machine.bitstream / SIO) and 14 (PIO)
    for (const pin of [14, 15]) {
      let rise = 0;
      let bits = [];
      let hi = [];
      let lastFall = 0;
      let lo = [];
      let tm = null;
      const now = () => (pin === 14 ? (pico.pioTime * 1e9) / mcu.clkSys : (pico.sysCycles * 1e9) / mcu.clkSys);
      const done = () => {
        const by = [];
        for (let i = 0; i + 8 <= bits.length; i += 8) by.push(parseInt(bits.slice(i, i + 8).join(""), 2));
        const st = (a) => (a.length ? `${Math.min(...a).toFixed(0)}..${Math.max(...a).toFixed(0)}` : "-");
        log(
          `WS2812 pin ${pin}: ${bits.length} bits GRB=[${by}] high0 ${st(hi.filter((x) => x < 600))} ns high1 ${st(hi.filter((x) => x >= 600))} ns low ${st(lo)} ns`,
        );
        bits = [];
        hi = [];
        lo = [];
      };
      mcu.gpio[pin].addListener((s) => {
        const t = now();
        if (s === 1) {
          if (bits.length) {
            const l = t - lastFall;
            if (l > 50000) done();
            else lo.push(l);
          }
          rise = t;
        } else if (s === 0 && rise) {
          const w = t - rise;
          rise = 0;
          hi.push(w);
          bits.push(w > 600 ? 1 : 0);
          lastFall = t;
          clearTimeout(tm);
          tm = setTimeout(() => {
            if (bits.length) done();
          }, 50);
        }
      });
    }
    // --- a button: GPIO 2 follows GPIO 3 inverted (wire), ADC values
    pico.drive(2, 1);
    mcu.gpio[3].addListener((s) => pico.drive(2, s !== 1 ? 1 : 0));
    mcu.adc.channelValues[0] = 2048;
    mcu.adc.channelValues[4] = 876;
    mcu.gpio[25].addListener((s) => {
      pico.led = s;
      pico.ledEdges = (pico.ledEdges || 0) + 1;
    });
    mcu.uart[1].onByte = (b) => {
      mcu.uart[1].feedByte(b ^ 0x20);
    }; // UART1: echo, case swapped
  });
}
