// An RP2040 in rp2040js that runs a MicroPython for the Pico: flash that can be written, resets, PIO on the processor's
// clock, USB serial. Time is real (`start`) or virtual (option `turbo`); board.mjs and run.mjs stand on it.
import fs from "node:fs";
import net from "node:net";
import { ConsoleLogger, LogLevel, RP2040 } from "rp2040js";
import { fixI2C, fixPads, fixSIO, fixUart } from "./fixes.mjs";
import { bootromB1 } from "./generated/bootrom.mjs";
import { installPio, stepPio } from "./pio.mjs";
import { speedUp } from "./speed.mjs";
import { SerialPort } from "./usb_serial.mjs";

export const FLASH_SIZE = 2 * 1024 * 1024;
const FILES_SIZE = 1408 * 1024; // MicroPython's file system, the last part of the flash
const FLASH_BASE = 0x10000000;
const UF2_BLOCK = 512;
const UF2_MAGIC = 0x0a324655;
// A W25Q16JV takes about so long.
const ERASE_SECTOR_NS = 45e6;
const PROGRAM_PAGE_NS = 0.7e6;
const STEPS = 20000; // instructions between two looks at the clock
const PIO_NS = 1000; // the longest sleep while a state machine runs

/** Put an image, UF2 or plain bytes, into `flash`. */
function loadImage(flash, file) {
  const data = fs.readFileSync(file);
  if (data.length < UF2_BLOCK || data.readUInt32LE(0) !== UF2_MAGIC) {
    flash.set(data, 0);
    return;
  }
  for (let at = 0; at + UF2_BLOCK <= data.length; at += UF2_BLOCK) {
    if (data.readUInt32LE(at) !== UF2_MAGIC) throw new Error(`${file} is no UF2 file from byte ${at} on`);
    const address = data.readUInt32LE(at + 12) - FLASH_BASE;
    const size = data.readUInt32LE(at + 16);
    if (address >= 0 && address < FLASH_SIZE) flash.set(data.subarray(at + 32, at + 32 + size), address);
  }
}

export class Pico {
  constructor(o = {}) {
    this.o = { turbo: false, log: LogLevel.Error, maxLagMs: 100, ...o };
    this.flashImage = new Uint8Array(FLASH_SIZE).fill(0xff);
    if (o.image) loadImage(this.flashImage, o.image);
    if (o.flash && fs.existsSync(o.flash)) {
      const kept = fs.readFileSync(o.flash); // of a run before: only its files come back
      const files = FLASH_SIZE - FILES_SIZE;
      if (kept.length === FLASH_SIZE) this.flashImage.set(kept.subarray(files), files);
    }
    this.onData = () => {};
    this.onConnect = () => {};
    this.hooks = [];
    this.resets = 0;
    this.flashOps = { erase: 0, program: 0 };
    this.instr = 0;
    this.busyMs = 0;
    this.reset(0);
  }

  // Chip reset: everything but the flash and the watchdog's scratch and reason registers starts anew.
  reset(reason, scratch) {
    const mcu = (this.mcu = new RP2040());
    mcu.logger = new ConsoleLogger(this.o.log, false);
    mcu.loadBootrom(bootromB1);
    if (this.o.fast !== false) speedUp(mcu);
    mcu.flash.set(this.flashImage, 0);
    for (let i = 1; i < 8; i++) mcu.flash.copyWithin(i * FLASH_SIZE, 0, FLASH_SIZE);
    this.patchBootrom();
    this.wd = mcu.peripherals[0x40058];
    this.wd.reason = reason;
    if (scratch) this.wd.scratchData.set(scratch);
    // rp2040js arms its alarm again with nothing to wait for: an endless loop unless it is switched off here.
    this.wd.onWatchdogTrigger = () => {
      this.wd.alarm.enable = false;
      this.pendingReset = this.wd.reason || 1;
    };
    const cdc = (this.cdc = new SerialPort(mcu.usbCtrl));
    cdc.onDeviceConnected = () => {
      this.connected = true;
      this.onConnect(this);
    };
    cdc.onSerialData = (v) => this.onData(v);
    this.connected = false;
    this.pendingReset = 0;
    mcu.core.PC = 0x10000000;
    this.t0 = performance.now();
    this.n0 = mcu.clock.nanos;
    installPio(this);
    fixUart(mcu);
    fixPads(mcu, this);
    fixI2C(mcu);
    fixSIO(mcu);
    for (const h of this.hooks) h(mcu, this);
  }
  hook(fn) {
    this.hooks.push(fn);
    fn(this.mcu, this);
  }
  // The boot ROM's flash routines drive the flash interface bit by bit, which rp2040js does not model: each becomes
  // BKPT #n; BX LR, and onBreak does its work.
  patchBootrom() {
    const { mcu } = this;
    const rom = mcu.bootrom;
    const r16 = (a) => (rom[a >> 2] >>> ((a & 2) * 8)) & 0xffff;
    const w16 = (a, v) => {
      const s = (a & 2) * 8;
      rom[a >> 2] = ((rom[a >> 2] & ~(0xffff << s)) | (v << s)) >>> 0;
    };
    // The flash's chip select reads low by itself, which is BOOTSEL pressed.
    mcu.qspi[1].padValue |= 0x40;
    mcu.qspi[1].setInputValue(true);
    const names = { IF: 0x01, EX: 0x02, RE: 0x03, RP: 0x04, FC: 0x05, CX: 0x06, UB: 0x07 };
    for (let p = r16(0x14); r16(p); p += 4) {
      const n = String.fromCharCode(r16(p) & 0xff, r16(p) >> 8);
      if (names[n]) {
        const a = r16(p + 2) & ~1;
        w16(a, 0xbe00 | 0xe0 | names[n]);
        w16(a + 2, 0x4770);
      }
    }
    mcu.onBreak = (code) => {
      const { registers: r } = mcu.core;
      switch (code) {
        case 0xe3:
          this.flashErase(r[0], r[1]);
          break;
        case 0xe4:
          this.flashProgram(r[0], r[1], r[2]);
          break;
        case 0xe1:
        case 0xe2:
        case 0xe5:
        case 0xe6:
          break;
        case 0xe7:
          console.error("[pico] reset_usb_boot (bootloader) called");
          this.pendingReset = 1;
          break;
        default:
          console.error(`[pico] BKPT #${code} at ${(mcu.core.PC - 2).toString(16)}`);
          this.stopped = true;
      }
    };
  }
  flashErase(off, n) {
    this.flashOps.erase++;
    this.mcu.flash.fill(0xff, off, off + n);
    this.flashImage.fill(0xff, off, off + n);
    this.dirty = true;
    this.mcu.clock.tick((n / 4096) * ERASE_SECTOR_NS);
  }
  flashProgram(off, addr, n) {
    this.flashOps.program++;
    const { mcu } = this;
    for (let i = 0; i < n; i++) {
      const v = mcu.flash[off + i] & mcu.readUint8(addr + i);
      mcu.flash[off + i] = v;
      this.flashImage[off + i] = v;
    }
    this.dirty = true;
    mcu.clock.tick((n / 256) * PROGRAM_PAGE_NS);
  }
  saveFlash() {
    if (this.o.flash && this.dirty) {
      fs.writeFileSync(this.o.flash, this.flashImage);
      this.dirty = false;
    }
  }

  // Run up to `ms` of real time; returns how many ms to sleep (0: call again at once, below 0: the chip has stopped).
  slice(ms = 8) {
    const began = performance.now();
    for (;;) {
      const rest = this.stepMany();
      if (this.pendingReset) this.restart();
      if (this.stopped) return -1;
      const now = performance.now();
      const lag = now - this.t0 - (this.mcu.clock.nanos - this.n0) / 1e6; // emulation slower than real time
      if (lag > this.o.maxLagMs) this.t0 += lag - this.o.maxLagMs;
      if (rest > 0 || now - began > ms) {
        this.busyMs += now - began;
        return rest;
      }
    }
  }
  // Some thousand instructions; returns how many ms there is nothing to do (0: there is).
  stepMany() {
    const { mcu } = this;
    const { core, clock } = mcu;
    let n = 0;
    while (n < STEPS && !this.pendingReset) {
      if (core.waiting) {
        const wait = this.nsUntilEvent();
        const room = this.roomNs(wait);
        if (wait > room) {
          if (room > 0) clock.tick(room);
          this.instr += n;
          return core.waiting ? Math.min(1000, (wait - Math.max(room, 0)) / 1e6) : 0;
        }
        this.sleep(wait);
        n += 10;
        continue;
      }
      const nsPerCycle = 1e9 / mcu.clkSys;
      do {
        const cycles = core.executeInstruction();
        const after = clock.nanosCounter + cycles * nsPerCycle;
        const alarm = clock.nextAlarm;
        if (alarm && alarm.nanos <= after) clock.tick(after - clock.nanosCounter);
        else clock.nanosCounter = after;
        this.sysCycles += cycles;
        if (this.pioActive) stepPio(this);
        n++;
      } while (n < STEPS && !core.waiting && !this.pendingReset);
    }
    this.instr += n;
    return 0;
  }
  nsUntilEvent() {
    const { clock } = this.mcu;
    const wait = clock.nextAlarm ? clock.nextAlarm.nanos - clock.nanos : Infinity;
    return this.pioActive ? Math.min(wait, PIO_NS) : wait;
  }
  // How far time may go on now: on virtual time to any event, else as far as real time has come.
  roomNs(wait) {
    if (this.o.turbo) return wait === Infinity ? 0 : Infinity;
    return this.n0 + (performance.now() - this.t0) * 1e6 - this.mcu.clock.nanos;
  }
  // The processor waits for an interrupt; time and PIO go on.
  sleep(ns) {
    const { clkSys, clock } = this.mcu;
    clock.tick(Math.max(ns, 0));
    if (!this.pioActive) return;
    this.sysCycles += (ns * clkSys) / 1e9;
    stepPio(this);
  }
  restart() {
    const reason = this.pendingReset;
    const scratch = this.wd.scratchData.slice();
    this.flashImage.set(this.mcu.flash.subarray(0, FLASH_SIZE));
    this.resets++;
    this.reset(reason, scratch);
    this.onReset?.(reason);
  }
  start() {
    const go = () => {
      this.timer = null;
      const r = this.slice();
      if (r < 0) return;
      if (r === 0 || this.poked) {
        this.poked = false;
        this.imm = setImmediate(() => {
          this.imm = null;
          go();
        });
      } else this.timer = setTimeout(go, Math.max(r, 0.5));
    };
    this.go = go;
    go();
  }
  poke() {
    if (this.timer) {
      clearTimeout(this.timer);
      this.timer = null;
      this.go();
    } else this.poked = true;
  }
  send(buf) {
    this.cdc.send(buf);
    this.poke();
  }
}

export function serve(pico, port) {
  const socks = new Set();
  pico.onData = (v) => {
    for (const s of socks) s.write(v);
    pico.tap?.(v);
  };
  return net
    .createServer((s) => {
      s.setNoDelay(true);
      socks.add(s);
      s.on("data", (d) => pico.send(d));
      s.on("close", () => socks.delete(s));
      s.on("error", () => socks.delete(s));
    })
    .listen(port, "127.0.0.1");
}
