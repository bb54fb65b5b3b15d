// @ts-check
/** The panels beside the board, as elements. */

import "./algorithms.js";
import "./class.js";
import "./definition.js";
import "./judge.js";
import "./map.js";
import "./newgame.js";
import "./shape.js";
import "./unsolvable.js";
import "./watch.js";
import "../gallery/sheet.js";
