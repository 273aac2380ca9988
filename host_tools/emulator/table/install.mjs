// Puts files on the emulated Pico's own file system through the raw REPL, and starts code without waiting for its end.
import fs from "node:fs";
import path from "node:path";

// A folder of the host -> { 'firmware/app.py': Buffer, ... }; keep decides by relative path.
export function readTree(dir, keep = (p) => p.endsWith(".py") || p.endsWith(".mpy")) {
  const out = {};
  for (const e of fs.readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!e.isFile()) continue;
    const p = path.relative(dir, path.join(e.parentPath ?? e.path, e.name));
    if (keep(p)) out[p] = fs.readFileSync(path.join(dir, p));
  }
  return out;
}
export function install(board, files) {
  const must = (code) => {
    const r = board.exec(code, 6e5);
    if (r.err) throw new Error(r.err);
  };
  must("import os,binascii\ndef _w(p,m,h):\n f=open(p,m); f.write(binascii.a2b_base64(h)); f.close()");
  const dirs = new Set();
  for (const [p, data] of Object.entries(files)) {
    p.split("/")
      .slice(0, -1)
      .reduce((a, d) => {
        const q = a ? a + "/" + d : d;
        if (!dirs.has(q)) {
          dirs.add(q);
          must(`try: os.mkdir(${JSON.stringify(q)})\nexcept OSError: pass`);
        }
        return q;
      }, "");
    for (let o = 0; o === 0 || o < data.length; o += 1536)
      must(`_w(${JSON.stringify(p)},'${o ? "ab" : "wb"}','${data.subarray(o, o + 1536).toString("base64")}')`);
  }
}
// Runs code on the board and returns at once; its output gathers in board.out. Let time pass with table.run(ms).
export function start(board, code) {
  board.out = "";
  board.cdc.send(Buffer.from(code + "\x04"));
}
