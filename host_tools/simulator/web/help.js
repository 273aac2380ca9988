// The help dialog: how to handle cards and panel, all keys, and what the words at a cell mean.
import { el } from "./build.js";
import { ROLE_SIGNS } from "./lamps.js";
import { w } from "./words.js";

const MOUSE = [["help_drag", "help_drag_does"], ["help_hover", "help_hover_does"], ["help_press", "help_press_does"]];
const KEYS = [
  ["← ↑ → ↓", "help_arrows_does"], ["Tab", "help_tab_does"], ["Enter", "help_enter_does"], ["F", "help_f_does"], ["R", "help_r_does"],
  ["Esc", "help_esc_does"], ["1 2 3 4 5", "help_panel0_does"], ["6 7 8 9 0", "help_panel1_does"], ["H M Q D", "help_jump_does"],
  ["Z X", "help_hide_does"], ["L", "help_language_does"], ["?", "help_help_does"],
];

const rows = (pairs, asKeys) => el("dl", {}, ...pairs.flatMap(([name, does]) => [
  el("dt", {}, ...(asKeys ? name.split(" ").map((key) => el("kbd", {}, key)) : [w(name)])), el("dd", {}, w(does)),
]));

export function openHelp() {
  fillHelp();
  document.getElementById("help-dialog").showModal();
}

export function fillHelp() {
  document.getElementById("help-body").replaceChildren(
    el("p", {}, w("help_intro")),
    el("div", { class: "help-columns" },
      el("section", {}, el("h3", {}, w("help_keys")), rows(KEYS, true)),
      el("section", {}, el("h3", {}, w("help_mouse")), rows(MOUSE, false),
        el("h3", {}, w("help_lamps")), el("p", { class: "signs" }, ...Object.entries(ROLE_SIGNS).map(([role, sign]) =>
          el("span", {}, `${sign} ${w(`role_${role}`)}`))))));
}
