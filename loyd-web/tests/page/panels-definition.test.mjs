/** A designer's puzzle: ten lines of text, its group, its census, its hardest position, and a game of it. */

import { strict as assert } from "node:assert";
import { click, distance, each, many, onPage, reads, shot, shows, until } from "./browser.mjs";

const EIGHT = "#puzzle=8&state=2+3+4+1+5+x+7+6+8";

const TEN_LINES = `name = "six"
picture = """
1 2 3
4 5 6
"""
solved = """
a b c
a b _
"""
slides = "_"
`;

onPage("six examples can be played, and one's own text is kept", { at: `/${EIGHT}` }, async (page) => {
  await page.click("#tab-definition");
  const [examples, text] = [page.getByLabel("Examples"), page.getByLabel("Definition", { exact: true })];
  const names = await each(examples.locator("option"), (options) => options.map((option) => option.value));
  assert.equal(names.length, 6);
  const seen = new Set();
  for (const name of names) {
    await examples.selectOption(name);
    const definition = await text.inputValue();
    seen.add(definition);
    await page.getByRole("button", { name: "Play this puzzle" }).click();
    await until(page, () => document.querySelector("loyd-board").game.board, definition);
    await page.locator("#definition").getByText("Nothing is odd").waitFor();
    assert.equal(await examples.inputValue(), name);
    // No label is wider than its piece. A board of facelets has no pieces.
    const cut = await page.evaluate(() =>
      [...document.querySelectorAll("loyd-board .piece")].flatMap((piece) => {
        const [text, body] = [piece.querySelector("text"), piece.querySelector(".body")];
        const wide = text && body && text.getBoundingClientRect().width > body.getBoundingClientRect().width;
        return wide ? [text.textContent] : [];
      }),
    );
    assert.deepEqual(cut, []);
    await shot(page, `definition-example-${name}`, { fullPage: true });
  }
  assert.equal(seen.size, 6);
  // What the player writes, also over an example, is a choice beside the examples, and nothing of it is lost.
  const CHANGED = `# mine\n${await text.inputValue()}`;
  await text.fill(CHANGED);
  await examples.selectOption("letters");
  await page.locator("#definition").getByText("Nothing is odd").waitFor({ state: "hidden" });
  await text.fill(TEN_LINES);
  await examples.selectOption({ label: "your own text 1" });
  assert.equal(await text.inputValue(), CHANGED);
  await examples.selectOption({ label: "your own text 2" });
  assert.equal(await text.inputValue(), TEN_LINES);
  await examples.selectOption("letters");
  assert.match(await text.inputValue(), /Equal letters/);
  await many(examples.locator("option"), 8);
});

/** Two orbits that are bound, a slot that nothing moves, and two moves that do the same. */
const ODD = `name = "odd"
[sets]
upper = "a b c d e"
lower = "p q r s t"
still = "z"
[moves]
turn = "(a b c d e)(p q r s t)"
swap = "(a b)(q r)"
again = "(a b)(q r)"
`;

const write = async (page, text) => {
  await page.click("#tab-definition");
  await page.getByLabel("Definition", { exact: true }).fill(text);
};

for (const [name, context] of [
  ["light", { colorScheme: "light" }],
  ["dark", { colorScheme: "dark" }],
  ["light-390", { colorScheme: "light", viewport: { width: 390, height: 844 } }],
  ["dark-390", { colorScheme: "dark", viewport: { width: 390, height: 844 } }],
]) {
  const options = { at: `/${EIGHT}`, context: { ...context, reducedMotion: "reduce" } };
  onPage(`ten lines become a puzzle, its group, its map and a game: ${name}`, options, async (page) => {
    assert.equal(TEN_LINES.trimEnd().split("\n").length, 10);
    await write(page, TEN_LINES);
    // A page without a server has the documents beside it.
    const links = await each(page.locator("#definition a"), (found) => found.map((link) => link.getAttribute("href")));
    assert.deepEqual(links, process.env.LOYD_SITE ? ["./book/definitions.html"] : []);
    await page.getByRole("button", { name: "Play this puzzle" }).click();
    await until(page, () => document.querySelector("loyd-board").game.board, TEN_LINES);
    await until(page, () => document.querySelector("loyd-board").look.picture.map((row) => row.length), [3, 3]);
    await reads(page, "#what", /^six/);

    await page.locator("#definition").getByText("Nothing is odd").waitFor();
    await page.locator("#definition").getByRole("heading", { name: "The group of its moves" }).waitFor();
    // 6! / (2! 2!) positions; all six pieces, told apart, are permuted in every way.
    await reads(page, "#definition", /Positions\s+(at most )?180\s+= 22 · 32 · 5/);
    await reads(page, "#definition", /Order of the group\s+720\s+= 24 · 32 · 5/);
    await shot(page, `definition-group-${name}`, { fullPage: true });
    await nothingIsCut(page);

    await page.click("#tab-map");
    await page.waitForSelector("#map .chart-hit");
    await page.getByRole("heading", { name: /farthest/ }).waitFor();
    await reads(page, "#map .panel-facts", /Positions\s+180/);
    await shot(page, `definition-map-${name}`, { fullPage: true });
    await nothingIsCut(page);
    const hardest = await page.locator("#map .panel-state").first().getAttribute("title");
    await page.locator("#map .panel-state").first().click();
    await shows(page, hardest.replace("_", "x"));

    // One click on a neighbour of the gap moves it there.
    const [row, column] = await page.evaluate(() => {
      const { picture } = document.querySelector("loyd-board").look;
      const gap = picture.flat().findIndex((square) => square.kind === "empty");
      const [row, column] = [Math.floor(gap / 3), gap % 3];
      return [1 - row, column];
    });
    await page.locator("loyd-board").scrollIntoViewIfNeeded();
    await click(page, row, column);
    await until(page, () => document.querySelector("loyd-board").game.cursor, 1);
    assert.notEqual(await page.evaluate(() => document.querySelector("loyd-board").game.state), hardest);
    await page.locator("h1").click();
    await page.keyboard.press("g");
    await reads(page, "#message", /moves, proved shortest/);
    await shot(page, `definition-solution-${name}`, { fullPage: true });
    await nothingIsCut(page);
    // The moves of the solution, made one after the other, lead to the goal.
    await page.evaluate(() => {
      const { game } = document.querySelector("loyd-board");
      return game.goTo(game.moves.length);
    });
    await shows(page, "a b c a b x");
    await distance(page, 0);
  });
}

onPage("what is odd and what is bound is told, without another game", { at: `/${EIGHT}` }, async (page) => {
  await write(page, ODD);
  await page.getByRole("button", { name: "Check it" }).click();
  await page.getByText("no move changes slot 1 of set “still”").waitFor();
  await page.getByText("where the pieces of upper lie tells where those of lower do").waitFor();
  await page.getByText("swap stands for again, too").waitFor();
  await shows(page, "2 3 4 1 5 x 7 6 8");
  await shot(page, "definition-odd", { fullPage: true });
});

const misread = { at: `/${EIGHT}`, faults: /status of 4/ };
onPage("what cannot be read is told, and its line is chosen", misread, async (page) => {
  await write(page, 'picture = "a b c"\nmoves.turn = "a b x"\n');
  await page.getByRole("button", { name: "Play this puzzle" }).click();
  await page.locator("#definition .panel-fault:visible").getByText("line 2").waitFor();
  const chosen = () => {
    const { value, selectionStart, selectionEnd } = document.querySelector("#definition textarea");
    return value.slice(selectionStart, selectionEnd);
  };
  await until(page, chosen, 'moves.turn = "a b x"');
  await shows(page, "2 3 4 1 5 x 7 6 8");
  await shot(page, "definition-misread", { fullPage: true });
});

const bundled = { at: "/#puzzle=2x2x2", faults: /status of 422/ };
onPage("the puzzle on the board has a group, or it is said why not", bundled, async (page) => {
  await page.click("#tab-definition");
  await page.getByRole("button", { name: "Analyse the puzzle on the board" }).click();
  await page.locator("#definition").getByText("88,179,840").first().waitFor();
  // The findings are not about the definition in the field.
  await page.locator("#definition").getByRole("heading", { name: "Findings (Pocket cube)" }).waitFor();
  await page.evaluate(() => document.querySelector("loyd-board").game.open({ puzzle: "8" }));
  await until(page, () => document.querySelector("#definition .panel-facts"), null);
  await page.getByRole("button", { name: "Analyse the puzzle on the board" }).click();
  await page.locator("#definition .panel-fault:visible").getByText("has no definition").waitFor();
});

const chinese = { at: `/?lang=zh${EIGHT}`, context: { viewport: { width: 390, height: 844 } } };
onPage("the same in Chinese", chinese, async (page) => {
  await page.click("#tab-definition");
  await page.getByRole("button", { name: "检查" }).click();
  await page.getByText("这个定义里没有可疑之处").waitFor();
  await page.getByLabel("定义", { exact: true }).fill(ODD);
  await page.getByRole("button", { name: "检查" }).click();
  await page.getByText("没有操作会改变集合“still”的第 1 个位置").waitFor();
  await page.getByText("upper 的块怎样放，决定了 lower 的块怎样放").waitFor();
  await shot(page, "definition-odd-zh", { fullPage: true });
  await nothingIsCut(page);
});

/** Nothing is wider than the screen. */
async function nothingIsCut(page) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= screen, `${wide} > ${screen}`);
}
