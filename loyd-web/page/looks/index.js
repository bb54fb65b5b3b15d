// @ts-check
/** The looks by the names that the server gives them. */

import { Body } from "./body/body.js";
import { Cubes } from "./cubes.js";
import { Ring } from "./ring.js";
import { Squares } from "./squares.js";
import { Stack } from "./stack.js";

/** @typedef {typeof import("./look.js").Look | typeof Body} LookClass */

/** @type {Record<string, LookClass>} */
const LOOKS = { squares: Squares, stack: Stack, ring: Ring, cubes: Cubes, facelets: Body };

/** The look of that name; one that is not known is drawn as squares. @param {string} name */
export const lookOf = (name) => LOOKS[name] ?? Squares;
