/**
 * Takes the README's pictures of the page: docs/page-light.png and docs/page-dark.png.
 *
 *     LOYD_URL=http://127.0.0.1:8015 node loyd-web/tests/page/pictures.mjs
 *     pngquant --force --ext .png 64 docs/page-*.png    # or another program that makes a palette of 64 colours
 */

import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const DOCS = fileURLToPath(new URL("../../../docs/", import.meta.url));
const POSITION = "/?lang=en#puzzle=8&state=2+3+4+1+5+x+7+6+8";

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
for (const colorScheme of ["light", "dark"]) {
  const context = await browser.newContext({
    colorScheme,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 776 },
  });
  const page = await context.newPage();
  await page.goto(process.env.LOYD_URL + POSITION);
  await page.click("#tab-map");
  await page.waitForSelector("#map svg rect");
  await page.locator("h1").click();
  await page.keyboard.press("h");
  await page.waitForSelector(".best-moves button");
  await page.screenshot({ path: `${DOCS}page-${colorScheme}.png` });
  await context.close();
}
await browser.close();
