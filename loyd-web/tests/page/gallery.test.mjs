/** The gallery, light-up boards, and elements that stay in their places. */

import { strict as assert } from "node:assert";
import { click, distance, hears, holdBack, holds, onPage, reads, reload, shot, shows, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };
const puzzle = (page, expected) =>
  until(page, () => document.querySelector("loyd-board").game.legal?.puzzle, expected);

onPage("twelve puzzles have a picture and a name in both languages", { at: EIGHT }, async (page) => {
  const names = () =>
    page.evaluate(() => [...document.querySelectorAll(".gallery-puzzle span")].map((name) => name.innerText));
  await page.waitForSelector(".gallery-puzzle .sticker");
  const english = await names();
  assert.equal(english.length, 12);
  assert.ok(english.includes("Rubik's cube"));
  const empty = await page.evaluate(
    () => [...document.querySelectorAll(".gallery-picture")].filter(({ childElementCount }) => !childElementCount).length,
  );
  assert.equal(empty, 0);
  const fills = await page.evaluate(() =>
    [...document.querySelectorAll('[data-puzzle="3x3x3"] .sticker')].map((sticker) => getComputedStyle(sticker).fill),
  );
  assert.deepEqual([fills.length, new Set(fills).size], [27, 5]);
  await page.click("#language");
  const chinese = await names();
  for (const name of ["八数码", "十五数码", "魔板", "三阶魔方"]) assert.ok(chinese.includes(name), name);
  await shot(page, "gallery-zh", { fullPage: true });
});

for (const [width, height] of [[360, 640], [390, 844]]) {
  const context = { viewport: { width, height }, hasTouch: true };
  onPage(`a phone of ${width}x${height} shows board, controls and distance of every puzzle`, { at: EIGHT, context }, async (page) => {
    for (const id of await page.evaluate(() => [...document.querySelectorAll("[data-puzzle]")].map((one) => one.dataset.puzzle))) {
      await page.evaluate(async (puzzle) => {
        const { game } = document.querySelector("loyd-board");
        globalThis.isTold = false;
        await game.open({ puzzle });
        game.addEventListener("distance", ({ detail }) => (globalThis.isTold ||= detail.state === game.state));
        game.dispatchEvent(new CustomEvent("position"));
      }, id);
      await puzzle(page, id);
      // What the coach knows is told above its card, in the same words.
      await holds(page, () => {
        if (!globalThis.isTold) return false;
        const [left, figure] = [".left", ".figure"].map((found) => document.querySelector(found).textContent);
        return left === figure && /\d/.test(left);
      });
      const beyond = await page.evaluate(() =>
        ["#what", ".stage svg", ".tally", ".left", ".solve"].filter((found) => {
          const { left, right, top, bottom } = document.querySelector(found).getBoundingClientRect();
          return scrollY || left < 0 || top < 0 || right > innerWidth || bottom > innerHeight || right === left;
        }),
      );
      assert.deepEqual(beyond, [], id);
      if (id === "sliding:4x4" || id === "3x3x3") await shot(page, `phone-${id.replace(":", "-")}-${width}`);
    }
    await page.click("#language");
    await holds(page, () => document.querySelector(".left").textContent === document.querySelector(".figure").textContent);
  });
}

onPage("a puzzle of the gallery opens by mouse and by keys, and is marked", { at: EIGHT }, async (page) => {
  await page.click('[data-puzzle="pancake:7"]');
  await puzzle(page, "pancake:7");
  await until(page, () => document.querySelector(".gallery [aria-current]").dataset.puzzle, "pancake:7");
  await page.focus('[data-puzzle="magic-board"]');
  await page.keyboard.press("Enter");
  await puzzle(page, "magic-board");
  await until(page, () => document.activeElement.dataset.puzzle, "magic-board");
});

onPage("a puzzle that opens slowly is said to be opening, and a click on another puzzle gives it up", { http: true, at: EIGHT }, async (page) => {
  const { asked, release } = await holdBack(page, "**/api/v1/random");
  const what = () => document.getElementById("what").textContent;
  await page.click('[data-puzzle="3x3x3"]');
  await asked;
  await until(page, what, "Opening Rubik's cube…");
  await hears(page, "Opening Rubik's cube…");
  await page.click('[data-puzzle="pyraminx"]');
  await until(page, what, "Opening Pyraminx…");
  release();
  await puzzle(page, "pyraminx");
  await until(page, what, "Pyraminx");
  await page.evaluate(() => document.querySelector("loyd-board").game.settled());
  await puzzle(page, "pyraminx");
});

onPage("every puzzle of the gallery opens", { at: EIGHT }, async (page) => {
  const ids = await page.evaluate(() =>
    [...document.querySelectorAll(".gallery-puzzle")].map(({ dataset }) => dataset.puzzle),
  );
  for (const id of ids) {
    await page.click(`[data-puzzle="${id}"]`);
    await until(page, () => document.querySelector(".gallery [aria-current]")?.dataset.puzzle, id);
    await shot(page, `gallery-${id.replace(":", "-")}`);
  }
});

const lamps = (page, expected) => until(page, () => document.querySelector("loyd-board").game.state, expected);

onPage("lamps are placed in any order and taken off again", { at: EIGHT }, async (page) => {
  await page.click('[data-puzzle="light-up"]');
  await lamps(page, "none");
  await distance(page, 4);
  await click(page, 3, 3);
  await lamps(page, "r4c4");
  await click(page, 0, 0);
  await lamps(page, "r1c1 r4c4");
  await distance(page, 2);
  await shot(page, "lamps");
  // A square where no lamp may be put gives the reason.
  await click(page, 3, 2);
  await reads(page, "#message", /^This square is lit, and no lamp may light another\.$/);
  await click(page, 2, 2);
  await reads(page, "#message", /^A barrier takes no lamp\.$/);
  await click(page, 2, 1);
  await hears(page, "No lamp here: the 0 beside this square allows no more.");
  await click(page, 3, 3);
  await lamps(page, "r1c1");
  await reads(page, "#message", /^$/);
  await page.keyboard.press("z");
  await lamps(page, "r1c1 r4c4");
  await reload(page);
  await lamps(page, "r1c1 r4c4");
  await click(page, 2, 0);
  await click(page, 1, 2);
  await lamps(page, "r1c1 r2c3 r3c1 r4c4");
  await reads(page, "loyd-win", /Solved in 4 moves/);
});

onPage("lamps that cannot stay are told, and a hint and a solution are lamps", { at: EIGHT }, async (page) => {
  await page.click('[data-puzzle="light-up"]');
  await lamps(page, "none");
  await click(page, 2, 3);
  await lamps(page, "r3c4");
  await reads(page, "loyd-coach .verdict", /Take one off/);
  await page.keyboard.press("z");
  await lamps(page, "none");
  await distance(page, 4);
  await page.keyboard.press("h");
  await page.waitForSelector(".best-moves button");
  await page.keyboard.press("g");
  await lamps(page, "r1c1 r2c3 r3c1 r4c4");
});

onPage("light-up by keys, and the larger boards", { at: EIGHT }, async (page) => {
  await page.click('[data-puzzle="light-up"]');
  await lamps(page, "none");
  await page.focus("loyd-board .stage");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await lamps(page, "r1c1");
  await hears(page, "put a lamp in row 1 column 1");
  await page.getByRole("button", { name: "Board 10×10" }).click();
  await until(page, () => document.querySelectorAll("loyd-board .hit").length, 100);
  await lamps(page, "none");
  await distance(page, 11);
  await shot(page, "light-up-large");
});

/** The places of all elements that must stay, on the page. */
const places = (page, found) =>
  page.evaluate(
    (found) =>
      found.map((name) => {
        const { left, top } = document.querySelector(name).getBoundingClientRect();
        return `${name} ${Math.round(left + scrollX)} ${Math.round(top + scrollY)}`;
      }),
    found,
  );

for (const [name, context] of [
  ["desktop", { viewport: { width: 1280, height: 800 } }],
  ["phone", PHONE],
]) {
  onPage(`nothing moves in a game, ${name}`, { at: EIGHT, context, faults: /status of 4/ }, async (page) => {
    const stay = ["loyd-board", "loyd-controls", "loyd-player", "loyd-edit", ".keys", "loyd-coach", "loyd-tabs"];
    await distance(page, 19);
    const before = await places(page, stay);
    const same = async (/** @type {string} */ when) => assert.deepEqual(await places(page, stay), before, when);
    await page.keyboard.press("ArrowDown");
    await distance(page, 18);
    await same("after a move");
    await page.keyboard.press("h");
    await page.waitForSelector(".best-moves button");
    await same("with a hint");
    await page.locator("#position").fill("1 2 3");
    await page.locator("#position").press("Enter");
    await page.waitForSelector("loyd-edit .fault:not([hidden])");
    await same("with a fault");
    await page.locator("#position").fill("1 2 3 4 x 5 7 8 6");
    await page.locator("#position").press("Enter");
    await shows(page, "1 2 3 4 x 5 7 8 6");
    await page.locator("h1").click();
    for (const key of ["ArrowLeft", "ArrowUp"]) await page.keyboard.press(key);
    await page.locator("loyd-win").waitFor();
    await same("with the card");
  });

  for (const id of ["8", "15", "magic-board", "pancake:7", "top-spin:8x4", "rolling-cubes"]) {
    onPage(`the board and New game fit the screen: ${id}, ${name}`, { at: `/#puzzle=${id}`, context }, async (page) => {
      await holds(page, () => document.querySelector("loyd-board").game.legal !== null);
      await shot(page, `fit-${id.replace(":", "-")}-${name}`);
      const bottom = await page.evaluate(() => document.querySelector("loyd-controls .new").getBoundingClientRect().bottom);
      assert.ok(bottom <= context.viewport.height, `New game ends at ${bottom}`);
    });
  }
}

onPage("the name of the puzzle leads to the gallery", { at: EIGHT, context: PHONE }, async (page) => {
  await page.click("#tab-map");
  await page.click("#what");
  await until(page, () => document.activeElement.className, "gallery-daily");
  const { top, bottom } = await page.evaluate(() => document.querySelector(".gallery").getBoundingClientRect());
  assert.ok(top >= 0 && Math.floor(bottom) <= 844, `${top} to ${bottom}`);
});

onPage("on a phone the gallery is a sheet that closes onto the board", { at: "/", context: PHONE }, async (page) => {
  await page.tap("#what");
  await page.waitForSelector("dialog[open] .gallery-daily");
  await shot(page, "gallery-sheet");
  await page.keyboard.press("ArrowLeft");
  await page.tap('dialog [data-puzzle="pancake:7"]');
  await until(page, () => document.querySelector("loyd-board").game.puzzle, "pancake:7");
  await until(page, () => document.querySelectorAll("dialog").length, 0);
  await until(page, () => [scrollY, document.activeElement.className], [0, "stage"]);
  await page.tap("#what");
  await page.waitForSelector('dialog [data-puzzle="pancake:7"][aria-current]');
  await page.keyboard.press("Escape");
  await until(page, () => document.querySelectorAll("dialog").length, 0);
  await page.tap("#what");
  await page.tap(".sheet-more");
  await until(page, () => document.querySelector("loyd-newgame details").open, true);
  await until(page, () => {
    const { top } = document.querySelector("loyd-newgame details").getBoundingClientRect();
    return top >= 0 && top < innerHeight;
  }, true);
});

onPage("Solve pauses the solution that it plays", { at: "/#puzzle=8&state=2+3+4+1+5+x+7+6+8", context: PHONE }, async (page) => {
  const name = () => document.querySelector("loyd-controls .solve").textContent;
  await page.tap("loyd-controls .solve");
  await until(page, name, "Pause");
  await page.tap("loyd-controls .solve");
  await until(page, name, "Solve");
  const at = await page.evaluate(() => document.querySelector("loyd-board").game.cursor);
  assert.ok(at < 19);
  await page.tap("loyd-controls .solve");
  await distance(page, 0);
  await until(page, name, "Solve");
});

for (const at of ["/", "/#puzzle=3x3x3", "/#puzzle=swap:7x9", "/?lang=zh#puzzle=megaminx", "/#puzzle=8&state=2+1+3+4+5+6+7+8+x"]) {
  for (const [width, height] of [[1280, 800], [390, 844], [360, 640]]) {
    onPage(`nothing moves while the page loads: ${at}, ${width}x${height}`, { at, context: { viewport: { width, height } } }, async (page) => {
      await holds(page, () => document.querySelector("loyd-coach .verdict").textContent !== "");
      const shift = await page.evaluate(async () => {
        const entries = await new Promise((resolve) => {
          new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: "layout-shift", buffered: true });
          setTimeout(() => resolve([]), 500);
        });
        return entries.reduce((sum, { value, hadRecentInput }) => sum + (hadRecentInput ? 0 : value), 0);
      });
      assert.ok(shift < 0.05, `${shift}`);
    });
  }
}
