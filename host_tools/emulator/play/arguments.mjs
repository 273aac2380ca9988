// What the scripts share: words and --switches of the command line, scratch files that are gone at the end, and the
// names of the firmware that they go by (firmware_names.json, which a test holds to the firmware).
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

export const names = JSON.parse(fs.readFileSync(new URL("./firmware_names.json", import.meta.url), "utf8"));
export const words = process.argv.slice(2).filter((word) => !word.startsWith("--"));
export const has = (name) => process.argv.includes("--" + name);

/** End with the usage if fewer words than `least` were given. */
export function usage(text, least) {
  if (words.length >= least) return;
  console.error("usage: " + text);
  process.exit(2);
}

const folder = fs.mkdtempSync(path.join(os.tmpdir(), "energy_matrix_"));
process.on("exit", () => fs.rmSync(folder, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
export const scratch = (name = "flash.bin") => path.join(folder, name);

/** Whether the board has told its menu. */
export const inMenu = (unit) => unit.said().includes(names.menu);
