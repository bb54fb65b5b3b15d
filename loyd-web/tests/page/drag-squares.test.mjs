/** Boards of squares under the pointer: a drag shifts a row or column, turns a block, or moves several tiles. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { glides, wayOf } from "../../page/glides.js";
import { middle, onPage, shot, shows, until } from "./browser.mjs";

const moves = () => document.querySelector("loyd-board").game.moves.join(" ");

/** Drags from the middle of a square, or from a point beside it, by some squares to the right and down. */
async function drag(page, [row, column], [right, down], { at = [0, 0], release = true } = {}) {
  const from = await middle(page, row, column);
  const next = await middle(page, row === 0 ? 1 : 0, column);
  const size = Math.abs(next.y - from.y) / Math.abs((row === 0 ? 1 : 0) - row);
  const [x, y] = [from.x + at[0] * size, from.y + at[1] * size];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const steps = 4 * Math.ceil(Math.hypot(right, down));
  for (let step = 1; step <= steps; step++) {
    await page.mouse.move(x + (right * size * step) / steps, y + (down * size * step) / steps);
    // A row that was dragged by a square goes on when its move is made.
    await page.evaluate(() => document.querySelector("loyd-board").game.settled());
  }
  if (release) await page.mouse.up();
}

const board = (...rows) => rows.map((row) => row.split(" ").map((text) => ({ kind: "piece", text })));

test("in a row that is shifted, the piece that comes back at the other end goes the way of the others", () => {
  const before = board("1 2 3 4", "5 6 7 8");
  const shifted = glides(before, board("4 1 2 3", "5 6 7 8"));
  const { glide, all, isLine } = wayOf("r", shifted, [0, 3]);
  assert.deepEqual([glide.to, glide.enters, all.length, isLine], [[0, 4], [0, 0], 4, true]);
  const exchanged = glides(before, board("5 2 3 4", "1 6 7 8"));
  assert.deepEqual(wayOf("x", exchanged, [1, 0]).glide.to, [0, 0]);
  assert.equal(wayOf("x", exchanged, [1, 0]).isLine, false);
  assert.equal(wayOf("x", exchanged, [0, 1]), null);
});

const LOOPOVER = "/#puzzle=loopover:3x3&state=A+B+C+D+E+F+G+H+I";
onPage("a drag shifts a row or a column, by several squares", { at: LOOPOVER }, async (page) => {
  await drag(page, [1, 0], [0.6, 0]);
  await shows(page, "A B C F D E G H I");
  await drag(page, [0, 2], [0, -0.6]);
  await shows(page, "A B E F D I G H C");
  const made = await page.evaluate(moves);
  await drag(page, [2, 0], [1.8, 0]);
  await shows(page, "A B E F D I H C G");
  assert.equal((await page.evaluate(moves)).split(" ").length, made.split(" ").length + 2);
  await drag(page, [0, 0], [0.25, 0]);
  await shows(page, "A B E F D I H C G");
  await shot(page, "loopover-dragged");
});

onPage("a drag shifts a row by one, where moves shift it by two as well", { at: "/#puzzle=sixteen:4x4&state=1+2+3+4+5+6+7+8+9+10+11+12+13+14+15+16" }, async (page) => {
  await drag(page, [0, 3], [-0.7, 0]);
  await until(page, moves, "1r'");
  await drag(page, [0, 0], [0.7, 0]);
  await until(page, moves, "1r' 1r");
  await drag(page, [0, 0], [1.8, 0]);
  await until(page, moves, "1r' 1r 1r 1r");
});

onPage("a row that is dragged by exactly one square is not tapped", { at: LOOPOVER }, async (page) => {
  const before = await page.evaluate(() => document.querySelector("loyd-board .marks").innerHTML);
  await drag(page, [0, 0], [1, 0]);
  await until(page, () => document.querySelector("loyd-board").game.moves.length, 1);
  assert.equal(await page.evaluate(() => document.querySelector("loyd-board .marks").innerHTML), before);
  assert.equal(await page.locator("#message").textContent(), "");
});

onPage("a row follows the pointer, and goes back if the drag is cancelled", { at: LOOPOVER }, async (page) => {
  await drag(page, [0, 0], [0.7, 0], { release: false });
  const dragged = () => document.querySelectorAll("loyd-board .piece.dragged").length;
  await until(page, dragged, 3);
  await shot(page, "loopover-half");
  await page.evaluate(() => {
    const stage = document.querySelector("loyd-board .stage");
    stage.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }));
  });
  await until(page, dragged, 0);
  await page.mouse.up();
  assert.equal(await page.evaluate(moves), "");
});

onPage("a drag turns the block on whose side the piece is held", { at: "/#puzzle=twiddle:3x3&state=1+2+3/4+5+6/7+8+9" }, async (page) => {
  // The corner piece is in one block only.
  await drag(page, [0, 0], [0.7, 0]);
  await shows(page, "4 1 3 5 2 6 7 8 9");
  await page.evaluate(() => document.querySelector("loyd-board").game.reset());
  await shows(page, "1 2 3 4 5 6 7 8 9");
  // The middle piece goes to the right in the block above and in the block below.
  await drag(page, [1, 1], [0.7, 0], { at: [0.2, -0.3] });
  await shows(page, "1 3 6 4 2 5 7 8 9");
  await page.evaluate(() => document.querySelector("loyd-board").game.reset());
  await shows(page, "1 2 3 4 5 6 7 8 9");
  await drag(page, [1, 1], [0.7, 0], { at: [0.2, 0.3] });
  await shows(page, "1 2 3 4 8 5 7 9 6");
});

onPage("a drag moves several tiles at once", { at: "/#puzzle=sliding:3x3?metric=multi&state=1+2+3/4+5+6/7+8+x" }, async (page) => {
  await drag(page, [2, 0], [0.8, 0]);
  await shows(page, "1 2 3 4 5 6 x 7 8");
  assert.equal((await page.evaluate(moves)).split(" ").length, 1);
});

onPage("a drag exchanges two pieces", { at: "/#puzzle=swap:3&state=1+2+3/4+5+6/7+8+9" }, async (page) => {
  await drag(page, [0, 0], [0.9, 0]);
  await until(page, moves, "1-2");
});

onPage("a pancake is dragged to the place where a flip takes it", { at: "/#puzzle=pancake:5&state=1+2+3+4+5" }, async (page) => {
  const [from, to] = [await middle(page, 0, 0), await middle(page, 0, 3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 8; step++) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 8, from.y + ((to.y - from.y) * step) / 8);
  }
  await page.mouse.up();
  await shows(page, "4 3 2 1 5");
  assert.equal((await page.evaluate(moves)).split(" ").length, 1);
});
