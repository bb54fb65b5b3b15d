/** Puzzles drawn as bodies: colours, turns, the view, the goal, buttons in groups and keys of cubers. */

import { strict as assert } from "node:assert";
import { test } from "node:test";
import { faceletsOf, shownBy } from "../../page/looks/body/facelets.js";
import { axesOf, turnBetween, turnsOf } from "../../page/looks/body/turns.js";
import { hiddenBy, paintingOrder } from "../../page/looks/body/order.js";
import { groupsOf, moveOfKey, rowsOf } from "../../page/movenames.js";
import { distance, hears, holds, onPage, reload, shot, shows, until } from "./browser.mjs";

const CUBE = "/#puzzle=3x3x3&state=";
/** The colours that are seen in the large picture, each with its number of facelets. */
const colours = (page, group = "loyd-board .facelets:not(.behind)") =>
  page.evaluate((group) => {
    const counts = {};
    for (const facelet of document.querySelectorAll(`${group} .sticker`)) {
      const name = facelet.getAttribute("class").replace("sticker colour-", "");
      counts[name] = (counts[name] ?? 0) + 1;
    }
    return counts;
  }, group);
/** Waits until no layer turns any more: two frames are alike. */
const rests = (page) =>
  holds(page, async () => {
    const points = () => document.querySelector("loyd-board .facelets").innerHTML;
    const before = points();
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    return before === points();
  });
/** The solved position of a puzzle: its goal. */
const solved = (page) => page.evaluate(() => document.querySelector("loyd-board").game.legal.goal);
/** Opens a position of the puzzle that is shown. */
const set = (page, state) => page.evaluate((state) => document.querySelector("loyd-board").game.setState(state), state);

onPage("a cube is drawn in its colours, and turns by a move", { at: "/#puzzle=3x3x3" }, async (page) => {
  await set(page, await solved(page));
  await rests(page);
  assert.deepEqual(await colours(page), { white: 9, green: 9, red: 9 });
  assert.deepEqual(await colours(page, "loyd-board .behind"), { yellow: 9, blue: 9, orange: 9 });
  // The inside of a body is seen while a layer turns, however few frames that has.
  await page.evaluate(() => {
    const note = () => (globalThis.opened ||= !!document.querySelector("loyd-board .inner"));
    const board = document.querySelector("loyd-board svg");
    new MutationObserver(note).observe(board, { subtree: true, childList: true, attributes: true });
  });
  await page.click('loyd-buttons [data-move="U"]');
  await holds(page, () => globalThis.opened === true);
  await rests(page);
  assert.equal(await page.evaluate(() => document.querySelectorAll("loyd-board .inner").length), 0);
  // The upper row of the front shows what was on the right, and the row on the right what was behind.
  assert.deepEqual(await colours(page), { white: 9, green: 6, red: 9, blue: 3 });
  await distance(page, 1);
  await shot(page, "cube-after-u", { fullPage: true });
});

onPage("the hidden sides are reached by a drag beside the body, by buttons and by keys", { at: "/#puzzle=2x2x2" }, async (page) => {
  await set(page, await solved(page));
  await rests(page);
  const first = await colours(page);
  const seen = new Set(Object.keys(first));
  const { x, y } = await page.evaluate(() => {
    const { left, top } = document.querySelector("loyd-board .stage svg").getBoundingClientRect();
    return { x: left + 8, y: top + 8 };
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 60, y, { steps: 5 });
  await page.mouse.move(x + 250, y, { steps: 5 });
  await page.mouse.up();
  Object.keys(await colours(page)).forEach((colour) => seen.add(colour));
  assert.ok(seen.has("orange") || seen.has("blue"), [...seen].join());
  assert.equal(await page.evaluate(() => document.querySelector("loyd-controls .count").textContent), "0 moves");
  await page.click('[data-view="reset"]');
  await rests(page);
  assert.deepEqual(await colours(page), first);
  for (let step = 0; step < 4; step++) await page.click('[data-view="up"]');
  await rests(page);
  assert.ok((await colours(page)).yellow, "below");
  await page.click('[data-view="reset"]');
  await page.focus("loyd-board .stage");
  for (let step = 0; step < 4; step++) await page.keyboard.press("ArrowRight");
  await rests(page);
  assert.ok((await colours(page)).blue, "behind");
});

onPage("every move of the bundled bodies is a turn", { http: true, at: "/#puzzle=2x2x2" }, async (_page, { url }) => {
  for (const puzzle of ["2x2x2", "3x3x3", "4x4x4", "pyraminx", "skewb", "dino", "megaminx", "square-1", "hungarian-rings"]) {
    const body = JSON.stringify({ puzzle, scramble: "" });
    const headers = { "content-type": "application/json" };
    const legal = await (await fetch(`${url}/api/v1/moves`, { method: "POST", headers, body })).json();
    const facelets = faceletsOf(legal.drawing);
    const turns = turnsOf(facelets);
    const texts = (changes) =>
      shownBy(facelets, legal.drawing, (cell) => {
        const change = changes.find(({ row, column }) => row === cell[0] && column === cell[1]);
        return change?.text ?? legal.picture[cell[0]][cell[1]]?.text;
      });
    const before = texts([]);
    const turned = legal.moves.filter(({ changes }) => turnBetween(turns, before, texts(changes)));
    const coloured = facelets.every(
      ({ palette }, at) => palette !== null || Object.hasOwn(legal.drawing.colours, before[at]),
    );
    const found = [legal.look, legal.moves.length - turned.length, coloured];
    assert.deepEqual(found, ["facelets", 0, true], puzzle);
  }
});

onPage("Square-1 changes its shape, and nothing that is painted hides what is nearer", { at: "/#puzzle=square-1" }, async (page) => {
  await set(page, await solved(page));
  await rests(page);
  // A layer has 4 edges and 8 halves of corners. Black are the insides that face the eye, though they are covered.
  assert.deepEqual(await colours(page), { white: 12, green: 8, red: 7, black: 14 });
  await set(page, "U / U2");
  await rests(page);
  assert.deepEqual(Object.keys(await colours(page)).sort(), ["black", "blue", "green", "red", "white", "yellow"]);
  await shot(page, "square-1", { fullPage: true });
});

test("no body keeps the page busy, and a text is no property of an object", () => {
  // Each facelet has another normal, and all meet in one corner.
  const facelets = Array.from({ length: 400 }, (_, at) => {
    const [x, y] = [Math.round(9999 * Math.cos(at)), Math.round(9999 * Math.sin(at))];
    return { cell: null, text: "", corners: [[0, 0, 9999], [x, y, at], [y, -x, -at]] };
  });
  const bodies = faceletsOf({ colours: {}, facelets });
  assert.equal(hiddenBy([...bodies, bodies[0]]), null);
  assert.equal(axesOf(bodies).length, 64);
  const [facelet] = faceletsOf({ colours: {}, facelets: [{ ...facelets[0], cell: [0, 0], palette: 0 }] });
  assert.deepEqual(shownBy([facelet], { colours: {}, palettes: [{}], facelets: [] }, () => "constructor"), [null]);
});

test("a facelet behind the plane of another is painted first", () => {
  const square = (z, x) => ({
    corners: [[x, 0, z], [x + 1, 0, z], [x + 1, 1, z], [x, 1, z]],
    normal: [0, 0, 1],
  });
  const hidden = hiddenBy([square(0.5, 0), square(0, 0), square(0.5, 2)]);
  assert.deepEqual(hidden, [
    [false, false, false],
    [true, false, true],
    [false, false, false],
  ]);
  assert.deepEqual(paintingOrder([0, 1, 2], hidden), [1, 0, 2]);
});

onPage("a hint is an arrow around a layer, and the goal is a small picture", { at: "/#puzzle=2x2x2" }, async (page) => {
  await set(page, await solved(page));
  await page.click('loyd-buttons [data-move="R"]');
  await distance(page, 1);
  await until(page, () => document.querySelectorAll("loyd-goal .sticker").length, 12);
  await page.keyboard.press("h");
  await page.waitForSelector("loyd-board .arrow .line");
  await holds(page, () => document.querySelectorAll("loyd-buttons .move.best").length > 0);
  await shot(page, "cube-hint", { fullPage: true });
});

onPage("the second palette is kept", { at: "/#puzzle=2x2x2" }, async (page) => {
  const fill = () => {
    const sticker = document.querySelector("loyd-board .colour-green, loyd-board .colour-red, loyd-board .colour-blue");
    return getComputedStyle(sticker).fill;
  };
  const usual = await page.evaluate(fill);
  await page.click(".keys summary");
  await page.click("#palette");
  assert.notEqual(await page.evaluate(fill), usual);
  await reload(page);
  await page.waitForSelector("loyd-board .sticker");
  assert.notEqual(await page.evaluate(fill), usual);
  assert.equal(await page.isChecked("#palette"), true);
});

onPage("letters, Shift, ' and 2 make the moves of a cube", { at: "/#puzzle=3x3x3" }, async (page) => {
  const moves = () => document.querySelector("loyd-board").game.moves.join(" ");
  await page.keyboard.press("r");
  await page.keyboard.press("Shift+U");
  await until(page, moves, "R U'");
  await page.keyboard.press("f");
  await until(page, moves, "R U' F");
  await page.keyboard.press("2");
  await until(page, moves, "R U' F2");
  await page.keyboard.press("d");
  await until(page, moves, "R U' F2 D");
  await page.keyboard.press("'");
  await until(page, moves, "R U' F2 D'");
});

onPage("every move of a large cube has its button", { at: "/#puzzle=4x4x4" }, async (page) => {
  await until(page, () => document.querySelectorAll("loyd-buttons .powers").length, 12);
  const texts = await page.evaluate(() =>
    [...document.querySelectorAll("loyd-buttons .powers")].map(({ children }) =>
      [...children].map(({ textContent }) => textContent).join(" "),
    ),
  );
  assert.ok(texts.includes("Rw Rw′ Rw2"), texts.join());
});

onPage("a ring has buttons for one step, and a best move of more steps has its own", { at: "/#puzzle=hungarian-rings" }, async (page) => {
  const names = () => [...document.querySelectorAll("loyd-buttons button")].map((button) => button.dataset.move).join(" ");
  await until(page, names, "left left' right right'");
  await page.evaluate(() => {
    const { game } = document.querySelector("loyd-board");
    game.dispatchEvent(new CustomEvent("hint", { detail: { moves: ["left5"] } }));
  });
  await until(page, names, "left left' left5 right right'");
  await holds(page, () => document.querySelector('loyd-buttons [data-move="left5"]').classList.contains("best"));
  await page.click('loyd-buttons [data-move="left5"]');
  await until(page, names, "left left' right right'");
});

onPage("the buttons of few moves show what they do", { at: "/#puzzle=magic-board" }, async (page) => {
  await until(page, () => document.querySelectorAll("loyd-buttons .does .arrow").length > 2, true);
  const texts = () => [...document.querySelectorAll("loyd-buttons .does")].map((svg) => svg.querySelectorAll(".piece").length).join();
  assert.equal(await page.evaluate(texts), "8,8,8");
  await shot(page, "magic-board-buttons", { fullPage: true });
});

onPage("what a screen reader hears when a square has several moves is shown, too", { at: "/#puzzle=magic-board" }, async (page) => {
  const { x, y } = await page.evaluate(() => {
    const { left, top, width, height } = document.querySelector('[data-place="0,1"]').getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2 };
  });
  await page.mouse.click(x, y);
  await holds(page, () => /move|square/.test(document.querySelector("#message").textContent));
  const said = await page.evaluate(() => document.querySelector("#message").textContent);
  await hears(page, said);
});

test("names are grouped by the move that they are powers of", () => {
  assert.deepEqual(groupsOf(["U2", "U", "R'", "U'", "R"]), [["U", "U'", "U2"], ["R", "R'"]]);
  assert.deepEqual(groupsOf(["1-2", "2-3", "3-2"]), [["1-2"], ["2-3"], ["3-2"]]);
  assert.deepEqual(groupsOf(["R", "Rw", "Rw'", "R2"]), [["R", "R2"], ["Rw", "Rw'"]]);
  const long = ["t", "t2", "t9", "t10", "t10'", "t9'", "t2'", "t'"];
  assert.deepEqual(groupsOf(long), [["t", "t'", "t2", "t9", "t10", "t10'", "t9'", "t2'"]]);
  assert.deepEqual(groupsOf(["U2", "U4'", "D3", "D'", "/"]), [["U2", "U4'"], ["D'", "D3"], ["/"]]);
  assert.deepEqual(groupsOf(["f1", "f2"]), [["f1"], ["f2"]]);
  assert.deepEqual(groupsOf(["1r", "1r2", "1r'", "12r"]), [["1r", "1r'", "1r2"], ["12r"]]);
});

test("turns of tips are a row of their own", () => {
  const pyraminx = ["U", "U'", "R", "R'", "u", "u'", "r", "r'"];
  assert.deepEqual(rowsOf(groupsOf(pyraminx)), [
    [["U", "U'"], ["R", "R'"]],
    [["u", "u'"], ["r", "r'"]],
  ]);
  assert.equal(rowsOf(groupsOf(["U", "Uw", "R"])).length, 1);
  assert.equal(rowsOf(groupsOf(["a", "a'", "b"])).length, 1);
});

test("a key makes the move of its name", () => {
  const cube = ["U", "U'", "U2", "R", "R'"];
  assert.equal(moveOfKey(cube, "u", false), "U");
  assert.equal(moveOfKey(cube, "U", true), "U'");
  assert.equal(moveOfKey(cube, "U", false), "U", "with caps lock");
  assert.equal(moveOfKey(cube, "h", false), undefined);
  const pyraminx = ["U", "U'", "u", "u'"];
  assert.deepEqual([moveOfKey(pyraminx, "u", false), moveOfKey(pyraminx, "U", true)], ["u", "U"]);
});
