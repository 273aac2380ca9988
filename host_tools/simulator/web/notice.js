// The one line that says what just happened; read out by screen readers.
let timer = null;

/** Show a sentence; bad: something was refused. It fades after a while. */
export function notice(sentence, bad = false, lasting = false) {
  const line = document.getElementById("notice");
  line.textContent = sentence;
  line.classList.toggle("bad", bad);
  line.classList.add("fresh");
  clearTimeout(timer);
  if (!lasting) timer = setTimeout(() => line.classList.remove("fresh"), 6000);
}
