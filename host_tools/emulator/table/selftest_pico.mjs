// Checks of the models with real MicroPython on the emulated Pico: a public reader driver, anticollision, all parts.
import fs from "node:fs";
import { Board } from "../board.mjs";
import { Table } from "./table.mjs";
import { wiring } from "./wiring.mjs";
import { check, section } from "./check.mjs";

const { pins } = wiring;
const ENUMERATE = fs.readFileSync(new URL("../on_board/enumerate.py", import.meta.url), "utf8");
const run = (b, code, ms = 6e5) => {
  const r = b.exec(code, ms);
  if (r.err) throw new Error(r.err);
  return r.out.replace(/\r/g, "").trim();
};

// The program that finds tags, ready to choose(row, column).
function begin(b) {
  run(b, ENUMERATE);
  run(b, `begin(${JSON.stringify(pins)})`);
}
// That reader of the program: "choose(0,6)".
function choose(at) {
  const { row, col } = wiring.readers.find((reader) => reader.at === at);
  return `choose(${row},${col})`;
}

// A public driver, as published, on one reader: its CS is the (active low) decoder enable, its RST the row release.
export function publicDriver(path) {
  section("public MicroPython driver");
  if (!path || !fs.existsSync(path)) {
    console.log("-- MFRC522_DRIVER is not set: the public driver is not run");
    return;
  }
  const b = new Board();
  const t = new Table(b, { ...wiring, activeHigh: { csEnable: false, rowEnable: true, irLed: true } });
  b.boot();
  run(b, `f=open('mfrc522.py','w')\nf.write(${JSON.stringify(fs.readFileSync(path, "utf8"))})\nf.close()`);
  run(
    b,
    `
import time
from mfrc522 import MFRC522
rd=MFRC522(spi_id=0,sck=${pins.sck},mosi=${pins.mosi},miso=${pins.miso},cs=${pins.csEnable},rst=${pins.rowEnable})
time.sleep_ms(10)
rd.init()
time.sleep_ms(10)
def poll():
    t0=time.ticks_us()
    st,tt=rd.request(rd.REQIDL)
    uid=None
    if st==rd.OK: st,uid=rd.SelectTagSN()
    print(st, uid and bytes(uid).hex(), time.ticks_diff(time.ticks_us(),t0))`,
  );
  const poll = (what) => {
    const a = t.spi.transfers;
    const [st, uid, us] = run(b, "poll()").split(" ");
    console.log(`   ${what}: ${(us / 1e3).toFixed(1)} virtual ms, ${t.spi.transfers - a} SPI transfers`);
    return `${st} ${uid}`;
  };
  check("version register", run(b, "print(hex(rd._rreg(0x37)))"), "0x92");
  check("empty: no tag", poll("empty cell"), "2 None");
  t.put("c00", [{ uid: "C1C2C3C4" }]);
  b.exec("time.sleep_ms(6)");
  check("4-byte UID", poll("4-byte UID"), "0 c1c2c3c4");
  t.put("c00", [{ uid: "04112233445566" }]);
  b.exec("time.sleep_ms(6)");
  check("7-byte UID", poll("7-byte UID"), "0 04112233445566");
  check("its known fault: the tag is still ACTIVE and REQA is not answered", poll("the next poll"), "2 None");
  check("and the poll after that sees it again", poll("and the next"), "0 04112233445566");
  check(
    "GET_VERSION and READ",
    run(b, "print(rd.IsNTAG(), rd.NTAG, bytes(rd.read(4)[1][:4]).hex())"),
    "True 213 0103a00c",
  );
  check(
    "WRITE of a page",
    run(b, "print(rd.writeNTAGPage(5,[1,2,3,4]), bytes(rd.read(5)[1][:4]).hex())"),
    "0 01020304",
  );
  t.put("c00", [
    { uid: "04102033445566", spot: 0 },
    { uid: "04112033445566", spot: 1 },
  ]);
  b.exec("time.sleep_ms(6)");
  check("two tags: it takes the collision for an error", poll("two tags").split(" ")[0], "2");
  check("no violation of the wiring rules", JSON.stringify(t.counts), "{}");
}

export function enumeration() {
  section("anticollision tree in MicroPython");
  const b = new Board();
  const t = new Table(b);
  b.boot();
  begin(b);
  const uids = ["04102033445566", "04112033445566", "04112433445566"];
  for (const n of [0, 1, 2, 3]) {
    t.put(
      "c12",
      uids.slice(0, n).map((uid, spot) => ({ uid, spot })),
    );
    const rf0 = t.stats().rfOnMs;
    const m = /^\((\[.*\]), (\d+), (\d+)\)$/.exec(run(b, choose("c12") + "\nprint(timed())"));
    check(
      `${n} tags`,
      JSON.parse(m[1].replace(/'/g, '"'))
        .map((s) => s.toUpperCase())
        .sort()
        .join(),
      uids.slice(0, n).sort().join(),
    );
    console.log(
      `   ${n} tags: ${(m[2] / 1e3).toFixed(1)} virtual ms, ${m[3]} SPI transfers, field on for ${(t.stats().rfOnMs - rf0).toFixed(1)} ms with the 5 ms guard`,
    );
  }
  t.put(
    "c12",
    uids.map((uid) => ({ uid, spot: 2 })),
  );
  check("three aligned tags: silent", run(b, choose("c12") + "\nprint(timed()[0])"), "[]");
  t.put("c12", [{ uid: uids[0] }]);
  t.reader("c12").faults.dropNext = 1;
  check("dropped answer", run(b, choose("c12") + "\nprint(timed()[0])"), "[]");
  check(
    "64 bytes in one (DMA) transfer: the digital self test",
    run(
      b,
      choose("c12") +
        "\nwrite(0x36,9)\nwrite(0x09,0)\nwrite(1,3)\ntime.sleep_ms(2)\nx=fifo_out(64)\nprint(bytes(x).hex()[:8], bytes(x).hex()[-8:], read(0x0a))",
    ),
    "00eb66ba 7d953b2f 0",
  );
  section("18 readers behind the decoders");
  const want = t.w.readers.map((r, i) => [r, `04${(0x10 + i).toString(16)}AABBCCDD01`.slice(0, 14)]);
  for (const [r, uid] of want) t.put(r.at, [{ uid }]);
  const got = run(
    b,
    `for r,c in ${JSON.stringify(want.map(([r]) => [r.row, r.col]))}:\n choose(r,c)\n print(timed()[0][0])`,
  );
  check(
    "each pair of outputs reaches its own reader",
    got.toUpperCase().split("\n").join(),
    want.map(([, u]) => u.toUpperCase()).join(),
  );
  check(
    "pairs without a reader: nothing drives MISO",
    run(b, "for r,c in ((7,7),(3,0),(2,2)):\n choose(r,c)\n print(hex(read(0x37)))").replace(/\n/g, " "),
    "0xff 0xff 0xff",
  );
  check("no violation of the wiring rules", JSON.stringify(t.counts), "{}");
  t.ghost("tap", "04DEADBEEF0001", 1);
  t.clear("tap");
  check("a ghost answers in an empty field", run(b, choose("tap") + "\nprint(timed()[0][0])"), "04deadbeef0001");
  t.reader("tap").field.ghost = null;
  t.clear("c10");
  t.leak("c11", "c10", 0.5);
  check(
    "a neighbour's tag couples in",
    run(b, choose("c10") + "\nprint(timed()[0])"),
    `['${want[5][1].toLowerCase()}']`,
  );
  check(
    "and its own reader still sees it",
    run(b, choose("c11") + "\nprint(timed()[0])"),
    `['${want[5][1].toLowerCase()}']`,
  );
  run(b, choose("c00"));
  t.reader("c00").faults.stallUntil = t.time.now() + 300e6;
  check("stalled for 300 ms: nothing", run(b, "write(0x2d,33)\nprint(read(0x2d))"), "20");
  check(
    "then it works on",
    run(b, "time.sleep_ms(310)\nwrite(0x2d,20)\nprint(timed()[0])"),
    `['${want[0][1].toLowerCase()}']`,
  );
  t.reader("c00").faults.maxHz = 2e6;
  const few = run(b, "print(sum(read(0x24)!=0x26 for i in range(400)))");
  check("SPI too fast for the wires: some wrong bytes", few > 0 && few < 200, true);
  t.reader("c00").faults.maxHz = Infinity;
  run(b, `A=wires["address"]\nSEL=wires["select"]\n${choose("c00")}\nSEL(1)\nA[0](1)\nA[0](0)\nSEL(0)\nA[3](1)`);
  check("address moved while enabled", [t.counts["address-while-select"], t.counts["address-while-row"]].join(), "2,1");
  run(b, `${choose("c00")}\nA[0](1)\nwrite(0x14,0x83)`);
  check("second field in the row", t.counts["two-fields"], 1);
  t.reader("c02").faults.drivesMiso = true;
  run(b, choose("c00") + "\nread(0x37)");
  check("a clone drives MISO while not selected", t.counts["miso-conflict"] > 0, true);
}

export function peripherals() {
  const b = new Board();
  const t = new Table(b);
  b.boot();
  section("LED chain");
  run(
    b,
    `import neopixel,machine\nfrom machine import Pin\nn=neopixel.NeoPixel(Pin(${pins.leds}),95)\nfor i in range(95): n[i]=(i,255-i,(i*7)&255)\nn.write()`,
  );
  let l = t.leds();
  check("bit-banged: first of A", JSON.stringify(l.ruler_a[0]), JSON.stringify({ r: 1, g: 254, b: 7 }));
  check("last life", JSON.stringify(l.life[7]), JSON.stringify({ r: 94, g: 161, b: (94 * 7) & 255 }));
  run(
    b,
    `
import rp2,array,time
@rp2.asm_pio(sideset_init=rp2.PIO.OUT_LOW,out_shiftdir=rp2.PIO.SHIFT_LEFT,autopull=True,pull_thresh=24)
def ws():
    wrap_target()
    label("bitloop")
    out(x,1).side(0)[2]
    jmp(not_x,"zero").side(1)[1]
    jmp("bitloop").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()
sm=rp2.StateMachine(0,ws,freq=8_000_000,sideset_base=Pin(${pins.leds})); sm.active(1)
time.sleep_ms(1)
sm.put(array.array('I',[(i<<16|i<<8|3) for i in range(95)]),8)
time.sleep_ms(6)
sm.active(0)`,
  );
  l = t.leds();
  check("PIO: queue pixel 0", JSON.stringify(l.queue[0]), JSON.stringify({ r: 76, g: 76, b: 3 }));
  check("two frames, no bad pulse", [t.strip.frames, JSON.stringify(t.counts)].join(), "2,{}");

  section("panel");
  run(
    b,
    `
from machine import I2C,Pin
import framebuf,time
i2c=I2C(1,sda=Pin(${pins.sda}),scl=Pin(${pins.scl}),freq=400000)
print(i2c.scan())
for c in (0xae,0x20,0,0x40,0xa1,0xa8,63,0xc8,0xd3,0,0xda,0x12,0xd5,0x80,0xd9,0xf1,0xdb,0x30,0x81,255,0xa4,0xa6,0x8d,0x14,0xaf): i2c.writeto(0x3c,bytes([0x80,c]))
buf=bytearray(1024); fb=framebuf.FrameBuffer(buf,128,64,framebuf.MONO_VLSB)
fb.text('A +2 -> 9',0,0); fb.rect(0,12,128,20,1); fb.text('hit!',90,18)
for c in (0x21,0,127,0x22,0,7): i2c.writeto(0x3c,bytes([0x80,c]))
t0=time.ticks_us(); i2c.writeto(0x3c,b'\\x40'+buf); dt=time.ticks_diff(time.ticks_us(),t0)`,
  );
  check("both devices answer i2c.scan()", run(b, "print(i2c.scan())"), "[32, 60]");
  const ram = run(b, "import binascii\nprint(binascii.hexlify(buf).decode())");
  check("the display RAM is the frame buffer", Buffer.from(t.screen.ram).toString("hex"), ram);
  const fb = Buffer.from(ram, "hex");
  check(
    "the picture is the frame buffer, upright",
    t.screen.bitmap().flat().join(""),
    Array.from({ length: 8192 }, (_, i) => (fb[(i >> 10) * 128 + (i & 127)] >> ((i >> 7) & 7)) & 1).join(""),
  );
  console.log(
    t
      .oled()
      .split("\n")
      .map((s) => "   | " + s)
      .join("\n"),
  );
  console.log(`   whole screen over I2C at 400 kHz: ${run(b, "print(dt)")} us`);
  t.screen.absent = true;
  check("display gone: OSError", b.exec('i2c.writeto(0x3c,b"\\x80\\xaf")').err.includes("EIO"), true);
  t.screen.absent = false;
  run(
    b,
    `i2c.writeto_mem(0x20,0x0c,b"\\xff\\xff")\ni2c.writeto_mem(0x20,0x04,b"\\x0f")\nirq=[]\np=Pin(${pins.expanderInt},Pin.IN)\np.irq(lambda p:irq.append(time.ticks_ms()),Pin.IRQ_FALLING)\nok=Pin(${wiring.buttons.ok.gpio},Pin.IN,Pin.PULL_UP)\noks=[]\nok.irq(lambda p:oks.append(p()))`,
  );
  check("nothing pressed", run(b, "print(i2c.readfrom_mem(0x20,0x12,1),p(),ok())"), "b'\\xff' 1 1");
  t.press("axis", 50);
  check(
    "axis pressed: interrupt and port",
    run(b, "time.sleep_ms(10)\nprint(len(irq),p(),i2c.readfrom_mem(0x20,0x12,1))"),
    "1 0 b'\\xf7'",
  );
  check(
    "released",
    run(b, "time.sleep_ms(60)\nprint(i2c.readfrom_mem(0x20,0x10,1),i2c.readfrom_mem(0x20,0x12,1),p())")
      .split(" ")
      .slice(1)
      .join(" "),
    "b'\\xff' 1",
  );
  t.press("ok", 30);
  check("OK bounces", run(b, "time.sleep_ms(10)\na=ok()\ntime.sleep_ms(40)\nprint(a,ok(),len(oks))"), "0 1 10");
  run(b, `from machine import PWM\nz=PWM(Pin(${pins.buzzer}),freq=2000,duty_u16=32768)\ntime.sleep_ms(50)\nz.deinit()`);
  check(
    "buzzer: 2 kHz for 50 ms",
    [Math.round(t.tones[0].hz), Math.abs(t.tones[0].forMs - 50) < 2, t.tones.length].join(),
    "2000,true,1",
  );

  section("link");
  run(
    b,
    `from machine import UART\nde=Pin(${pins.uartDe},Pin.OUT,value=1)\nu=UART(0,115200,tx=Pin(${pins.uartTx}),rx=Pin(${pins.uartRx}))\nu.write(b"hello\\x1e")\nu.flush()\ntime.sleep_ms(2)\nde(0)`,
  );
  check("bytes out", Buffer.from(t.link.out.map((x) => x.b)).toString("latin1"), "hello\x1e");
  t.linkSend(Buffer.from("answer"));
  check("bytes in", run(b, "time.sleep_ms(5)\nprint(u.read())"), "b'answer'");
  run(b, 'u.write(b"x")\nu.flush()\ntime.sleep_ms(1)');
  check("driver off while sending", t.counts["link-driver-off"], 1);

  section("IR");
  t.put("c00", [{ uid: "04112233445566", face: "up" }]);
  t.put("c01", [{ uid: "04112233445567", face: "down", axis: "row" }]);
  t.put("c02", [{ untagged: true, face: "down", axis: "column" }]);
  t.put("c10", [{ uid: "04112233445568", skew: true }]);
  t.put("er1", [{ untagged: true }]);
  run(
    b,
    `
from machine import ADC
ad=[ADC(Pin(i)) for i in ${JSON.stringify(pins.irAdc)}]
A=[Pin(i,Pin.OUT,value=0) for i in ${JSON.stringify(pins.addr)}]
SEL=Pin(${pins.csEnable},Pin.OUT,value=0); ROW=Pin(${pins.rowEnable},Pin.OUT,value=0); led=Pin(${pins.irLed},Pin.OUT,value=0)
def sense(m,ch):
    for i in range(4): A[i](ch>>i&1)
    time.sleep_us(20); d=ad[m].read_u16()>>4
    led(1); time.sleep_us(150); l=ad[m].read_u16()>>4
    led(0); time.sleep_us(150)
    return l-d
def code(cell): return ''.join('B' if v>1200 else 'd' if v>230 else '.' for v in (sense(0,cell),sense(1,cell)))`,
  );
  check(
    "north, east of face up, battery row, battery column, empty, skewed",
    run(b, "print(code(0),code(1),code(2),code(3),code(4))"),
    "BB Bd dB .. dd",
  );
  check("edge sockets", run(b, "print([int(sense(2,i)>1200) for i in range(8)])"), "[0, 1, 0, 0, 0, 0, 0, 0]");
  check("no violation", t.counts["ir-while-readers"], undefined);
  run(b, "ROW(1)\nsense(0,0)");
  check("sensor read with the row decoder on", t.counts["ir-while-readers"], 2);

  section("table time");
  {
    const n0 = t.time.now();
    t.run(250);
    check("run() stops at the very nanosecond", Math.round(t.time.now() - n0), 250e6);
  }
  b.out = "";
  b.cdc.send(Buffer.from('for i in range(6):\n print(ok(), end="")\n time.sleep_ms(20)\n\x04'));
  t.after(30, () => t.press("ok", 40));
  t.run(200);
  check("a press at 30 ms for 40 ms", /OK(\d+)/.exec(b.out)[1], "110011");
  section("chip reset");
  const before = t.time.now();
  try {
    b.out = "";
    b.cdc.send(Buffer.from("machine.reset()\x04"));
    b.until(() => b.resets === 1, 5e3);
  } catch (e) {
    check("reset", e.message, "");
  }
  b.boot();
  check("table time goes on", t.time.now() > before, true);
  begin(b);
  check("the tag is still there", run(b, choose("c00") + "\nprint(timed()[0])"), "['04112233445566']");
}
