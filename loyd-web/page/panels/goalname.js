// @ts-check
/** The names of a puzzle's goals in the language of the page. */

import { hasText, t } from "../words.js";

/** @param {string} name */
export const goalName = (name) => (hasText(`goal.name.${name}`) ? t(`goal.name.${name}`) : name);
