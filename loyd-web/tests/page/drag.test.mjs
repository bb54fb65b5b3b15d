/** Bodies under the pointer: a drag on a facelet turns its layer. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { angleOf, pullOf, released } from "../../page/looks/body/drag.js";
import { holds, onPage, shot, until } from "./browser.mjs";

const QUARTER = Math.PI / 2;
const CUBE_MOVES = [
  { name: "R", angle: QUARTER },
  { name: "R'", angle: -QUARTER },
  { name: "R2", angle: Math.PI },
];

test("a released layer goes to the nearest of its places, and stays if it is hardly turned", () => {
  const degrees = (angle) => released(CUBE_MOVES, (angle * Math.PI) / 180);
  assert.deepEqual([35, 37, 90, 134, 136, 180].map(degrees), [[], ["R"], ["R"], ["R"], ["R2"], ["R2"]]);
  assert.deepEqual([-35, -37, -134, -136, -180].map(degrees), [[], ["R'"], ["R'"], ["R2"], ["R2"]]);
  assert.deepEqual([released([], 1), released(CUBE_MOVES, 0)], [[], []]);
  // A move without an inverse is not made by a drag the other way.
  const one = [{ name: "R", angle: QUARTER }];
  assert.deepEqual([0.9, -0.9, -1.6].map((angle) => released(one, angle)), [["R"], [], []]);
});

test("a drag along a ring makes a move for each piece, or the moves that go far", () => {
  const step = Math.PI / 10;
  const one = [
    { name: "l", angle: step },
    { name: "l'", angle: -step },
  ];
  assert.deepEqual(released(one, 3.4 * step), ["l", "l", "l"]);
  assert.deepEqual(released(one, -2.6 * step), ["l'", "l'", "l'"]);
  assert.deepEqual(released([...one, { name: "l3", angle: 3 * step }], 3.9 * step), ["l3", "l"]);
});

test("the layer that goes the way of the drag turns, the smaller of two", () => {
  const facelet = { middle: [0.3, 0.9, 0.5], normal: [0, 1, 0], corners: [[], [], []] };
  const layer = (axis, size) => ({ axis, centre: [0, 0, 0], from: 0, to: 1, inside: Array.from({ length: 9 }, (_, at) => at < size) });
  const turns = [
    { name: "R", turn: { layer: layer([1, 0, 0], 4), angle: QUARTER } },
    { name: "F", turn: { layer: layer([0, 0, 1], 4), angle: QUARTER } },
    { name: "Fw", turn: { layer: layer([0, 0, 1], 6), angle: QUARTER } },
    { name: "U", turn: { layer: layer([0, 1, 0], 4), angle: QUARTER } },
  ];
  const seen = ([x, y, z]) => [100 * (x - z / 3), 100 * (z / 2 - y)];
  const pulled = (at, way) => pullOf(facelet, at, turns, way, seen)?.moves.map(({ name }) => name);
  assert.deepEqual([pulled(0, [9, 1]), pulled(0, [-9, 0])], [["F"], ["F"]]);
  assert.deepEqual(pulled(5, [9, 0]), ["Fw"], "a facelet of the second layer alone");
  assert.deepEqual(pulled(0, [-3, 5]), ["R"]);
  assert.equal(pulled(8, [9, 0]), undefined, "no layer has it");
  const pull = pullOf(facelet, 0, turns, [9, 0], seen);
  assert.ok(Math.abs(angleOf(pull, ...pull.along) - 1) < 1e-9, "the way of one radian");
  assert.equal(angleOf(pull, 1e6 * pull.along[0], 0), Math.PI);
});

/** For each move that a drag can make in this view: where the drag begins, and where it ends. */
async function drags(page) {
  const pulls = await page.evaluate(() => {
    const { look, game, svg } = document.querySelector("loyd-board");
    const after = game.legal.moves.map(({ name, changes }) => {
      const picture = game.legal.picture.map((row) => [...row]);
      for (const { row, column, kind, text } of changes) picture[row][column] = { kind, text };
      return { name, picture };
    });
    const turns = look.turnsBy(after);
    const toScreen = svg.getScreenCTM();
    const [left, top, width, height] = look.viewBox();
    const found = new Map();
    for (let row = 1; row < 20; row++) {
      for (let column = 1; column < 20; column++) {
        const [x, y] = [left + (width * column) / 20, top + (height * row) / 20];
        const from = new DOMPoint(x, y).matrixTransform(toScreen);
        const painted = document.elementFromPoint(from.x, from.y)?.closest(".facelets:not(.behind) [data-facelet]");
        const at = Number(painted?.dataset.facelet || -1);
        for (let way = 0; at >= 0 && way < 8; way++) {
          const [right, down] = [Math.cos((way * Math.PI) / 4), Math.sin((way * Math.PI) / 4)];
          const pull = look.pull(at, turns, 9 * right, 9 * down);
          look.letGo();
          if (!pull) continue;
          const key = `${way} ${pull.moves.map(({ name }) => name)}`;
          const { moves, along } = pull;
          if (!found.has(key)) found.set(key, { x: from.x, y: from.y, scale: toScreen.a, right, down, moves, along });
        }
      }
    }
    return [...found.values()];
  });
  const found = {};
  for (const { x, y, scale, right, down, moves, along } of pulls) {
    for (const reach of [30, 80, 160]) {
      const names = released(moves, angleOf({ along }, reach * right, reach * down));
      const to = { x: x + reach * scale * right, y: y + reach * scale * down };
      if (names.length === 1) found[names[0]] ??= { from: { x, y }, to };
    }
  }
  return found;
}

/** Drags with the mouse or with a finger. */
async function drag(page, { from, to }, end = "up") {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (let step = 1; step <= 6; step++) {
    await page.mouse.move(from.x + ((to.x - from.x) * step) / 6, from.y + ((to.y - from.y) * step) / 6);
  }
  if (end === "up") await page.mouse.up();
}

const moves = () => document.querySelector("loyd-board").game.moves.join(" ");
/** A number that stands for what is painted. */
const points = () => {
  const painted = document.querySelector("loyd-board .facelets").innerHTML;
  return [...painted].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff, 0);
};
/** Waits until no layer turns any more: two frames are alike. */
const rests = (page) =>
  holds(page, async () => {
    /** A number that stands for what is painted. */
const points = () => {
  const painted = document.querySelector("loyd-board .facelets").innerHTML;
  return [...painted].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 0x7fffffff, 0);
};
    const before = points();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return before === points();
  });

/** For each body of the gallery: how many of its moves some drag makes in the first view. */
const LEAST = {
  "2x2x2": 12,
  "3x3x3": 12,
  "4x4x4": 24,
  pyraminx: 16,
  skewb: 8,
  dino: 14,
  megaminx: 20,
  "square-1": 8,
  "hungarian-rings": 8,
};

for (const [puzzle, least] of Object.entries(LEAST)) {
  onPage(`a drag on a facelet turns its layer: ${puzzle}`, { at: `/#puzzle=${puzzle}` }, async (page) => {
    await rests(page);
    const found = await drags(page);
    const names = Object.keys(found);
    assert.ok(names.length >= least, `${names.length}: ${names.join()}`);
    for (const name of [names[0], names[Math.floor(names.length / 2)], names[names.length - 1]]) {
      await page.evaluate(() => document.querySelector("loyd-board").game.reset());
      await rests(page);
      const before = await page.evaluate(points);
      await drag(page, found[name]);
      await until(page, moves, name);
      await rests(page);
      assert.notEqual(await page.evaluate(points), before);
      // The layer ends where the move ends, and not where the finger was.
      const ended = await page.evaluate(points);
      await page.evaluate(() => document.querySelector("loyd-board").game.undo());
      await page.evaluate(() => document.querySelector("loyd-board").game.redo());
      await rests(page);
      assert.equal(await page.evaluate(points), ended, name);
    }
    await shot(page, `dragged-${puzzle}`);
  });
}

onPage("a layer follows the pointer, and goes back where it is hardly turned or the drag is cancelled", { at: "/#puzzle=3x3x3" }, async (page) => {
  await rests(page);
  const found = await drags(page);
  await rests(page);
  const { from, to } = found.U ?? found["U'"];
  const before = await page.evaluate(points);
  await drag(page, { from, to }, "held");
  assert.notEqual(await page.evaluate(points), before, "the layer is turned");
  await shot(page, "dragged-half");
  await page.evaluate(() => {
    const stage = document.querySelector("loyd-board .stage");
    stage.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 1, bubbles: true }));
  });
  await until(page, points, before);
  await page.mouse.up();
  const near = { x: from.x + (to.x - from.x) / 5, y: from.y + (to.y - from.y) / 5 };
  await drag(page, { from, to: near });
  await until(page, points, before);
  await page.mouse.click(from.x, from.y);
  assert.equal(await page.evaluate(moves), "", "a tap makes no move");
});

onPage("a finger turns a layer, and a second finger lets it go", { at: "/#puzzle=3x3x3", context: { hasTouch: true, viewport: { width: 390, height: 844 } } }, async (page) => {
  await rests(page);
  const found = await drags(page);
  await rests(page);
  const [name, { from, to }] = Object.entries(found)[0];
  const before = await page.evaluate(points);
  const touch = await page.context().newCDPSession(page);
  const send = (type, ...touchPoints) => touch.send("Input.dispatchTouchEvent", { type, touchPoints });
  const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  await send("touchStart", { ...from, id: 1 });
  await send("touchMove", { ...half, id: 1 });
  await send("touchMove", { ...to, id: 1 });
  await send("touchEnd");
  await until(page, moves, name);
  await page.evaluate(() => document.querySelector("loyd-board").game.reset());
  await rests(page);
  await send("touchStart", { ...from, id: 1 });
  await send("touchMove", { ...to, id: 1 });
  await send("touchStart", { ...to, id: 1 }, { x: 20, y: 80, id: 2 });
  await send("touchEnd");
  await until(page, points, before);
});

onPage("a drag that begins on the arrow of a hint holds the facelet below", { at: "/#puzzle=3x3x3" }, async (page) => {
  await rests(page);
  await page.keyboard.press("h");
  await page.waitForSelector("loyd-board .arrows path");
  const met = await page.evaluate(() => {
    const arrow = document.querySelector("loyd-board .arrows path");
    const toScreen = arrow.getScreenCTM();
    const points = [1, 2, 3, 4, 5].map((part) => arrow.getPointAtLength((arrow.getTotalLength() * part) / 6));
    const elements = points.map(({ x, y }) => {
      const at = new DOMPoint(x, y).matrixTransform(toScreen);
      return document.elementFromPoint(at.x, at.y);
    });
    return [elements.some((element) => element.closest(".arrows")), elements.some((element) => element.dataset.facelet)];
  });
  assert.deepEqual(met, [false, true]);
});

onPage("moves that come fast turn one after the other, and the last picture stays", { at: "/#puzzle=3x3x3" }, async (page) => {
  await rests(page);
  for (const key of ["r", "u", "f", "l", "d", "b", "r", "u", "f", "l", "d", "b"]) await page.keyboard.press(key);
  await until(page, moves, "R U F L D B R U F L D B");
  await rests(page);
  const ended = await page.evaluate(points);
  const state = await page.evaluate(() => document.querySelector("loyd-board").game.state);
  await page.evaluate((state) => document.querySelector("loyd-board").game.setState(state), state);
  await rests(page);
  assert.equal(await page.evaluate(points), ended);
});
