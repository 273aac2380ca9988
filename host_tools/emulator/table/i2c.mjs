// An I2C bus with several devices, reached by the RP2040's own controller (with bus time) and by bit-banging on the pins
// (MicroPython's I2C.scan() and SoftI2C work that way). Device: { start(read) -> ack, write(byte) -> ack, read() -> byte, stop() }.
export class I2CBus {
  constructor(time) {
    this.time = time;
    this.devices = new Map();
    this.stats = { bytes: 0, naks: 0 };
  }
  add(address, device) {
    this.devices.set(address, device);
    return device;
  }

  // The controller inside the RP2040 (rp2040js RPI2C); clkSys gives the bit time from its SCL counts.
  attachController(i2c, mcu) {
    const bit = () => ((i2c.sclHighPeriod + i2c.sclLowPeriod || 1250) * 1e9) / mcu.clkSys;
    const byte = (fn) => this.time.after(9 * bit(), fn);
    let dev = null;
    i2c.onStart = () => this.time.after(bit(), () => i2c.completeStart());
    i2c.onConnect = (addr, mode) =>
      byte(() => {
        dev = this.devices.get(addr);
        const ack = !!dev && dev.start(mode === 1);
        if (!ack) this.stats.naks++;
        i2c.completeConnect(ack);
      });
    i2c.onWriteByte = (v) =>
      byte(() => {
        this.stats.bytes++;
        i2c.completeWrite(!!dev?.write(v));
      });
    i2c.onReadByte = () =>
      byte(() => {
        this.stats.bytes++;
        i2c.completeRead(dev ? dev.read() : 0xff);
      });
    i2c.onStop = () =>
      this.time.after(bit(), () => {
        dev?.stop();
        dev = null;
        i2c.completeStop();
      });
  }

  // The same devices seen from the two pins: start, stop, bits on the rising clock, our answers on the falling one.
  attachPins(sdaPin, sclPin, drive) {
    let sda = true;
    let scl = true;
    let phase = "idle";
    let n = 0;
    let shift = 0;
    let dev = null;
    let read = false;
    let out = 0;
    const pull = (low) => drive(low ? 0 : null);
    const high = (p) => p.value !== 0; // open drain: only a driven 0 is low (pull-ups are on the board)
    const edgeSda = () => {
      const v = high(sdaPin);
      if (v === sda) return;
      sda = v;
      if (!scl) return;
      if (v) {
        // STOP
        if (phase !== "idle") dev?.stop();
        phase = "idle";
        dev = null;
      } else {
        // START
        phase = "address";
        n = 0;
        shift = 0;
      }
      pull(false);
    };
    const rise = () => {
      if ((phase === "address" || phase === "write") && n < 8) {
        shift = ((shift << 1) | (sda ? 1 : 0)) & 0xff;
        n++;
      }
      if (phase === "read" && n === 8) {
        // the master's answer to our byte
        if (sda) phase = "nak";
        else n = 9;
      }
    };
    const addressed = () => {
      dev = this.devices.get(shift >> 1);
      read = !!(shift & 1);
      const ack = !!dev && dev.start(read);
      if (!ack) {
        dev = null;
        this.stats.naks++;
      }
      n = 9;
      phase = ack ? "ack" : "lost";
      pull(ack);
    };
    const written = () => {
      this.stats.bytes++;
      const ack = dev.write(shift);
      phase = ack ? "ack" : "lost";
      pull(ack);
    };
    const nextByte = () => {
      n = 0;
      shift = 0;
      phase = read ? "read" : "write";
      if (read) {
        out = dev.read();
        this.stats.bytes++;
        pull(!(out & 0x80));
      } else pull(false);
    };
    const fall = () => {
      if (phase === "address" && n === 8) addressed();
      else if (phase === "write" && n === 8) written();
      else if (phase === "ack" || (phase === "read" && n === 9)) nextByte();
      else if (phase === "read") {
        n++;
        pull(n < 8 && !((out >> (7 - n)) & 1));
      } else if (phase === "lost" || phase === "nak") pull(false);
    };
    const edgeScl = () => {
      const v = high(sclPin);
      if (v === scl) return;
      scl = v;
      if (v) rise();
      else fall();
    };
    sdaPin.addListener(edgeSda);
    sclPin.addListener(edgeScl);
  }
}
