// The smallest test reporter: prints failures and a count, remembers both.
let part = "";
let passed = 0;
const failed = [];
export const section = (s) => {
  part = s;
};
export function check(what, got, want) {
  if (got === want) {
    passed++;
    return true;
  }
  failed.push(`${part}: ${what}`);
  console.log(`FAIL ${part}: ${what}\n     got  ${JSON.stringify(got)}\n     want ${JSON.stringify(want)}`);
  return false;
}
export function summary() {
  console.log(`${passed} checks passed, ${failed.length} failed`);
  return failed.length;
}
