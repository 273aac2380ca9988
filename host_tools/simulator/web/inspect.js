// The reading corner: a large picture of the card pointed at or focused, and what lies at that place in words.
import { appearance, drawCard, explain, nameOf } from "./cards.js";
import { handOpen, placeName, spotOf } from "./piles.js";
import { bottomUp, pileOf } from "./state.js";
import { el } from "./build.js";
import { w } from "./words.js";

const HINTS = [["F", "help_f_does"], ["R", "help_r_does"], ["Enter", "help_enter_does"], ["?", "help_help_does"]];
let looking = null;

/** Look at {place, entry}. */
export function inspect(target) {
  looking = target;
  refresh();
}

/** A card whose face this screen may show. */
function readable(place, entry) {
  const pile = pileOf(place);
  if (pile === "hand") return handOpen(Number(place.split(":")[1]));
  return Boolean(entry[1]) && !["deck", "queue", "slot", "life"].includes(pile);
}

export function refresh() {
  const root = document.querySelector(".inspector");
  const [picture, text] = root.children;
  if (!looking) {
    picture.replaceChildren();
    return text.replaceChildren(...HINTS.map(([key, does]) => el("p", { class: "hint" }, el("kbd", {}, key), ` ${w(does)}`)),
      el("p", { class: "hint" }, w("inspect_hint")));
  }
  const { place } = looking;
  const entries = bottomUp(place);
  const fan = "fan" in (spotOf(place)?.dataset ?? {});
  const one = fan ? entries.find(([card]) => card === looking.entry?.[0]) : entries.at(-1);
  const said = [...(fan ? [] : spotOf(place)?.querySelectorAll(".volt, .role") ?? [])].map((word) => word.textContent).filter(Boolean);
  const lines = [el("p", { class: "where" }, [placeName(place), ...said].join(" · "))];
  picture.replaceChildren();
  if (one && readable(place, one)) {
    picture.append(drawCard([one[0], 1, 0]));
    lines.push(el("p", { class: "what" }, nameOf(one[0])), el("p", {}, explain(one[0])));
  } else if (one) {
    picture.append(drawCard([one[0], 0, one[2]]));
    lines.push(el("p", { class: "what" }, pileOf(place) === "cell" ? appearance(one, true) : w("face_down")));
  }
  if (!fan && entries.length > 1 && ["cell", "edge", "tap"].includes(pileOf(place))) {
    for (const entry of [...entries].reverse().slice(1)) {
      const words = entry[1] ? [el("b", {}, nameOf(entry[0])), ` ${explain(entry[0])}`] : [el("b", {}, appearance(entry, true))];
      lines.push(el("p", { class: "each" }, ...words));
    }
  }
  text.replaceChildren(...lines);
}
