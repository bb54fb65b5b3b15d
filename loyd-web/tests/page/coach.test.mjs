/**
 * The coach and the player: distances, detours, all best moves, a solution that is played and scrubbed, moves
 * copied.
 */

import { strict as assert } from "node:assert";
import { distance, hears, holds, onPage, reads, reload, shot, shows, until } from "./browser.mjs";

const README = "/#puzzle=8&state=2+3+4+1+5+x+7+6+8";
const verdict = (page, expected) =>
  until(page, () => document.querySelector("loyd-coach .verdict").textContent, expected);
const said = (page, expected) => until(page, () => document.querySelector("loyd-player .said").textContent, expected);

onPage("each move is told its distance, and a detour is counted", { at: README }, async (page) => {
  await distance(page, 19);
  await page.keyboard.press("ArrowDown");
  await distance(page, 18);
  await verdict(page, "Every move so far was on a shortest path.");
  await page.keyboard.press("ArrowUp");
  await distance(page, 19);
  await verdict(page, "2 moves more than the shortest so far.");
  await until(page, () => document.querySelectorAll(".course .farther").length, 1);
  await shot(page, "coach");
});

onPage(
  "a hint shows every best move as an arrow, a button and a text",
  { at: "/#puzzle=8&state=8+6+7+2+5+4+3+x+1" },
  async (page) => {
    await distance(page, 31);
    await page.keyboard.press("h");
    await until(page, () => document.querySelectorAll(".arrows .arrow").length, 3);
    await until(page, () => document.querySelectorAll("loyd-buttons .best").length, 3);
    await hears(page, "3 best moves: slide ");
    await shot(page, "hint");
    await page.click("loyd-coach .best-moves button");
    await distance(page, 30);
    await until(page, () => document.querySelectorAll(".arrows .arrow").length, 0);
  },
);

/** Eight tokens of which neighbours are exchanged until they stand in their order, wherever it begins. */
const EIGHT_GOALS = () => {
  const slots = [...Array(8).keys()];
  const side = (first, pair) => slots.map((slot) => pair[slot - first] ?? "-").join(" ");
  const rules = slots.slice(1).map((to) => `${side(to - 1, ["A", "B"])} => ${side(to - 1, ["B", "A"])} LABEL s${to}`);
  const goals = slots.map((first) => `GOAL ${slots.map((slot) => (slot + first) % 8).join(" ")}`);
  return ["8", slots.map(() => 8).join(" "), ...rules, ...goals].join("\n");
};
const MANY_GOALS = `/#puzzle=file&board=${encodeURIComponent(EIGHT_GOALS())}&state=1+0+2+3+4+5+6+7`;
onPage("many goals take four lines beside the distance", { at: MANY_GOALS }, async (page) => {
  await distance(page, 1);
  const goal = page.locator("loyd-goal .goal-text");
  assert.match(await goal.getAttribute("title"), /^Goal: 0 1 2 3 4 5 6 7 .* 7 0 1 2 3 4 5 6$/);
  assert.ok((await goal.boundingBox()).height < 100);
});

onPage("arrows between pieces cover no label", { at: "/#puzzle=twiddle:3x3&state=1+2+3+7+4+6+8+5+9" }, async (page) => {
  await page.click(".hint");
  await until(page, () => document.querySelectorAll(".arrows .arrow").length, 4);
  const covered = await page.evaluate(() => {
    const boxes = (of) => [...document.querySelectorAll(`loyd-board ${of}`)].map((one) => one.getBoundingClientRect());
    const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    return boxes(".piece text").filter((label) => boxes(".arrow .line").some((line) => meets(line, label))).length;
  });
  assert.equal(covered, 0);
});

onPage("the best moves are shown after every move when asked for", { at: README }, async (page) => {
  await page.click("#always");
  await page.waitForSelector(".arrows .arrow");
  for (let left = 18; left >= 16; left--) {
    await page.click("loyd-coach .best-moves button");
    await distance(page, left);
    await page.waitForSelector(".arrows .arrow");
  }
});

const PHONE = { viewport: { width: 390, height: 844 } };
onPage("what Solve found is told on the screen of a phone", { at: README, context: PHONE }, async (page) => {
  await page.click("loyd-controls .solve");
  await reads(page, "#message", /19 moves, proved shortest/);
  await shows(page, "1 2 3 4 5 6 7 8 x");
  const { y, height } = await page.locator("#message").boundingBox();
  assert.ok(y > 0 && y + height <= PHONE.viewport.height, `${y}`);
  await reads(page, "#message", /19 moves, proved shortest/);
  // Another position ends what was told, by a move of one's own and by a text.
  await page.keyboard.press("ArrowDown");
  await reads(page, "#message", /^$/);
  await page.click("loyd-controls .solve");
  await reads(page, "#message", /1 move, proved shortest/);
  await page.evaluate(() => document.querySelector("loyd-board").game.setState("1 2 3 4 5 6 x 7 8"));
  await reads(page, "#message", /^$/);
});

onPage("a solution is played to the goal, scrubbed and stepped", { at: README }, async (page) => {
  await page.click("loyd-controls .solve");
  await said(page, "19 moves, proved shortest.");
  await page.locator(".speed").fill("4");
  await shows(page, "1 2 3 4 5 6 7 8 x");
  await verdict(page, "Solved; the last 19 moves were shown.");
  await page.locator(".scrubber").fill("0");
  await shows(page, "2 3 4 1 5 x 7 6 8");
  await distance(page, 19);
  await page.locator(".scrubber").fill("18");
  await distance(page, 1);
  await page.locator("h1").click();
  await page.keyboard.press(".");
  await distance(page, 0);
  await page.keyboard.press(",");
  await distance(page, 1);
  await shot(page, "player");
});

onPage("a solution that plays can be paused and gone on with", { at: README }, async (page) => {
  await page.keyboard.press("g");
  await said(page, "19 moves, proved shortest.");
  await page.keyboard.press("p");
  const cursor = await page.evaluate(() => document.querySelector(".scrubber").value);
  await page.waitForTimeout(900);
  assert.equal(await page.evaluate(() => document.querySelector(".scrubber").value), cursor);
  await page.keyboard.press("p");
  await shows(page, "1 2 3 4 5 6 7 8 x");
});

onPage(
  "moves are copied in letters and in words",
  {
    at: "/#puzzle=8&state=1+2+3+4+x+5+7+8+6&moves=l.u",
    context: { permissions: ["clipboard-read", "clipboard-write"] },
  },
  async (page) => {
    const copied = async (kind) => {
      await page.selectOption(".spelling", kind);
      await until(
        page,
        (kind) => document.querySelector(".line").classList.contains("in-words") === (kind === "words"),
        true,
        kind,
      );
      await page.click("loyd-player .copy");
      await said(page, "The moves are copied.");
      return page.evaluate(() => navigator.clipboard.readText());
    };
    assert.equal(await copied("tile"), "lu");
    assert.equal(await copied("blank"), "rd");
    assert.equal(await copied("words"), "slide 5 left, slide 6 up");
  },
);

onPage("an unsolvable position is told as such", { at: "/#puzzle=8&state=1+2+3+4+5+6+8+7+x" }, async (page) => {
  await until(page, () => document.querySelector("loyd-coach .figure strong").textContent, "∞");
  await reads(page, "loyd-coach .verdict", /The tiles 7 and 8 are exchanged/);
  await page.click("loyd-controls .solve");
  await until(page, () => /The tiles 7 and 8 are/.test(document.querySelector("loyd-player .said").textContent), true);
});

onPage("a search is given up when the position changes", { http: true, at: "/#puzzle=24" }, async (page) => {
  await page.evaluate(() => {
    const real = globalThis.fetch;
    globalThis.asked = [];
    globalThis.fetch = (url, options) => {
      if (String(url).endsWith("/distance")) globalThis.asked.push(options.signal);
      return real(url, options);
    };
  });
  await page.locator("#position").fill("x 21 17 14 12 2 8 6 19 18 11 16 24 7 23 10 1 22 4 5 20 13 15 3 9");
  await page.locator("#position").press("Enter");
  await until(page, () => document.querySelector("loyd-coach .figure").classList.contains("searching"), true);
  await holds(page, () =>
    /^(≥ |\d+–)\d+$/.test(document.querySelector("loyd-coach .figure strong").textContent),
  );
  await page.locator("h1").click();
  await page.keyboard.press("ArrowLeft");
  await until(page, () => document.querySelector("loyd-controls .count").textContent, "1 move");
  await until(page, () => globalThis.asked.map(({ aborted }) => aborted), [true, false]);
});

onPage(
  "a solution that is not proved shortest is told as such",
  { http: true, at: "/#puzzle=8&state=1+2+3+4+x+5+7+8+6" },
  async (page) => {
    const reply = {
      outcome: "stopped",
      moves: null,
      best: 4,
      best_moves: ["r", "l", "l", "u"],
      at_least: 2,
      reason: "time",
    };
    await page.route("**/api/v1/solve", (route) =>
      route.fulfill({ contentType: "application/json", body: JSON.stringify(reply) }),
    );
    // The coach may have looked for a solution before.
    await reload(page);
    await distance(page, 2);
    await page.click("loyd-controls .solve");
    await said(page, "4 moves, not proved shortest: at least 2 are needed.");
    await shows(page, "1 2 3 4 5 6 7 8 x");
    await verdict(page, "Solved; the last 4 moves were shown.");
  },
);

onPage(
  "an interval is shown while a distance is searched, and what is proved when the time is up",
  { http: true },
  async (page) => {
    const events = [
      ["progress", { event: "progress", at_least: 12, best: null }],
      ["better", { event: "better", length: 20, cost: 20 }],
    ];
    const stream = (events) =>
      events.map(([name, data]) => `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`).join("");
    const body = stream([...events, ["reply", { distance: null, at_least: 14, reason: "time" }]]);
    await page.route("**/api/v1/distance", (route) => route.fulfill({ contentType: "text/event-stream", body }));
    await page.locator("#position").fill("1 2 3 4 x 5 7 8 6");
    await page.locator("#position").press("Enter");
    await until(page, () => document.querySelector("loyd-coach .figure strong").textContent, "14–20");
    await verdict(page, "The time is up. This is what is proved.");
  },
);

onPage(
  "of very many best moves the board shows all, and some have buttons",
  { at: "/#puzzle=swap:3" },
  async (page) => {
    await distance(page, 12);
    await page.keyboard.press("h");
    await until(page, () => document.querySelectorAll("loyd-buttons .best").length, 20);
    await until(page, () => document.querySelectorAll("loyd-coach .best-moves button").length, 8);
    await until(
      page,
      () => document.querySelector("loyd-coach .best-moves").lastChild.textContent,
      "and 12 more on the board",
    );
  },
);

const SCRAMBLE = "U2 L2 F2 R2 F2 D' R2 U L2 D2 B2 U2 R' D2 B L' F2 U2 B' U2 R2 D' U'";

/** The number of moves of the solution that a hint begins. */
const hinted = (page) =>
  page.evaluate(() => Number(document.querySelector("loyd-coach .best-moves").innerText.match(/of (\d+) moves?, not/)?.[1]));

onPage(
  "a hint that cannot be proved in time begins a known solution, and says so",
  { at: `/#puzzle=3x3x3&state=${encodeURIComponent(SCRAMBLE)}` },
  async (page) => {
    await page.click("loyd-controls button:has-text('Hint')");
    await reads(page, "loyd-coach .best-moves", /The first move of a solution of \d+ moves, not proved shortest/);
    await holds(page, () => /^\d+–\d+$/.test(document.querySelector("loyd-coach .figure strong").textContent));
    await until(page, () => document.querySelectorAll("loyd-buttons .best").length, 1);
    await shot(page, "hint-unproved");
    // The first solution is found without a search. The solution of a search is shorter.
    await holds(page, () => Number(document.querySelector("loyd-coach .best-moves").innerText.match(/\d+/)) < 40);
    const length = await hinted(page);
    await page.click("loyd-coach .best-moves button");
    await until(page, () => document.querySelector("loyd-controls .count").textContent, "1 move");
    // The rest of the solution is known, too.
    await page.click("loyd-controls button:has-text('Hint')");
    await reads(page, "loyd-coach .best-moves", /not proved shortest/);
    assert.equal(await hinted(page), length - 1);
  },
);

onPage(
  "Solve plays the best solution that is known, and keeps it when it is stopped",
  { at: `/#puzzle=3x3x3&state=${encodeURIComponent(SCRAMBLE)}` },
  async (page) => {
    const line = () => document.querySelectorAll("loyd-player .line li").length;
    await page.click("loyd-controls .solve");
    // A busy machine may find the first solution only when the limit of time is reached.
    const told = /^[\d→ ]+ moves(\. Looking for fewer|, not proved shortest): at least \d+ are needed/;
    for (const where of ["loyd-player .said", "#message"]) await reads(page, where, told);
    // A plan without a search is not shown.
    await holds(page, () => document.querySelectorAll("loyd-player .line li").length < 40);
    await holds(page, () => Number(document.querySelector("loyd-player .scrubber").value) > 1);
    await page.evaluate(() => document.querySelector("loyd-player .said button")?.click());
    await reads(page, "loyd-player .said", /^\d+ moves, not proved shortest: at least \d+ are needed\.$/);
    await reads(page, "#message", /^\d+ moves, not proved shortest: at least \d+ are needed\.$/);
    const length = await page.evaluate(() => parseInt(document.querySelector("loyd-player .said").textContent));
    await until(page, line, length);
    await page.locator(".scrubber").fill(String(length));
    await distance(page, 0);
  },
);

const ROADS = 'picture = "1 2 3"\n[moves]\nlong = { cycles = "(1 2)", weight = 3 }\nshort = "(2 3)"';

onPage(
  "where moves differ in cost, a cost is not compared with a number of moves",
  { at: `/#puzzle=file&board=${encodeURIComponent(ROADS)}&state=3+2+1` },
  async (page) => {
    await distance(page, 5);
    await reads(page, "loyd-coach", /cost of reaching the goal/);
    for (const [move, left] of [["short", 4], ["long", 1], ["short", 0]]) {
      await page.click(`[data-move=${move}]`);
      await distance(page, left);
      await reads(page, "loyd-coach .verdict", /^The moves of this puzzle differ in cost\./);
    }
    await reads(page, "loyd-win", /^Solved in 3 moves/);
    await until(page, () => document.querySelector(".win-result").textContent, "");
    await page.click("loyd-controls .reset");
    await distance(page, 5);
    await page.click("loyd-controls .solve");
    await reads(page, "loyd-player .said", /A solution of cost 5, proved least\. Its number of moves: 3\./);
  },
);

onPage(
  "the goal does not hide that moves differ in cost",
  { at: `/#puzzle=file&board=${encodeURIComponent(ROADS)}&state=1+2+3` },
  (page) => reads(page, "loyd-coach", /cost of reaching the goal/),
);
