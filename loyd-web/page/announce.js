// @ts-check
/** The live region. Screen readers read each move and the distance from it. */

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
