import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { openPage } from "./kit/browser";
import { findMotion, findSidewaysScroll } from "./kit/checkPage";
import { makePeople } from "./kit/people";
import { reachScreen } from "./kit/reachScreen";
import { untilStill } from "./kit/untilStill";
import { travellerScreens, visitorScreens, type Screen } from "./kit/screens";
import { setStage } from "./kit/stage";

/** Small windows, zoom, large or wide text, and people whom motion makes ill (ux §5, checks 56, 57 and 59). */

const stage = setStage();
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
const doubleFont = "html { font-size: 200% }";

/** Puts a sheet of the reader's own in the place of the last one, past the page's CSP. */
const styleAs = (page: Page, css: string) =>
  page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, css);

/** What is wrong with one screen, looked at in each of the ways. */
async function lookAt(screen: Screen): Promise<Record<string, string[]>> {
  const { page, context } = await openPage(stage.browser, stage.server.url);
  const inWindow = async (width: number, height: number, css = "") => {
    await page.setViewportSize({ width, height });
    await styleAs(page, css);
    await untilStill(page);
    return [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))];
  };
  try {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await reachScreen(page, screen);
    const moving = await findMotion(page);
    const narrow = await inWindow(320, 640);
    // A zoom of 200 % on a laptop halves the window.
    const zoomed = await inWindow(640, 400);
    const spaced = await inWindow(360, 740, wideSpacing);
    const enlarged = await inWindow(360, 740, doubleFont);
    return { moving, narrow, zoomed, spaced, enlarged };
  } catch (error) {
    return { error: [String(error)] };
  } finally {
    await context.close();
  }
}

test("no screen scrolls sideways, cuts a text or moves against somebody's wish", async () => {
  const faults: Record<string, string[]> = {};
  for (const screen of screens)
    for (const [way, found] of Object.entries(await lookAt(screen)))
      if (found.length > 0) faults[`${screen.name}, ${way}`] = found;
  expect(faults).toEqual({});
}, 600_000);

test("what moves for others would be found", async () => {
  const { page, context } = await openPage(stage.browser, stage.server.url);
  await page.goto("/");
  expect((await findMotion(page)).length).toBeGreaterThan(0);
  await context.close();
});
