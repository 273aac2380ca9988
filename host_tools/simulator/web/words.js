// Words of the page in Chinese and English, switchable while it runs. What boards report comes as codes and is named here.
import { zh } from "./words_zh.js";
import { en } from "./words_en.js";

const LANGUAGES = { zh, en };
const listeners = [];
let current = "en";

export const language = () => current;

/** Text of a key, with {name} replaced; an unknown key shows itself. */
export function w(key, details = {}) {
  const text = LANGUAGES[current][key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => details[name] ?? whole);
}

export const known = (key) => key in LANGUAGES[current];

/** Chinese when the reader chose it before, else when the browser prefers it. */
export function firstLanguage() {
  const chosen = localStorage.getItem("language");
  if (chosen in LANGUAGES) return chosen;
  return (navigator.languages?.[0] ?? navigator.language).toLowerCase().startsWith("zh") ? "zh" : "en";
}

export function speak(name, remember = false) {
  current = name;
  if (remember) localStorage.setItem("language", name);
  document.documentElement.lang = name === "zh" ? "zh-Hans" : "en";
  document.title = w("title");
  translate(document);
  for (const listener of listeners) listener();
}

export const otherLanguage = () => (current === "zh" ? "en" : "zh");
export const onLanguage = (listener) => listeners.push(listener);

/** Fill every element under `root` that names its words: data-w for text, data-wl for its label. */
export function translate(root) {
  for (const element of root.querySelectorAll("[data-w]")) element.textContent = w(element.dataset.w, element.dataset);
  for (const element of root.querySelectorAll("[data-wl]")) {
    element.setAttribute("aria-label", w(element.dataset.wl, element.dataset));
  }
}
