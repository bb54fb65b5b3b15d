// @ts-check
/** The settings of the page: language, light or dark, colours, and the button that copies the link. */

import { announce } from "./announce.js";
import { bookPage } from "./book.js";
import { copyText } from "./copy.js";
import { fill } from "./dom.js";
import { icon } from "./icons.js";
import { linkOf } from "./link.js";
import { lettersAreKeys, setLettersAreKeys } from "./keys.js";
import { currentLanguage, onLanguage, setLanguage, t } from "./words.js";

const THEME = "loyd.theme";
const PALETTE = "loyd.palette";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** Makes the settings work. @param {import("./game.js").Game} game */
export function startSettings(game) {
  const [link, language, theme, book] = ["link", "language", "theme", "book"].map(
    (id) => /** @type {HTMLElement} */ (document.getElementById(id)),
  );
  showTheme(theme);
  dark.addEventListener("change", () => showTheme(theme));
  theme.addEventListener("click", () => {
    localStorage.setItem(THEME, isDark() ? "light" : "dark");
    showTheme(theme);
  });
  language.addEventListener("click", () => {
    const other = currentLanguage() === "en" ? "zh" : "en";
    const address = new URL(location.href);
    // The link leaves the language out, because the browser of its receiver chooses the language.
    address.searchParams.delete("lang");
    history.replaceState(history.state, "", address);
    setLanguage(other);
  });
  onLanguage((current) => {
    language.textContent = current === "en" ? "中文" : "English";
    language.lang = current === "en" ? "zh-Hans" : "en";
    const href = bookPage("index");
    book.hidden = !href;
    book.setAttribute("href", href ?? "");
  });
  link.addEventListener("click", async () => {
    const done = await copyText(new URL(linkOf(game), location.href).href.replace(location.search, ""));
    announce(t(done ? "page.copied" : "page.notCopied"));
    link.textContent = t(done ? "page.copied" : "page.link");
    setTimeout(() => (link.textContent = t("page.link")), 1500);
  });
  const letters = /** @type {HTMLInputElement} */ (document.getElementById("letters"));
  letters.checked = lettersAreKeys();
  letters.addEventListener("change", () => setLettersAreKeys(letters.checked));
  const palette = /** @type {HTMLInputElement} */ (document.getElementById("palette"));
  const showPalette = () => (document.documentElement.dataset.palette = palette.checked ? "distinct" : "usual");
  palette.checked = localStorage.getItem(PALETTE) === "distinct";
  showPalette();
  palette.addEventListener("change", () => localStorage.setItem(PALETTE, showPalette()));
}

const isDark = () => (localStorage.getItem(THEME) ?? (dark.matches ? "dark" : "light")) === "dark";

/** @param {HTMLElement} button */
function showTheme(button) {
  const chosen = localStorage.getItem(THEME);
  if (chosen) document.documentElement.dataset.theme = chosen;
  fill(button, icon(isDark() ? "sun" : "moon"));
}
