/** Tiles that turn: their labels, their notches, and the words for them. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { glides } from "../../page/glides.js";
import { turnedOf } from "../../page/looks/turned.js";
import { hears, holds, many, onPage, shot, shows, until } from "./browser.mjs";

const tile = (text) => ({ kind: "piece", text });
const row = (text) => [text.split(" ").map(tile)];

test("the angle of a tile follows from the number of orientations that the server sends", () => {
  const at = (text, orientations) => turnedOf(tile(text), [0, 0], orientations);
  assert.deepEqual(at("5+2", [[4]]), { label: "5", angle: 180 });
  assert.deepEqual(at("5+1", [[2]]), { label: "5", angle: 180 });
  assert.deepEqual(at("a+b+2", [[3]]), { label: "a+b", angle: 240 });
  assert.deepEqual(at("5", [[4]]), { label: "5", angle: 0 });
  for (const none of [undefined, [], [[]], [[1]]]) assert.equal(at("5+2", none), null);
  assert.equal(turnedOf({ kind: "empty", text: "" }, [0, 0], [[4]]), null);
});

test("a piece that turns on its way is the same piece, and one that turns where it lies does not glide", () => {
  assert.deepEqual(glides(row("1 2+1 3"), row("2+2 1+1 3+1")), [
    { from: [0, 0], to: [0, 1] },
    { from: [0, 1], to: [0, 0] },
  ]);
});

/** For each tile of the large picture in reading order: its label, and where its notch is. */
const tiles = () =>
  [...document.querySelectorAll("loyd-board .pieces .piece")]
    .map((piece) => {
      const middle = ({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2];
      const [x, y] = middle(piece.querySelector(".body").getBoundingClientRect());
      const [u, v] = middle(piece.querySelector(".notch").getBoundingClientRect());
      const [right, down] = [Math.round(u - x), Math.round(v - y)];
      const sides = [right < 0 && "left", right > 0 && "right", down < 0 && "top", down > 0 && "bottom"];
      return { x, y, text: [piece.textContent, ...sides.filter(Boolean)].join(" ") };
    })
    .sort((one, other) => (Math.abs(one.y - other.y) > 5 ? one.y - other.y : one.x - other.x))
    .map(({ text }) => text);

for (const [name, at, label, context] of [
  ["light", "/#puzzle=twiddle:2x2n2o&state=1+2+3+4", "3 turned 90° clockwise, 1 turned 90° clockwise; 4", {}],
  [
    "dark, in Chinese, on a phone",
    "/?lang=zh#puzzle=twiddle:2x2n2o&state=1+2+3+4",
    "3（顺时针转 90°），1（顺时针转 90°）; 4",
    { colorScheme: "dark", viewport: { width: 390, height: 844 } },
  ],
]) {
  onPage(`a tile turns with its label, and its notch shows the turn: ${name}`, { at, context }, async (page) => {
    await until(page, tiles, ["1 top", "2 top", "3 top", "4 top"]);
    const body = await page.evaluateHandle(() => document.querySelector("loyd-board .piece"));
    await page.evaluate(() => document.querySelector("loyd-board").game.make("a"));
    await shows(page, "3+1 1+1 4+1 2+1");
    await until(page, tiles, ["3 right", "1 right", "4 right", "2 right"]);
    await shot(page, `turned-${name.split(",")[0]}`);
    // The element of the tile is still there, so it glides and turns.
    assert.ok(await body.evaluate((piece) => piece.isConnected && piece.textContent === "1"));
    await holds(page, (label) => document.querySelector("loyd-board .stage").ariaLabel.includes(label), label);
    await page.locator("loyd-board .stage").focus();
    await page.keyboard.press("ArrowRight");
    await hears(page, label.split(/[,，]/)[0]);
    await page.evaluate(() => document.querySelector("loyd-board").game.make("a2"));
    await until(page, tiles, ["2 left", "4 left", "1 left", "3 left"]);
    // A turn from 270° to 360° is a quarter of a turn, too.
    await page.evaluate(() => document.querySelector("loyd-board").game.make("a"));
    await until(page, tiles, ["1 top", "2 top", "3 top", "4 top"]);
    assert.deepEqual(
      await page.$$eval("loyd-board .turned", (faces) => faces.map(({ style }) => style.transform)),
      Array(4).fill("rotate(360deg)"),
    );
    // The small picture of the goal has notches, too.
    await until(page, () => document.querySelectorAll("loyd-goal .notch").length, 4);
  });
}

const NINE = "/#puzzle=twiddle:3x3n3o&state=1+2+3+4+5+6+7+8+9";
onPage("the tile in the middle turns where it lies", { at: NINE }, async (page) => {
  const middle = await page.evaluateHandle(() =>
    [...document.querySelectorAll("loyd-board .piece")].find(({ textContent }) => textContent === "5"),
  );
  await page.evaluate(() => document.querySelector("loyd-board").game.make("a"));
  await holds(page, () => document.querySelector("loyd-board").look.picture[1][1].text === "5+1");
  assert.ok(await middle.evaluate((piece) => piece.isConnected));
  await until(page, tiles, ["7", "4", "1", "8", "5", "2", "9", "6", "3"].map((label) => `${label} right`));
});

onPage("tiles that do not turn have no notch", { at: "/#puzzle=twiddle:3x3" }, async (page) => {
  await many(page.locator("loyd-board .notch"), 0);
});
