import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { TestServer } from "../../server/test/kit/testServer";
import { launchBrowser, openPage, viewports } from "./kit/browser";
import { findMotion, findSidewaysScroll } from "./kit/checkPage";
import { makePeople } from "./kit/people";
import { reachScreen } from "./kit/reachScreen";
import { travellerScreens, visitorScreens, type Screen } from "./kit/screens";

/** Small windows, large letters, and people whom motion makes ill (ux §5, checks 56, 57, 59). */

let server: TestServer;
let browser: Browser;
const screens: Screen[] = [...visitorScreens];

beforeAll(async () => {
  [server, browser] = await Promise.all([TestServer.start(), launchBrowser()]);
  screens.push(...travellerScreens(await makePeople(server)));
});
afterAll(async () => {
  await browser.close();
  await server.dispose();
});

/** Looks at each screen, and gathers what is wrong by the screen's name. */
async function lookAtAll(
  viewport: { width: number; height: number },
  look: (page: Page) => Promise<string[]>,
  prepare: (page: Page) => Promise<unknown> = async () => undefined,
): Promise<Record<string, string[]>> {
  const faults: Record<string, string[]> = {};
  for (const screen of screens) {
    const { page, context } = await openPage(browser, server.url, viewport);
    try {
      await prepare(page);
      await reachScreen(page, screen);
      const found = await look(page);
      if (found.length > 0) faults[screen.name] = found;
    } catch (error) {
      faults[screen.name] = [String(error)];
    } finally {
      await context.close();
    }
  }
  return faults;
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
const findCuts = async (page: Page) => [...(await findSidewaysScroll(page)), ...(await findCutTexts(page))];

describe("nothing scrolls sideways and no text is cut", () => {
  test("in a window of 320 px", async () => {
    expect(await lookAtAll({ width: 320, height: 640 }, findCuts)).toEqual({});
  }, 600_000);

  test("at a zoom of 200 % on a laptop, which halves the window", async () => {
    expect(await lookAtAll({ width: 640, height: 400 }, findCuts)).toEqual({});
  }, 600_000);

  test("with letters of twice the size on a phone", async () => {
    const enlarge = (page: Page) =>
      page.addInitScript(() =>
        addEventListener("DOMContentLoaded", () => (document.documentElement.style.fontSize = "200%")),
      );
    expect(await lookAtAll(viewports.phone, findSidewaysScroll, enlarge)).toEqual({});
  }, 600_000);
});

test("nothing moves for those who asked for less motion", async () => {
  const calm = (page: Page) => page.emulateMedia({ reducedMotion: "reduce" });
  expect(await lookAtAll(viewports.phone, findMotion, calm)).toEqual({});
  // And there is something that would move otherwise.
  const { page, context } = await openPage(browser, server.url);
  await page.goto("/");
  expect((await findMotion(page)).length).toBeGreaterThan(0);
  await context.close();
}, 600_000);
