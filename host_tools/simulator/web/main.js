// Starts the page: builds it from the first snapshot, keeps it up to date, and wires pointer, keys and buttons.
import { buildHolding, buildMiddle, buildSide } from "./build.js";
import { checkCarried } from "./carry.js";
import { fillHelp, openHelp } from "./help.js";
import { refresh } from "./inspect.js";
import { settleTabs, wireKeys } from "./keys.js";
import { renderLamps, renderView } from "./lamps.js";
import { connect, order } from "./net.js";
import { notice } from "./notice.js";
import { renderDisplay, renderRunning, renderWords, wirePanels } from "./panel.js";
import { activePlayer, coverHands, renderAllPlaces, renderPlace, toggleHand } from "./piles.js";
import { wirePointer } from "./pointer.js";
import { table, takeChanges, takeSnapshot } from "./state.js";
import { firstLanguage, known, onLanguage, otherLanguage, speak, translate, w } from "./words.js";

let built = false;
let active = -1;

function build() {
  for (let player = 0; player < table.players; player++) {
    buildSide(document.getElementById(`side${player}`), player);
    buildHolding(document.getElementById(`holding${player}`), player);
  }
  buildMiddle(document.getElementById("middle"));
  translate(document);
  wirePanels();
  for (const button of document.querySelectorAll("[data-draw]")) {
    button.addEventListener("click", () => order({ do: "draw", player: Number(button.dataset.player), count: Number(button.dataset.draw) }));
  }
  for (const button of document.querySelectorAll("[data-look]")) {
    button.addEventListener("click", () => toggleHand(Number(button.dataset.look)));
  }
  for (const button of document.querySelectorAll("[data-order]")) {
    button.addEventListener("click", () => order({ do: button.dataset.order }));
  }
  built = true;
}

function renderAll() {
  document.getElementById("about").textContent = w("about", table);
  renderAllPlaces();
  renderView();
  for (let player = 0; player < table.players; player++) {
    renderLamps(player);
    renderDisplay(player);
  }
  renderRunning();
  followTurn();
  settleTabs();
  refresh();
}

/** When the turn passes, the hands are covered and uncovered with it. */
function followTurn() {
  if (active === activePlayer()) return;
  active = activePlayer();
  coverHands();
}

function changed(message) {
  takeChanges(message);
  for (const place of Object.keys(message.places ?? {})) renderPlace(place);
  for (const [name, news] of Object.entries(message.boards ?? {})) {
    const player = Number(name);
    if ("leds" in news) renderLamps(player);
    if ("oled" in news) renderDisplay(player);
    if ("text" in news) renderWords(player);
  }
  if ("view" in message) renderView();
  if ("stopped" in message) renderRunning();
  followTurn();
  if (message.places) {
    settleTabs();
    checkCarried();
  }
  if (message.places || message.view) refresh();
}

function said(message) {
  if (message.type === "snapshot") {
    takeSnapshot(message);
    if (!built) build();
    renderAll();
    checkCarried();
    document.body.classList.add("ready");
  } else if (message.type === "changes") changed(message);
  else if (message.error) notice(known(`error_${message.code}`) ? w(`error_${message.code}`) : message.error, true);
  else if (message.answer?.drew) notice(w("drew", { number: message.answer.player + 1, count: message.answer.drew }));
}

document.getElementById("help").addEventListener("click", openHelp);
document.getElementById("language").addEventListener("click", () => speak(otherLanguage(), true));
const newDialog = document.getElementById("new-dialog");
document.getElementById("new").addEventListener("click", () => {
  newDialog.returnValue = "";
  newDialog.showModal();
});
newDialog.addEventListener("close", () => {
  if (newDialog.returnValue !== "new") return;
  const seed = document.getElementById("seed").value;
  order(seed ? { do: "new", seed: Number(seed) } : { do: "new" });
});
onLanguage(() => {
  fillHelp();
  if (built) renderAll();
});
speak(firstLanguage());
notice(w("connecting"), false, true);
wirePointer();
wireKeys();
connect({
  open: () => notice(""),
  message: said,
  lost: () => {
    document.body.classList.remove("ready");
    notice(w("lost"), true, true);
  },
});
