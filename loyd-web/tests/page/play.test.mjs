/** Playing: by keys, mouse and finger; undo, redo, reset; positions typed, pasted and exchanged. */

import { strict as assert } from "node:assert";
import { board, click, distance, hears, holdBack, holds, middle, onPage, reads, shot, shows, until } from "./browser.mjs";

const EIGHT = "/#puzzle=8&state=1+2+3+4+x+5+7+8+6";
const count = (page, expected) =>
  until(page, () => document.querySelector("loyd-controls .count").textContent, expected);

onPage("arrow keys push the tile that way", { at: EIGHT }, async (page) => {
  await page.keyboard.press("ArrowLeft");
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await page.keyboard.press("ArrowUp");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await count(page, "2 moves");
  await distance(page, 0);
  await until(
    page,
    () => document.querySelector("loyd-coach .verdict").textContent,
    "Solved in 2 moves. No solution is shorter.",
  );
  await shot(page, "solved");
});

onPage("WASD, undo, redo and reset by keys", { at: EIGHT }, async (page) => {
  for (const key of ["a", "w"]) await page.keyboard.press(key);
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await page.keyboard.press("z");
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await page.keyboard.press("Control+z");
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await page.keyboard.press("Shift+Z");
  await page.keyboard.press("Control+y");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await page.keyboard.press("r");
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await count(page, "0 moves");
});

onPage("keys that come faster than the server's replies are all played", { at: EIGHT }, async (page) => {
  await page.evaluate(() => {
    for (const key of ["ArrowLeft", "ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft"]) {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  });
  await count(page, "5 moves");
  await shows(page, "1 2 3 4 5 x 7 8 6");
});

onPage("letters are no shortcuts once they are switched off", { at: EIGHT }, async (page) => {
  await page.click(".keys summary");
  await page.click("#letters");
  await page.focus("loyd-board .stage");
  await page.keyboard.press("a");
  await page.keyboard.press("ArrowUp");
  await shows(page, "1 2 3 4 8 5 7 x 6");
  await count(page, "1 move");
});

onPage("a click moves a tile, and one further along the line all between", { at: EIGHT }, async (page) => {
  await click(page, 1, 2);
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await click(page, 1, 0);
  await shows(page, "1 2 3 x 4 5 7 8 6");
  await count(page, "3 moves");
});

onPage("a tile is dragged to the blank, and goes back when let go early", { at: EIGHT }, async (page) => {
  const [from, to] = [await middle(page, 1, 2), await middle(page, 1, 1)];
  const drag = async (part) => {
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(from.x + (to.x - from.x) * part, from.y, { steps: 5 });
    await page.mouse.up();
  };
  await drag(0.25);
  await count(page, "0 moves");
  assert.equal(await board(page), "1 2 3 4 x 5 7 8 6");
  await drag(0.8);
  await shows(page, "1 2 3 4 5 x 7 8 6");
});

onPage(
  "a swipe and a tap",
  { at: EIGHT, context: { hasTouch: true, viewport: { width: 390, height: 844 } } },
  async (page) => {
    const swipe = async (dx, dy) => {
      const { x, y } = await middle(page, 0, 0);
      const touches = await page.context().newCDPSession(page);
      const at = (part) => [{ x: x + dx * part, y: y + dy * part }];
      await touches.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(0) });
      for (const part of [0.3, 0.6, 1])
        await touches.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(part) });
      await touches.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    };
    await swipe(-60, 4);
    await shows(page, "1 2 3 4 5 x 7 8 6");
    await swipe(5, -60);
    await shows(page, "1 2 3 4 5 6 7 8 x");
    await page.keyboard.press("r");
    await shows(page, "1 2 3 4 x 5 7 8 6");
    const { x, y } = await middle(page, 1, 2);
    await page.touchscreen.tap(x, y);
    await shows(page, "1 2 3 4 5 x 7 8 6");
  },
);

onPage(
  "pancakes: the lowest that is turned over is pointed at",
  { at: "/#puzzle=pancake:5&state=3+1+4+5+2" },
  async (page) => {
    await click(page, 0, 2);
    await shows(page, "4 1 3 5 2");
    await page.keyboard.press("4");
    await shows(page, "5 3 1 4 2");
    await page.click('loyd-buttons button[data-move="5"]');
    await shows(page, "2 4 1 3 5");
    await shot(page, "pancakes");
  },
);

onPage("magic board: a button and a key for every move", { at: "/#puzzle=magic-board" }, async (page) => {
  const before = (await board(page)).split(" ");
  await page.click('loyd-buttons button[data-move="A"]');
  await shows(page, [...before.slice(4), ...before.slice(0, 4)].join(" "));
  await page.keyboard.press("a");
  await shows(page, before.join(" "));
  await until(page, (found) => document.querySelectorAll(found).length, 3, "loyd-buttons button");
  await click(page, 0, 0);
  await hears(page, "Now choose one of 3 marked squares.");
  await click(page, 1, 0);
  await shows(page, [...before.slice(4), ...before.slice(0, 4)].join(" "));
});

onPage(
  "TopSpin: two places are pointed at, or a button",
  { at: "/#puzzle=top-spin:7x4&state=1+2+3+4+5+6+7" },
  async (page) => {
    await click(page, 0, 0);
    await click(page, 0, 3);
    await shows(page, "4 3 2 1 5 6 7");
    await page.click('loyd-buttons button[data-move="1"]');
    await shows(page, "1 2 3 4 5 6 7");
    await shot(page, "top-spin");
  },
);

onPage(
  "alternating swap: after a move only the other kind follows",
  { at: "/#puzzle=swap:3&state=1+2+9+4+6+3+7+8+5" },
  async (page) => {
    const kinds = () => page.evaluate(() => document.querySelectorAll("loyd-buttons button").length);
    assert.equal(await kinds(), 20);
    await click(page, 0, 2);
    await until(page, () => document.querySelectorAll(".mark.target").length, 3);
    await click(page, 1, 2);
    await shows(page, "1 2 3 4 6 9 7 8 5");
    await until(page, () => document.querySelectorAll("loyd-buttons button").length, 8);
    await distance(page, 2);
  },
);

onPage("rolling cubes roll", { at: "/#puzzle=rolling-cubes" }, async (page) => {
  await page.keyboard.press("ArrowUp");
  await shows(page, "WR RW WR WR x WR WR WR WR");
  await shot(page, "cubes");
});

onPage(
  "light up: a cell is pointed at",
  { at: `/#puzzle=light-up&board=${encodeURIComponent("...\n.0.\n...")}`, faults: /422.*map$/ },
  async (page) => {
    await click(page, 0, 0);
    await shows(page, "* + + + 0 x + x x");
    await page.keyboard.press("z");
    await shows(page, "x x x x 0 x x x x");
    await page.keyboard.press("h");
    await until(page, () => document.querySelectorAll(".arrows .arrow").length > 0, true);
  },
);

onPage("a position is typed in any way, and a fault says where", { at: EIGHT, faults: /422.*moves$/ }, async (page) => {
  const field = page.locator("#position");
  await field.fill("123/456/_78");
  await field.press("Enter");
  await shows(page, "1 2 3 4 5 6 x 7 8");
  await field.fill("1 2 3 4 5 6 x 7 7");
  await field.press("Enter");
  await page.waitForSelector("loyd-edit .fault:not([hidden])");
  await reads(page, "loyd-edit .fault", /^Column 17: found/);
  assert.equal(await board(page), "1 2 3 4 5 6 x 7 8");
});

onPage("a position is pasted anywhere", { at: EIGHT }, async (page) => {
  await page.evaluate(() => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", "[[2,3,4],[1,5,0],[7,6,8]]");
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  });
  await shows(page, "2 3 4 1 5 x 7 6 8");
  await distance(page, 19);
});

onPage("a cube that is held another way is read, and told", { at: "/#puzzle=3x3x3" }, async (page) => {
  const faces = ["U", "B", "R", "D", "F", "L"].map((face) => face.repeat(9));
  await page.fill("#position", faces.join(""));
  await page.press("#position", "Enter");
  await reads(page, "#note", /held with the centre U above and R in front/);
  await page.locator("#position").blur();
  await page.keyboard.press("u");
  await holds(page, () => document.getElementById("note").hidden);
});

onPage("two tiles are exchanged, and the coach says that there is no solution", { at: EIGHT }, async (page) => {
  await page.click('button[aria-pressed="false"]:has-text("Exchange")');
  await click(page, 0, 0);
  await click(page, 0, 1);
  await shows(page, "2 1 3 4 x 5 7 8 6");
  await until(page, () => document.querySelector("loyd-coach .figure span").textContent, "unsolvable");
  await page.keyboard.press("Escape");
  await click(page, 1, 2);
  await shows(page, "2 1 3 4 5 x 7 8 6");
});

onPage("a move is drawn before the server says what follows", { http: true, at: EIGHT }, async (page) => {
  const { asked, release } = await holdBack(page, "**/api/v1/moves");
  await page.keyboard.press("ArrowLeft");
  await asked;
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await count(page, "1 move");
  release();
  await page.keyboard.press("ArrowUp");
  await shows(page, "1 2 3 4 5 6 7 8 x");
});

onPage("what is typed stays when the server answers an earlier move", { http: true, at: EIGHT }, async (page) => {
  const { asked, release } = await holdBack(page, "**/api/v1/moves");
  await page.keyboard.press("ArrowLeft");
  await asked;
  const field = page.locator("#position");
  await field.fill("2 3 4 1 5 x 7 6 8");
  release();
  await distance(page, 1);
  assert.equal(await field.inputValue(), "2 3 4 1 5 x 7 6 8");
  await field.press("Enter");
  await shows(page, "2 3 4 1 5 x 7 6 8");
  assert.equal(await field.inputValue(), "2 3 4 1 5 x 7 6 8");
});

onPage("a move that the server does not answer is taken back, and told", { http: true, at: EIGHT, faults: /500/ }, async (page) => {
  await page.route("**/api/v1/moves", (route) =>
    route.fulfill({
      status: 500,
      contentType: "application/problem+json",
      body: JSON.stringify({ title: "Internal Server Error", status: 500, detail: "out of order", kind: "internal" }),
    }),
  );
  await page.keyboard.press("ArrowLeft");
  await until(page, () => document.getElementById("note").textContent, "out of order");
  await shows(page, "1 2 3 4 x 5 7 8 6");
  await count(page, "0 moves");
});

onPage("a puzzle and a look that the page has never heard of", { http: true }, async (page) => {
  const piece = (text) => ({ kind: "piece", text });
  const legal = (state) => ({
    version: 1,
    puzzle: "novelty",
    goal: "a b",
    state,
    convention: null,
    look: "hexagons",
    solved: state === "a b",
    picture: [state.split(" ").map(piece)],
    moves: [
      {
        name: "turn",
        words: "turn them round",
        state: state === "a b" ? "b a" : "a b",
        pointed_at: null,
        changes: state
          .split(" ")
          .reverse()
          .map((text, column) => ({ row: 0, column, ...piece(text) })),
      },
    ],
  });
  const json = (body) => ({ contentType: "application/json", body: JSON.stringify(body) });
  await page.route("**/api/v1/puzzles/novelty", (route) => route.fulfill(json({ puzzle: "novelty", example: "b a" })));
  await page.route("**/api/v1/moves", (route) => {
    const { state, moves = "" } = route.request().postDataJSON();
    const turned = moves.split(" ").filter(Boolean).length % 2 === 1;
    route.fulfill(json(legal(turned ? state.split(" ").reverse().join(" ") : state)));
  });
  await page.route("**/api/v1/distance", (route) => route.fulfill(json({ distance: 1 })));
  await page.route("**/api/v1/random", (route) => route.fulfill(json({ state: "b a" })));
  // The map of the game before this one may still be under way: that one is the server's.
  await page.route("**/api/v1/map", (route) => {
    const { puzzle } = route.request().postDataJSON();
    if (puzzle === "novelty") route.fulfill(json({ states: 1e20, bytes: 1e20, seconds: 1e20 }));
    else route.fallback();
  });
  await page.evaluate(() => (location.hash = "#puzzle=novelty"));
  await shows(page, "b a");
  await click(page, 0, 0);
  await shows(page, "a b");
  await page.click('loyd-buttons button:has-text("turn them round")');
  await shows(page, "b a");
});

onPage("a click before the server has told what follows means what is drawn", { http: true, at: EIGHT }, async (page) => {
  const { asked, release } = await holdBack(page, "**/api/v1/moves");
  await page.keyboard.press("ArrowLeft");
  await asked;
  await shows(page, "1 2 3 4 5 x 7 8 6");
  await click(page, 1, 0);
  release();
  await shows(page, "1 2 3 x 4 5 7 8 6");
  await count(page, "3 moves");
});

const LOW = { viewport: { width: 400, height: 300 } };

onPage("keys are for a board that is seen", { at: EIGHT, context: LOW }, async (page) => {
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await until(page, () => document.querySelector("loyd-board").getBoundingClientRect().bottom < 0, true);
  await page.keyboard.press("ArrowLeft");
  await page.evaluate(() => scrollTo(0, 0));
  await page.keyboard.press("ArrowUp");
  await shows(page, "1 2 3 4 8 5 7 x 6");
  await count(page, "1 move");
});

onPage("two clicks in one moment are played one after the other", { at: EIGHT }, async (page) => {
  await page.evaluate(() => {
    const board = document.querySelector("loyd-board");
    board.point([1, 2]);
    board.point([1, 0]);
  });
  await shows(page, "1 2 3 x 4 5 7 8 6");
  await count(page, "3 moves");
});
