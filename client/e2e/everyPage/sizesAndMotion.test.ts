import { beforeAll, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, openPage, viewports } from "../kit/browser";
import { findMotion, findSidewaysScroll } from "../kit/checkPage";
import { makePeople } from "../kit/people";
import { reachScreen } from "../kit/reachScreen";
import { untilStill } from "../kit/untilStill";
import type { Screen } from "../kit/screens";
import { setOwnStage } from "../kit/stage";
import { travellerScreens } from "../kit/travellerScreens";
import { visitorScreens } from "../kit/visitorScreens";

/** Small windows, zoom, large or wide text, and people whom motion makes ill (ux §5, checks 56, 57 and 59). */

const stage = setOwnStage();
const screens: Screen[] = [...visitorScreens];

beforeAll(async () => {
  screens.push(...travellerScreens(await makePeople(stage.server)));
});

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
const wideSpacing =
  "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } " +
  "p { margin-bottom: 2em !important }";
/** Adds a sheet of the reader's own, past the page's CSP. */
const styleAs = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** What does not fit into the window. */
async function findMisfits(page: Page): Promise<string[]> {
  await untilStill(page);
  return [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))];
}

/** What `look` finds wrong with each screen, by screen and way of looking. */
async function lookAtAll(
  browser: Browser,
  look: (page: Page) => Promise<Record<string, string[]>>,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const screen of screens) {
    const { page, context } = await openPage(browser, stage.server.url);
    await page.emulateMedia({ reducedMotion: "reduce" });
    const found = await reachScreen(page, screen)
      .then(() => look(page))
      .catch((error: unknown) => ({ error: [String(error)] }));
    for (const [way, list] of Object.entries(found))
      if (list.length > 0) faults[`${screen.name}, ${way}`] = list;
    await context.close();
  }
  return faults;
}

test("no screen scrolls sideways, cuts a text or moves against somebody's wish", async () => {
  const faults = await lookAtAll(stage.browser, async (page) => {
    const moving = await findMotion(page);
    await page.setViewportSize({ width: 320, height: 640 });
    const narrow = await findMisfits(page);
    // A zoom of 200 % on a laptop halves the window.
    await page.setViewportSize({ width: 640, height: 400 });
    const zoomed = await findMisfits(page);
    await page.setViewportSize(viewports.phone);
    await styleAs(page, wideSpacing);
    const spaced = await findMisfits(page);
    return { moving, narrow, zoomed, spaced };
  });
  expect(faults).toEqual({});
}, 300_000);

test("no screen scrolls sideways or cuts a text on a phone set to letters of double size", async () => {
  const browser = await launchBrowser(32);
  try {
    expect(await lookAtAll(browser, async (page) => ({ large: await findMisfits(page) }))).toEqual({});
  } finally {
    await browser.close();
  }
}, 300_000);

test("what moves for others would be found", async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url);
  await page.goto("/");
  expect((await findMotion(page)).length).toBeGreaterThan(0);
  await context.close();
});
