// Makes rp2040js several times as fast: the decoder of make_decoder.mjs, and short ways to RAM and flash. The results
// are those of its own code.
import { executeInstruction } from "./generated/decoder.mjs";

export function speedUp(mcu) {
  mcu.sram16 = new Uint16Array(mcu.sram.buffer);
  mcu.sram32 = new Uint32Array(mcu.sram.buffer);
  mcu.rom16 = new Uint16Array(mcu.bootrom.buffer);
  mcu.flash32 = new Uint32Array(mcu.flash.buffer);
  const cp = Object.getPrototypeOf(mcu.core);
  const rp = Object.getPrototypeOf(mcu);
  if (rp._fast) return;
  rp._fast = true;
  cp.executeInstruction = executeInstruction;
  const r32 = rp.readUint32;
  const w32 = rp.writeUint32;
  rp.readUint32 = function (a) {
    a >>>= 0;
    if ((a & 3) === 0) {
      if (a >= 0x20000000 && a < 0x20042000) return this.sram32[(a - 0x20000000) >> 2];
      if (a >= 0x10000000 && a < 0x11000000) return this.flash32[(a - 0x10000000) >> 2];
    }
    return r32.call(this, a);
  };
  rp.writeUint32 = function (a, v) {
    a >>>= 0;
    if (a >= 0x20000000 && a < 0x20042000 && (a & 3) === 0) {
      this.sram32[(a - 0x20000000) >> 2] = v;
      return;
    }
    w32.call(this, a, v);
  };
}
