// The heap of MicroPython as its own map in the emulated RAM says: free bytes and the sizes of free blocks. Nothing runs
// on the board for it; what is dead but not collected yet counts as taken.

const RAM = 0x20000000;
const RAM_END = 0x20042000;
const BLOCK = 16; // bytes
const BLOCKS_A_BYTE = 4; // two bits of the map for each block, 0 is free
const TOLD = 8; // largest free blocks that are told

/** { at: address of the map, blocks }. MicroPython keeps five words in RAM, {map, its bytes, map of finalisers, pool, end
 * of the pool}; they are looked for, so that any build will do. */
export function heapArea(mcu) {
  const words = mcu.sram32;
  for (let i = 0; i + 5 <= words.length; i++) {
    const [map, bytes, , pool, end] = words.subarray(i, i + 5);
    if (!inRam(map) || !inRam(pool) || end <= pool || end > RAM_END || bytes <= 1000) continue;
    const fits = end - pool === bytes * BLOCKS_A_BYTE * BLOCK;
    if (fits && pool >= map + bytes && pool - map < 2 * bytes + 64) return { at: map, blocks: bytes * BLOCKS_A_BYTE };
  }
  return null;
}
const inRam = (address) => address >= RAM && address < RAM_END;

/** { total, free, largest: [bytes, ...], holes: how many free blocks }, null before MicroPython has a heap. */
export function heapMap(mcu) {
  const area = heapArea(mcu);
  if (area === null) return null;
  const runs = [];
  let run = 0;
  for (let block = 0; block <= area.blocks; block++) {
    if (block < area.blocks && isFree(mcu, area.at, block)) run++;
    else if (run) {
      runs.push(run * BLOCK);
      run = 0;
    }
  }
  runs.sort((a, b) => b - a);
  const free = runs.reduce((sum, bytes) => sum + bytes, 0);
  return { total: area.blocks * BLOCK, free, largest: runs.slice(0, TOLD), holes: runs.length };
}
const isFree = (mcu, at, block) => ((mcu.readUint8(at + (block >> 2)) >> ((block & 3) * 2)) & 3) === 0;
