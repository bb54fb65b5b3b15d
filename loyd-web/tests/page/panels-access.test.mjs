/** The panels with something in them: axe finds nothing, nothing is cut off on a small screen. */

import { strict as assert } from "node:assert";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { holds, onPage, shot } from "./browser.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const EIGHT = "#puzzle=8&state=2+3+4+1+5+x+7+6+8";

async function violations(page) {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document, { resultTypes: ["violations"] }));
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}: ${failureSummary}`),
  );
}

/** What is done in each tab before it is looked at. The tab is the first word. */
const FILLED = {
  async newgame(page) {
    await page.waitForSelector("#newgame input[type=range]");
    await page.click("#newgame summary");
  },
  async algorithms(page) {
    await page.click("#algorithms .primary");
    await holds(page, () => /\d/.test(document.querySelector("#algorithms [role=status]")?.textContent));
  },
  async watch(page) {
    await page.locator("#watch input[value=a-star]").check();
    await holds(page, () => document.querySelectorAll("#watch .tree .node > text")[0]?.textContent.includes("="));
    await page.locator("#watch input[type=range]").fill("9");
  },
  async "watch guess"(page) {
    await page.waitForSelector("#watch .tree .node");
    await page.locator("#watch input[type=range]").fill("2");
    await page.locator("#watch input[type=checkbox]").check();
    await page.locator("#watch .watch-controls button").nth(3).click();
    await page.waitForSelector("#watch .asks");
  },
  async "watch bars"(page) {
    await page.locator("#watch input[value=bars]").check();
    await holds(page, () => document.querySelectorAll(".watch-race tr").length === 4);
    await page.locator("#watch input[value=bidirectional]").check();
    await page.locator("#watch input[type=range]").fill("9");
  },
  async class(page) {
    await page.locator("#class .primary").first().click();
    await page.locator("#class .search-node").first().click();
    await page.waitForSelector("#class .class-verdict");
  },
  async "class sheet"(page) {
    await page.locator("#class .primary").last().click();
    await page.waitForSelector("#class .sheet");
  },
  async map(page) {
    await page.waitForSelector("#map .chart-mark");
    await page.click("#map input[type=checkbox]");
  },
  async shape(page) {
    await page.waitForSelector(".shape-cell");
  },
  async definition(page) {
    await page.click("#definition .primary");
    await page.waitForSelector("#definition .compare");
  },
  async judge(page) {
    await holds(page, () => document.querySelector("#judge textarea").value !== "");
    await page.click("#judge .primary");
    await holds(page, () => document.querySelector(".judge-output").textContent !== "");
  },
};

for (const [name, at, context] of [
  ["light", `/${EIGHT}`, { colorScheme: "light" }],
  ["dark-zh-320", `/?lang=zh${EIGHT}`, { colorScheme: "dark", viewport: { width: 320, height: 800 } }],
]) {
  for (const [tab, filled] of Object.entries(FILLED)) {
    onPage(
      `axe finds nothing, and nothing is cut off: ${tab}, ${name}`,
      { at, context: { ...context, reducedMotion: "reduce" } },
      async (page) => {
        await page.click(`#tab-${tab.split(" ")[0]}`);
        await filled(page);
        await shot(page, `panel-${tab.replace(" ", "-")}-${name}`, { fullPage: true });
        assert.deepEqual(await violations(page), []);
        const wide = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        assert.equal(wide, 0, `${wide} px too wide`);
      },
    );
  }
  const exchanged = "#puzzle=15&state=1+2+3+4+5+6+8+7+12+10+11+9+13+15+14+x";
  onPage(
    `axe finds nothing, and nothing is cut off: unsolvable, ${name}`,
    { at: at.replace(EIGHT, exchanged), context },
    async (page) => {
      await page.click("loyd-unsolvable summary");
      await page.waitForSelector("loyd-unsolvable .primary");
      await shot(page, `panel-unsolvable-${name}`, { fullPage: true });
      assert.deepEqual(await violations(page), []);
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      assert.equal(wide, 0, `${wide} px too wide`);
    },
  );
}
