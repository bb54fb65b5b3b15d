// @ts-check
/** The names that a puzzle's goals have, in the language of the page. */

import { hasText, t } from "../words.js";

/** @param {string} name */
export const goalName = (name) => (hasText(`goal.name.${name}`) ? t(`goal.name.${name}`) : name);
