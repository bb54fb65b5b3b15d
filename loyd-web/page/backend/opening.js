// @ts-check
/**
 * The replies that the page needs to draw its first board. A build has the module make them, and writes them here, so the
 * board is drawn while the module is on its way.
 */

/** By the question in JSON, or by the path: the reply in JSON. @type {Record<string, string>} */
export const OPENING = {};
