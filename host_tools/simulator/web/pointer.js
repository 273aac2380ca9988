// Mouse, pen and finger: drag a card, or click it and click where it goes; the right button puts it back.
import { cancel, carrying, hangAt, meant, pick, put } from "./carry.js";
import { inspect } from "./inspect.js";

const FAR = 6; // pixels after which a press is a drag
let pressed = null; // {x, y, target, whole}
let dragging = false;
let pointed = null;

/** What the pointer is over: the card that F and R mean. */
export const pointedAt = () => pointed;
export const forgetPointer = () => (pointed = null);

export function wirePointer() {
  document.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || event.target.closest("button, dialog")) return;
    const target = meant(event.target);
    if (carrying()) return; // the release decides
    if (!target?.entry) return;
    pressed = { x: event.clientX, y: event.clientY, target, whole: event.shiftKey };
    event.target.releasePointerCapture?.(event.pointerId);
  });
  document.addEventListener("pointermove", (event) => {
    hangAt(event.clientX, event.clientY);
    if (pressed && !dragging && Math.hypot(event.clientX - pressed.x, event.clientY - pressed.y) > FAR) {
      dragging = pick(pressed.target, pressed.whole);
    }
    if (carrying()) showTarget(under(event));
    const target = meant(under(event));
    if (target?.place !== pointed?.place || target?.entry?.[0] !== pointed?.entry?.[0]) {
      pointed = target;
      if (target) inspect(target);
    }
  });
  document.addEventListener("pointerup", (event) => {
    if (event.button !== 0) return;
    const target = meant(under(event));
    const wasPressed = pressed;
    pressed = null;
    hangAt(event.clientX, event.clientY);
    if (dragging) {
      dragging = false;
      if (target) put(target.place);
      else cancel();
    } else if (carrying()) {
      if (target) put(target.place);
      else if (!event.target.closest("button, dialog")) cancel();
    } else if (wasPressed) pick(wasPressed.target, wasPressed.whole);
    if (!carrying()) showTarget(null);
  });
  document.addEventListener("pointercancel", () => {
    pressed = null;
    dragging = false;
    cancel();
  });
  document.addEventListener("contextmenu", (event) => {
    if (!carrying()) return;
    event.preventDefault();
    cancel();
  });
}

const under = (event) => document.elementFromPoint(event.clientX, event.clientY);

/** Outline the place where the carried card would land. */
function showTarget(element) {
  const root = element?.closest("[data-place]") ?? null;
  for (const old of document.querySelectorAll(".landing")) if (old !== root) old.classList.remove("landing");
  root?.classList.add("landing");
}
