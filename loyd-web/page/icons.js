// @ts-check
/** Icons of buttons. The words beside an icon have the same meaning. */

import { s } from "./dom.js";

/** @type {Record<string, string>} Strokes in a square of 24. */
const STROKES = {
  undo: "M8 6 3 11l5 5M3 11h11a5 5 0 0 1 0 10h-3",
  redo: "M16 6l5 5-5 5M21 11H10a5 5 0 0 0 0 10h3",
  reset: "M4 5v5h5M4.6 10a8 8 0 1 1-.4 5",
  new: "M12 5v14M5 12h14",
  close: "M6 6l12 12M18 6L6 18",
  share: "M12 15V3M8 7l4-4 4 4M6 11H4v10h16V11h-2",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.100h5c0-.9.4-1.6 1-2.100A6 6 0 0 0 12 3z",
  solve: "M5 12.500l4.5 4.500L19 7.5",
  play: "M8 5l11 7-11 7z",
  pause: "M8 5v14M16 5v14",
  back: "M15 5l-8 7 8 7",
  on: "M9 5l8 7-8 7",
  edit: "M4 20l1-4L16 5l3 3L8 19zM14 7l3 3",
  copy: "M8 8h11v11H8zM5 16V5h11",
  link: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1.5 1.5M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1.5-1.5",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  left: "M19 12H5M11 6l-6 6 6 6",
  right: "M5 12h14M13 6l6 6-6 6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M18 18l1 1M5 19l1.5-1.5M18 6l1-1",
  moon: "M19 14.500A8 8 0 0 1 9.5 5a8 8 0 1 0 9.5 9.500z",
};

/** @param {string} name */
export const icon = (name) =>
  s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: STROKES[name] }),
  );
