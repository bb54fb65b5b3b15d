/** The book as people read it: search, themes, languages and narrow screens. */

import { strict as assert } from "node:assert";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { holds, until } from "../../loyd-web/tests/page/browser.mjs";
import { LANGUAGES, addressOf, chapters } from "../book/summary.mjs";
import { DIST, reader } from "./reader.mjs";

const PHONE = { viewport: { width: 390, height: 800 }, isMobile: true, hasTouch: true };

/** Searches, and waits for the results. @returns the pages of the results, and the words that are marked in them */
async function search(page, words) {
  await page.keyboard.press("Escape");
  await page.keyboard.press("s");
  await page.keyboard.insertText(words);
  // mdBook searches when a key is released.
  await page.keyboard.press("Shift");
  await holds(page, (words) => document.getElementById("mdbook-searchresults-header").innerText.includes(words), words);
  return page.evaluate(() => ({
    pages: [...document.querySelectorAll("#mdbook-searchresults a")].map((link) => link.href.replace(/^.*\/|[?#].*$/g, "")),
    marked: [...document.querySelectorAll("#mdbook-searchresults em")].map((word) => word.innerText.toLowerCase()),
    teasers: [...document.querySelectorAll("#mdbook-searchresults .teaser")].map((teaser) => teaser.innerText),
    header: document.getElementById("mdbook-searchresults-header").innerText,
  }));
}

reader("words of Chinese characters are found", { at: "zh/index.html" }, async (page) => {
  for (const [words, found] of [
    ["八数码", "algorithms.html"],
    ["数码", "algorithms.html"],
    ["最短解", "command-line.html"],
    ["码", "command-line.html"],
    ["曼哈顿 下界", "algorithms.html"],
    ["--lexicographic", "command-line.html"],
    ["Korf", "index.html"],
  ]) {
    const { pages, marked, teasers, header } = await search(page, words);
    assert.ok(pages.includes(found), `${words}: ${pages}`);
    const [first] = words.split(" ");
    if (/\p{Script=Han}/u.test(words)) {
      assert.ok(marked.includes(first), `${words}: ${marked}`);
      assert.ok(teasers.every((teaser) => teaser.length < 200), words);
    }
    assert.match(header, /^有 \d+ 处/);
  }
  const { pages, header } = await search(page, "量子力学");
  assert.deepEqual(pages, []);
  assert.equal(header, "没有找到“量子力学”。");
});

reader("a result leads to its place, where the words are marked", { at: "zh/command-line.html" }, async (page) => {
  await search(page, "康托展开");
  await page.click("#mdbook-searchresults a");
  await holds(page, () => document.querySelector("main mark")?.innerText === "康托展开");
});

reader("words of English are found, whatever their endings", {}, async (page) => {
  for (const [words, found] of [
    ["pattern database", "algorithms.html"],
    ["expanding nodes", "algorithms.html"],
    ["IDA*", "internals-searches.html"],
    ["God's number", "research.html"],
  ]) {
    const { pages } = await search(page, words);
    assert.ok(pages.includes(found), `${words}: ${pages}`);
  }
  const { pages } = await search(page, "zweiundvierzig");
  assert.deepEqual(pages, []);
});

for (const [language, name] of LANGUAGES.flatMap((one) => [[one, "desktop"], [one, "phone"]])) {
  reader(`no page in ${language} is wider than the screen of a ${name}`, { context: name === "phone" ? PHONE : {} }, async (page, book) => {
    for (const chapter of chapters(language).filter((chapter) => chapter.language === language)) {
      await page.goto(book + addressOf(chapter, "en"));
      await page.waitForSelector("nav .chapter a.active", { state: "attached" });
      const wide = await page.evaluate(() => [document.scrollingElement.scrollWidth, innerWidth]);
      assert.ok(wide[0] <= wide[1], `${chapter.source}: ${wide}`);
      assert.deepEqual(await page.evaluate(brokenPictures), [], chapter.source);
    }
  });
}

/** The addresses of pictures that cannot be drawn. */
async function brokenPictures() {
  const pictures = [...document.querySelectorAll("main img")];
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  return pictures.filter(({ naturalWidth }) => !naturalWidth).map(({ src }) => src);
}

/** Whether the pictures that a reader sees are the light or the dark ones. */
function shownPictures() {
  const seen = [...document.querySelectorAll("main img")].filter(({ offsetWidth }) => offsetWidth > 0);
  return seen.map(({ src }) => src.match(/light|dark/)[0]);
}

for (const scheme of /** @type {const} */ (["light", "dark"])) {
  reader(`pictures are ${scheme} with a ${scheme} system, and follow the button`, { context: { colorScheme: scheme } }, async (page) => {
    const shown = () => page.evaluate(shownPictures);
    const other = scheme === "light" ? "dark" : "light";
    assert.deepEqual(await shown(), [scheme, scheme]);
    await page.click("#mdbook-theme-toggle");
    await page.click(other === "dark" ? "#mdbook-theme-navy" : "#mdbook-theme-light");
    assert.deepEqual(await shown(), [other, other]);
    await page.reload();
    assert.deepEqual(await shown(), [other, other]);
  });
}

reader("the languages lead to each other, and the contents to a chapter in English", { at: "algorithms.html" }, async (page) => {
  await page.click(".book-link[hreflang=zh]");
  await until(page, () => document.querySelector("main h1").innerText, "算法与下界");
  assert.equal(await page.evaluate(() => document.documentElement.lang), "zh");
  await page.click(".book-link[hreflang=en]");
  await until(page, () => document.querySelector("main h1").innerText, "Algorithms and bounds");
  await page.goto(page.url().replace("algorithms", "zh/index"));
  await page.click('nav .chapter a[hreflang=en]:has-text("更新记录（英文）")');
  await until(page, () => document.querySelector("main h1").innerText, "Changelog");
  await page.click(".book-link[hreflang=zh]");
  await until(page, () => document.documentElement.lang, "zh");
});

const pageThere = existsSync(join(DIST, "index.html"));

reader("the service worker of the page leaves the book to the host", { at: "../", skip: !pageThere && "no page" }, async (page, book) => {
  const home = page.url();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => true));
  await holds(page, async () => (await caches.keys()).length > 0 && navigator.serviceWorker.controller !== null);
  const answer = await page.goto(`${book}definitions.html`);
  assert.ok(await page.evaluate(() => navigator.serviceWorker.controller !== null));
  assert.equal(answer.fromServiceWorker(), false);
  await page.click('.book-link:not([hreflang])');
  await page.waitForSelector("loyd-board .piece");
  assert.equal(page.url().split("#")[0], home.split("#")[0]);
  const kept = await page.evaluate(async () => {
    const addresses = [];
    for (const name of await caches.keys()) for (const { url } of await (await caches.open(name)).keys()) addresses.push(url);
    return addresses;
  });
  assert.ok(kept.length > 5, String(kept));
  assert.deepEqual(kept.filter((url) => url.includes("/book")), []);
});
