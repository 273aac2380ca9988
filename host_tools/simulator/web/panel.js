// A board's panel: the display's pixels as the board sends them, and five buttons that feel how long they are held.
import { order } from "./net.js";
import { table } from "./state.js";
import { w } from "./words.js";

const LIT = [190, 232, 255];
const DARK = [6, 10, 16];
const down = new Set(); // "player:button" with a finger on it

/** Draw 1024 bytes: 8 pages of 128 columns, bit 0 on top. */
export function renderDisplay(player) {
  const canvas = document.querySelector(`.oled[data-player="${player}"]`);
  const bytes = atob(table.boards[player].oled);
  const context = canvas.getContext("2d");
  const image = context.createImageData(128, 64);
  for (let y = 0; y < 64; y++) {
    for (let x = 0; x < 128; x++) {
      const lit = (bytes.charCodeAt((y >> 3) * 128 + x) >> (y & 7)) & 1;
      image.data.set([...(lit ? LIT : DARK), 255], 4 * (y * 128 + x));
    }
  }
  context.putImageData(image, 0, 0);
  renderWords(player);
}

/** What the display says, for screen readers; boards report it in both languages. */
export function renderWords(player) {
  const canvas = document.querySelector(`.oled[data-player="${player}"]`);
  const lines = table.boards[player].text?.[document.documentElement.lang.slice(0, 2)] ?? [];
  canvas.setAttribute("aria-label", [w("display", { number: player + 1 }), ...lines].join(": "));
}

/** Whether the firmware runs; if not, every panel says so and offers to switch the boards on again. */
export function renderRunning() {
  for (const dead of document.querySelectorAll(".dead")) {
    dead.hidden = !table.stopped;
    dead.querySelector(".why").textContent = table.stopped ?? "";
  }
}

/** A finger comes down or leaves; repeats are dropped. */
export function finger(player, button, isDown) {
  const name = `${player}:${button}`;
  if (player >= table.players || down.has(name) === isDown) return;
  down[isDown ? "add" : "delete"](name);
  document.querySelector(`.key[data-player="${player}"][data-button="${button}"]`).classList.toggle("down", isDown);
  order({ do: "finger", player, button, down: isDown });
}

export function liftAll() {
  for (const name of [...down]) {
    const [player, button] = name.split(":");
    finger(Number(player), button, false);
  }
}

/** Let pointers and the keyboard press the panel's buttons. */
export function wirePanels() {
  for (const key of document.querySelectorAll(".key")) {
    const player = Number(key.dataset.player);
    const press = (isDown) => finger(player, key.dataset.button, isDown);
    key.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      key.setPointerCapture(event.pointerId);
      press(true);
    });
    for (const end of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) key.addEventListener(end, () => press(false));
    key.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        press(true);
      }
    });
    key.addEventListener("keyup", (event) => {
      if (event.key === "Enter" || event.key === " ") press(false);
    });
    key.addEventListener("click", (event) => {
      if (event.detail !== 0) return; // pointers came through pointerdown; this is assistive technology
      press(true);
      setTimeout(() => press(false), 100);
    });
    key.addEventListener("contextmenu", (event) => event.preventDefault());
  }
  window.addEventListener("blur", liftAll);
  for (const button of document.querySelectorAll("[data-restart]")) {
    button.addEventListener("click", () => order({ do: "restart" }));
  }
}
