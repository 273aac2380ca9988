// Power cuts inside flash operations, for the two powercut scripts: the n-th erase or program of a board stops half way (a
// random part of the sector or page done, some bits torn) and throws Cut.
import { Unit } from "./unit.mjs";

export class Cut extends Error {}

let seed = 1;
export const reseed = (number) => {
  seed = number;
};
/** From 0 to 1; the same seed gives the same cuts. */
export const random = () => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) / 0x7fffffff;

export class CutUnit extends Unit {
  /** cutAt: which operation is cut, counted from 1 while `armed`; 0 for none. */
  constructor(image, cutAt) {
    super({ image });
    this.operations = 0;
    this.armed = true;
    this.cut = null; // what was cut, in words
    const erase = this.pico.flashErase;
    const program = this.pico.flashProgram;
    const hit = () => this.armed && ++this.operations === cutAt;
    this.pico.flashErase = (offset, size) => (hit() ? this.cutErase(offset, size) : erase(offset, size));
    this.pico.flashProgram = (offset, address, size) =>
      hit() ? this.cutProgram(offset, address, size) : program(offset, address, size);
  }
  cutErase(offset, size) {
    const { flash } = this.pico.mcu;
    const share = random();
    for (let i = 0; i < size; i++)
      if (random() < share) flash[offset + i] |= random() < 0.5 ? 0xff : Math.floor(random() * 256);
    this.cut = `erase ${offset.toString(16)} ${Math.floor(share * 100)} %`;
    throw new Cut();
  }
  cutProgram(offset, address, size) {
    const { mcu } = this.pico;
    const done = Math.floor(random() * size);
    for (let i = 0; i < done; i++) mcu.flash[offset + i] &= mcu.readUint8(address + i);
    if (done < size) mcu.flash[offset + done] &= mcu.readUint8(address + done) | Math.floor(random() * 256);
    this.cut = `program ${offset.toString(16)} ${done}/${size}`;
    throw new Cut();
  }
}
