// @ts-check
/** Elements that show texts of the server. A text that has no translation is marked as English. */

import { h } from "./dom.js";
import { currentLanguage, hasText, quoted, reasonWords, serverWords } from "./words.js";

/** A text of the server in the current language, if it has a translation. @param {string} text */
export function said(text) {
  const words = serverWords(text);
  return h("span", words === text && currentLanguage() !== "en" ? { lang: "en" } : {}, quoted(words));
}

/** The reason of a proof: in English the server's explanation. @param {{reason: string, explanation: string}} proof */
export const saidReason = (proof) =>
  currentLanguage() !== "en" && hasText(`reason.${proof.reason}`)
    ? h("span", {}, reasonWords(proof))
    : said(proof.explanation ?? "");
