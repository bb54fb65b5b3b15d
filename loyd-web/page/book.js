// @ts-check
/** The addresses of the documents, where they are beside the page. */

import { BOOK } from "./backend.js";
import { currentLanguage } from "./words.js";

/** The address of a document in the language of the page; null without documents. @param {string} name */
export const bookPage = (name) => BOOK && `${BOOK}${currentLanguage() === "en" ? "" : "zh/"}${name}.html`;
