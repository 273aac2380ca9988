// Shows what boards light and report: LED colours from the chain, voltages and states from the `view` record, as they come.
import { el } from "./build.js";
import { label, spotOf } from "./piles.js";
import { led, player, table, view } from "./state.js";
import { language, w } from "./words.js";

/** Signs beside the words of the states a board reports, so that no state hangs on colour. */
export const ROLE_SIGNS = {
  b: "▬", o: "✓", u: "▽", v: "△", s: "◌", f: "★", x: "✕", "?": "?", t: "＋", p: "↧", k: "↥", r: "↻", n: "¿", w: "✓", d: "…", c: "◎",
};
const ASKING = new Set("x?tpkrnc"); // a request to the players: drawn dashed, besides its pulsing LED

const GLARE = 0.3; // a lit LED looks whiter in its middle than its hue alone

/** PWM levels are linear, screens are not: the same light as the eye sees it. */
const onScreen = (level) => Math.min(255, 255 * 1.6 * (level / 255) ** (1 / 2.2));

function paint(lamp, hex) {
  if (lamp.dataset.rgb === hex) return;
  lamp.dataset.rgb = hex;
  const levels = [0, 2, 4].map((at) => onScreen(parseInt(hex.slice(at, at + 2), 16)));
  const most = Math.max(...levels);
  const dark = most === 0;
  const colour = `rgb(${levels.map((level) => Math.round(level + GLARE * (most - level))).join(" ")})`;
  const target = lamp.closest(".cell, .edge") ?? lamp;
  target.style.setProperty("--led", dark ? "transparent" : colour);
  target.classList.toggle("lit", !dark);
}

/** Bring every LED of one board to the screen. */
export function renderLamps(board) {
  for (const lamp of document.querySelectorAll(`.lamp[data-board="${board}"]`)) {
    paint(lamp, led(board, lamp.dataset.group, Number(lamp.dataset.index)) ?? "000000");
  }
}

function role(root, sign) {
  if (root.dataset.role === sign && root.dataset.spoken === language()) return;
  root.dataset.spoken = language();
  const word = w(`role_${sign}`);
  const parts = word ? [el("span", { class: "role-sign" }, `${ROLE_SIGNS[sign] ?? ""} `), word] : [];
  root.querySelector(".role").replaceChildren(...parts);
  root.dataset.role = sign;
  root.classList.toggle("asking", ASKING.has(sign));
}

/** Voltages and states of all cells and sockets, rulers and counts: exactly what the newest view says. */
export function renderView() {
  for (let index = 0; index < table.players; index++) {
    const said = player(index);
    for (let cell = 0; cell < 16; cell++) {
      const root = spotOf(`cell:${index}:${cell}`);
      const volts = said?.volts?.[cell];
      const need = said?.needs?.[cell] ?? null;
      const shown = need === null ? volts : `${volts}/${need}`;
      root.querySelector(".volt").textContent = volts === undefined ? "" : w("volts", { volts: shown });
      root.classList.toggle("would-work", Boolean(said?.works?.includes(cell)));
      root.classList.toggle("no-volts", !volts);
      role(root, said?.cells?.[cell] ?? ".");
      label(root, `cell:${index}:${cell}`);
    }
    for (let edge = 0; edge < 8; edge++) {
      const root = spotOf(`edge:${index}:${edge}`);
      role(root, said?.edges?.[edge] ?? ".");
      label(root, `edge:${index}:${edge}`);
    }
    const side = document.getElementById(`side${index}`);
    side.classList.toggle("active", Boolean(said?.active));
    side.querySelector(".at-turn").hidden = !said?.active;
  }
  ["A", "B", "C"].forEach((energy, kind) => renderRuler(energy, view()?.rulers?.[kind]));
  const points = view()?.points;
  const box = document.querySelector(".points");
  box.querySelector(".count-said").textContent = points ? `${points[0]} / ${points[1]}` : "";
  box.setAttribute("aria-label", points ? w("points_said", { left: points[0], total: points[1] }) : w("points"));
}

/** "3 ►": how far a marker stands towards which side. */
function short(value) {
  if (value === 0) return "0";
  return value > 0 ? `${value} ►` : `◄ ${-value}`;
}

function long(value) {
  return value === 0 ? w("middle_mark") : w("towards", { value: Math.abs(value), number: value > 0 ? table.players : 1 });
}

function renderRuler(energy, said) {
  const root = document.querySelector(`[data-ruler="${energy}"]`);
  const [limit, at, to, hit] = said ?? [null, 0, 0, false];
  root.classList.toggle("hit", Boolean(hit));
  for (const end of root.querySelectorAll(".ruler-end")) end.textContent = limit ?? "";
  const words = said ? (at === to ? short(at) : `${short(at)} → ${short(to)}`) : "";
  root.querySelector(".ruler-said").textContent = hit ? `${words} !` : words;
  const next = at === to ? "" : w("ruler_next", { value: long(to) });
  root.setAttribute("aria-label", said
    ? w("ruler_said", { energy, now: long(at), next, hit: hit ? w("ruler_hit") : "" })
    : w("ruler", { energy }));
}
