import type { Page } from "playwright-core";
import { findSidewaysScroll } from "./checkPage";
import { waitForIdle } from "./waitForIdle";

/** Returns overflowing elements and truncated texts at the current window size. */
export async function findMisfits(page: Page): Promise<string[]> {
  await waitForIdle(page);
  return [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))];
}

/** Returns texts that are cut off by their box. */
const findCutTexts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("h1, h2, h3, p, dd, dt, td, th, label, button, a, li")]
      .filter((element) => !element.closest("[aria-hidden=true], .visually-hidden"))
      .filter((element) => {
        const { overflowX, overflowY } = getComputedStyle(element);
        const isCut = overflowX !== "visible" || overflowY !== "visible";
        return isCut && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
      })
      .map((element) => `Cut: ${element.outerHTML.slice(0, 120)}`),
  );

/** The text spacing of WCAG 1.4.12. */
export const wideSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } " +
  "p { margin-bottom: 2em !important }";

/** Simulates a browser font size in px; the default is 16. */
export async function setLetters(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: px } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    px,
  );
}

/** Applies a user style sheet despite the page's CSP, replacing an earlier one. */
export const styleAs = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
