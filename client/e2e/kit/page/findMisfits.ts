import type { Page } from "playwright-core";
import { findSidewaysScroll } from "./checkPage";
import { untilStill } from "./untilStill";

/** What does not fit into the window as it is. */
export async function findMisfits(page: Page): Promise<string[]> {
  await untilStill(page);
  return [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))];
}

/** Texts that end where their box ends, and not where they end. */
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

/** The spacing of WCAG 1.4.12, which some people need to read. */
export const wideSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } " +
  "p { margin-bottom: 2em !important }";

/** As if somebody had set the browser to letters of that size, in px; the usual ones have 16. */
export async function setLetters(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: px } });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    px,
  );
}

/** Puts in a sheet of the reader's own, past the page's CSP, in place of one before. */
export const styleAs = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);
