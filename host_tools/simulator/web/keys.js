// The keyboard: arrows go from place to place, Enter picks up and puts down, F and R turn; digits are the panel buttons.
import { cancel, carrying, hangAt, meant, pick, put, rotate, turnOver } from "./carry.js";
import { inspect } from "./inspect.js";
import { notice } from "./notice.js";
import { finger, liftAll } from "./panel.js";
import { activePlayer, toggleHand } from "./piles.js";
import { forgetPointer, pointedAt } from "./pointer.js";
import { otherLanguage, speak, w } from "./words.js";
import { openHelp } from "./help.js";

const ORDER = ["ok", "back", "left", "right", "axis"];
const PANEL = Object.fromEntries("1234567890".split("").map((key, index) => [key, [Math.floor(index / 5), ORDER[index % 5]]]));
export const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASKEW = 2.6; // how much a step to the side counts against a step ahead
const digit = (event) => (event.code.startsWith("Digit") ? event.code.slice(5) : event.code.startsWith("Numpad") ? event.code.slice(6) : "");

const spots = () => [...document.querySelectorAll(".spot")].filter((spot) => spot.offsetParent !== null);
const here = () => document.activeElement?.closest?.(".spot") ?? null;
const seat = () => Math.max(activePlayer(), 0);

const JUMPS = {
  h: () => document.querySelector(`[data-place="hand:${seat()}"]`),
  m: () => document.querySelector(`[data-place="cell:${seat()}:0"]`),
  q: () => document.querySelector('[data-place="slot"]'),
  d: () => document.querySelector('[data-place="deck"]'),
};

/** The nearest place in a direction [x, y], a step aside counting more than a step ahead; null at the end. */
export function next(from, [x, y]) {
  const box = from.getBoundingClientRect();
  const centre = (rect) => [rect.left + rect.width / 2, rect.top + rect.height / 2];
  const [atX, atY] = centre(box);
  let best = null, least = Infinity;
  for (const spot of spots()) {
    const [toX, toY] = centre(spot.getBoundingClientRect());
    const ahead = (toX - atX) * x + (toY - atY) * y;
    const aside = Math.abs((toX - atX) * y) + Math.abs((toY - atY) * x);
    const cost = ahead + ASKEW * aside;
    if (ahead > 4 && aside < ahead * 2.5 && cost < least) [best, least] = [spot, cost];
  }
  return best;
}

/** One place of each area is in the Tab order: the one that had the focus last. */
export function settleTabs() {
  for (const zone of document.querySelectorAll("[data-zone]")) {
    const all = [...zone.querySelectorAll(".spot")];
    if (all.length && !all.some((spot) => spot.tabIndex === 0)) all[0].tabIndex = 0;
  }
}

function onFocus(event) {
  const spot = event.target.closest?.(".spot");
  if (!spot) return;
  for (const other of spot.closest("[data-zone]").querySelectorAll('.spot[tabindex="0"]')) other.tabIndex = -1;
  spot.tabIndex = 0;
  if (!spot.matches(":focus-visible")) return;
  forgetPointer();
  inspect(meant(spot));
  const box = spot.getBoundingClientRect();
  hangAt(box.left + box.width * 0.7, box.top + box.height * 0.7);
}

function enter(event) {
  const spot = here();
  if (!spot) return;
  event.preventDefault();
  const target = meant(spot);
  if (carrying()) put(target.place);
  else if (pick(target, event.shiftKey)) hangAtSpot(spot);
  else notice(w("nothing_here"));
}

function hangAtSpot(spot) {
  const box = spot.getBoundingClientRect();
  hangAt(box.left + box.width * 0.7, box.top + box.height * 0.7);
}

function onKeyDown(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || document.querySelector("dialog[open]")) return;
  if (event.target.closest("input")) return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const target = pointedAt() ?? (here() ? meant(here()) : null);
  if (digit(event) in PANEL && digit(event) !== "") {
    if (!event.repeat && !event.shiftKey) finger(...PANEL[digit(event)], true);
  } else if (key in WAYS) {
    const spot = here() ? next(here(), WAYS[key]) : (spots().find((one) => one.tabIndex === 0) ?? spots()[0]);
    spot?.focus({ focusVisible: true });
    event.preventDefault();
  } else if ((key === "Enter" || key === " ") && !event.target.closest("button")) enter(event);
  else if (key === "Escape") cancel();
  else if (key === "f" && !event.repeat) turnOver(target);
  else if (key === "r" && !event.repeat) rotate(target);
  else if (key === "l") speak(otherLanguage(), true);
  else if (key === "?") openHelp();
  else if (key === "z" || key === "x") toggleHand(key === "z" ? 0 : 1);
  else if (key in JUMPS) jump(JUMPS[key]());
}

function jump(root) {
  const spot = root?.classList.contains("spot") ? root : root?.querySelector(".spot");
  spot?.focus({ focusVisible: true });
}

export function wireKeys() {
  document.addEventListener("keydown", onKeyDown);
  document.addEventListener("keyup", (event) => {
    if (digit(event) in PANEL) finger(...PANEL[digit(event)], false);
  });
  document.addEventListener("focusin", onFocus);
  window.addEventListener("pagehide", liftAll);
}
