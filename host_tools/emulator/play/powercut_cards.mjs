// Cuts the power while a card database is sent to a running table: afterwards the table must start and have the old
// cards or the new ones, whole; every fourth time the sending goes on where it stopped. Exit status 1 if not.
//   node powercut_cards.mjs IMAGE CARDS.bin TRIALS [SEED]
import fs from "node:fs";
import zlib from "node:zlib";
import { names, scratch, usage, words } from "./arguments.mjs";
import { Cut, CutUnit, random, reseed } from "./flash_cuts.mjs";

usage("node powercut_cards.mjs IMAGE CARDS.bin TRIALS [SEED]", 3);
if (!zlib.crc32) {
  console.error("powercut_cards: this needs Node 20.15 or newer");
  process.exit(2);
}
const image = words[0];
const database = fs.readFileSync(words[1]);
const [trials, seed = 11] = words.slice(2).map(Number);
const { cards, chunkBytes, headBytes } = names;
const file = scratch();
reseed(seed);

/** A record as the host sends it (firmware/link/records.py). */
function sealed(record) {
  const text = JSON.stringify({ v: names.recordVersion, ...record });
  const sum = zlib.crc32(Buffer.from(text)).toString(16).padStart(8, "0");
  return Buffer.from(`\x1e${text.slice(0, -1)},"crc":"${sum}"}\n`);
}

/** A board whose records and other lines are taken apart as they come. */
class Board extends CutUnit {
  constructor(from, cutAt) {
    super(from, cutAt);
    this.armed = false;
    this.rest = "";
    this.records = [];
    this.lines = [];
    this.pico.onData = (data) => this.take(Buffer.from(data).toString("latin1"));
  }
  take(text) {
    const lines = (this.rest + text).split("\n");
    this.rest = lines.pop();
    for (const line of lines) {
      const start = line.indexOf("\x1e");
      if (start < 0) this.lines.push(line);
      else this.records.push(...parsed(line.slice(start + 1)));
    }
  }
  wait(holds, ms) {
    const end = this.now() + ms;
    while (!holds()) {
      this.table.run(10);
      if (this.now() > end) return false;
    }
    return true;
  }
  menu(ms) {
    const isMenu = (record) => record.t === names.screen && record.text?.[0]?.startsWith(names.menu);
    return this.wait(() => this.records.some(isMenu), ms);
  }
  ask(record, ms = 8000) {
    const answers = (other) => other.t === record.t || (other.t === names.refused && other.request === record.t);
    this.records = this.records.filter((other) => !answers(other));
    this.pico.cdc.send(sealed(record));
    if (!this.wait(() => this.records.some(answers), ms)) throw new Error("no answer to " + record.t);
    return this.records.findLast(answers);
  }
  info() {
    return this.ask({ t: cards.info });
  }
  /** Send the whole database; the answer to the commit. */
  push() {
    this.armed = true;
    const head = database.subarray(0, headBytes).toString("base64");
    let answer = this.ask({ t: cards.begin, head, size: database.length });
    this.resumedAt = answer.next;
    for (let at = answer.next; at < database.length; at = answer.next) {
      const data = database.subarray(at, at + chunkBytes).toString("base64");
      answer = this.ask({ t: cards.data, at, data });
      if (answer.next === undefined) throw new Error(JSON.stringify(answer));
    }
    answer = this.ask({ t: cards.commit }, 60000);
    this.table.run(300);
    this.armed = false;
    return answer;
  }
}

function parsed(text) {
  try {
    return [JSON.parse(text)];
  } catch {
    return []; // cut off by a reset
  }
}

const first = new Board(image, 0);
if (!first.menu(8000)) throw new Error("no menu: " + first.lines.slice(-5).join(" | "));
const old = first.info();
const began = first.now();
const done = first.push();
const fresh = first.info();
console.log("old", JSON.stringify(old), "commit", JSON.stringify(done), "new", JSON.stringify(fresh));
console.log(`${first.operations} flash operations in ${(first.now() - began).toFixed(0)} ms`);

const count = { bad: 0, old: 0, new: 0 };
const which = (info) => (info.sum === fresh.sum ? "new" : info.sum === old.sum ? "old" : "bad");
for (let trial = 0; trial < trials; trial++) {
  const cut = new Board(image, 1 + Math.floor(random() * first.operations));
  cut.menu(5000);
  try {
    cut.push();
  } catch (error) {
    if (!(error instanceof Cut)) console.log("sending failed:", error.message, cut.lines.slice(-5));
  }
  fs.writeFileSync(file, cut.flashBytes());
  const again = new Board(file, 0);
  const found = again.menu(8000) ? which(again.info()) : "bad";
  count[found]++;
  let more = "";
  if (found === "old" && trial % 4 === 0) {
    again.push();
    more = `, sent on from ${again.resumedAt}: ${which(again.info())}`;
  }
  const what =
    found === "bad" ? "BAD " + again.lines.slice(-6).join(" | ") : `${found} cards at ${again.now().toFixed(0)} ms`;
  console.log(trial, cut.cut ?? "no cut", "->", what + more);
}
console.log("trials", trials, JSON.stringify(count));
process.exitCode = count.bad ? 1 : 0;
