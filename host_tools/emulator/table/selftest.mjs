// Checks of the models against data sheets, standards and frames worked out by hand; exit status 1 if one fails.
//   node selftest.mjs          the models alone, a second
//   node selftest.mjs --pico   also real MicroPython on the emulated Pico: PICO_UF2=image, MFRC522_DRIVER=a public mfrc522.py
import { airTimes, randomSets } from "./airtime.mjs";
import { check, section, summary } from "./check.mjs";
import { chipTests } from "./selftest_chip.mjs";
import { collisionTests, faultTests, stateTests } from "./selftest_tags.mjs";
import { wiring, wiringErrors } from "./wiring.mjs";

chipTests();
stateTests();
collisionTests();
faultTests();
section("wiring");
check("default wiring is consistent", wiringErrors(wiring).join(), "");
check(
  "two readers on one pair of outputs are refused",
  wiringErrors({
    ...wiring,
    readers: [
      { at: "a", row: 0, col: 0 },
      { at: "b", row: 0, col: 0 },
    ],
  }).length,
  1,
);
check(
  "95 pixels, 40 sensors, 18 readers",
  [wiring.leds.reduce((a, [, n]) => a + n, 0), wiring.ir.length, wiring.readers.length].join(),
  "95,40,18",
);
airTimes();
randomSets();
if (process.argv.includes("--pico")) {
  const { publicDriver, enumeration, peripherals } = await import("./selftest_pico.mjs");
  publicDriver(process.env.MFRC522_DRIVER);
  enumeration();
  peripherals();
}
process.exit(summary() ? 1 : 0);
