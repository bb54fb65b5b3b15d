// @ts-check
/** The live region, from which screen readers read each move and the distance, and the message below the board. */

const DELAY = 120;
/** @type {string[]} */
let waiting = [];
/** @type {ReturnType<typeof setTimeout> | undefined} */
let timer;

/** Says a text, together with what else is said at the same moment. @param {string} text */
export function announce(text) {
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    const live = document.getElementById("live");
    if (live) live.textContent = waiting.join(" ");
    waiting = [];
  }, DELAY);
}

/** Shows a text below the board, and announces it. @param {string} text */
export function say(text) {
  show(text);
  announce(text);
}

/** Takes the text below the board away; if one is given, only that text. @param {string} [text] */
export function hush(text) {
  if (text === undefined || document.getElementById("message")?.textContent === text) show("");
}

/** @param {string} text */
function show(text) {
  const message = document.getElementById("message");
  if (message) message.textContent = text;
}
