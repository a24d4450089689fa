import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { launchBrowser, viewports } from "../kit/browser/browser";
import { findMotion, findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { Devices } from "../kit/browser/devices";
import { findMisfits, styleAs, wideSpacing } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { makePersonas } from "../kit/screens/personas";
import { reachScreen } from "../kit/screens/reachScreen";
import type { Screen } from "../kit/screens/screens";
import { provideOwnFixture } from "../kit/browser/fixture";
import { travellerScreens } from "../kit/screens/travellerScreens";
import { visitorScreens } from "../kit/screens/visitorScreens";

/**
 * Every screen at the size of a phone and of a laptop: its words, axe, nothing too wide or too small, no complaint. On
 * the phone also for people whom motion makes ill, in small windows, with zoom, and with large or wide text.
 */

/** Where the pictures go, to be looked at; not committed. */
const folder = "test-output/screens";

const fixture = provideOwnFixture();
const screens: Screen[] = [...visitorScreens];
let devices: Devices;

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  screens.push(...travellerScreens(await makePersonas(fixture.server)));
}, 300_000);
afterEach(() => devices.close());

/** What `look` finds wrong with each screen, by screen. */
async function lookAtAll(look: (page: Page, screen: Screen) => Promise<string[]>) {
  const faults: Record<string, string[]> = {};
  for (const screen of screens) {
    const { page, complaints } = await devices.openPage(screen.as);
    const found = await reachScreen(page, screen)
      .then(() => look(page, screen))
      .catch((error: unknown) => [String(error)]);
    found.push(...complaints.filter((complaint) => !(screen.isAbsent && complaint.includes("404"))));
    if (found.length > 0) faults[screen.name] = found;
    await page.close();
  }
  return faults;
}

describe.each(Object.keys(viewports) as (keyof typeof viewports)[])("on a %s", (size) => {
  test("every screen says what it has to say, and everybody can use it", async () => {
    const isPhone = size === "phone";
    const reducedMotion = isPhone ? "reduce" : "no-preference";
    devices = new Devices(fixture.browser, fixture.server.url, viewports[size], { reducedMotion });
    const faults = await lookAtAll(async (page, screen) => {
      try {
        const { text, missing } = await readTexts(page, screen.texts);
        const headings = await page.getByRole("heading", { level: 1 }).count();
        return [
          ...missing.map((wanted) => `Missing: ${wanted}`),
          ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
          ...(/\bnull\b|undefined|NaN/.test(text) ? ["A value that is none is printed"] : []),
          ...(await findViolations(page)),
          ...(await findSidewaysScroll(page)),
          ...(await findSmallTargets(page)),
          ...(isPhone ? await findMotionAndMisfits(page) : []),
        ];
      } finally {
        await page.setViewportSize(viewports[size]);
        await page.screenshot({ path: `${folder}/${size}-${screen.name}.png`, fullPage: true });
      }
    });
    expect(faults).toEqual({});
  }, 600_000);
});

/** The words of the page, and those wanted that are missing for 30 s: a dialog's code comes when it is asked for. */
async function readTexts(page: Page, wanted: Screen["texts"]): Promise<{ text: string; missing: string[] }> {
  const until = Date.now() + 30_000;
  for (;;) {
    const text = (await page.locator("body").innerText()).replace(/\u00a0/g, " ");
    const missing = wanted.filter((one) => (typeof one === "string" ? !text.includes(one) : !one.test(text)));
    if (missing.length === 0 || Date.now() > until) return { text, missing: missing.map(String) };
    await page.waitForTimeout(100);
  }
}

/** What moves against somebody's wish, scrolls sideways or cuts a text, by the way of looking. */
async function findMotionAndMisfits(page: Page): Promise<string[]> {
  const name = (way: string, found: string[]) => found.map((fault) => `${way}: ${fault}`);
  const moving = name("moving", await findMotion(page));
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = name("narrow", await findMisfits(page));
  // A zoom of 200 % on a laptop halves the window.
  await page.setViewportSize({ width: 640, height: 400 });
  const zoomed = name("zoomed", await findMisfits(page));
  await page.setViewportSize(viewports.phone);
  const reset = await styleAs(page, wideSpacing);
  const spaced = name("spaced", await findMisfits(page));
  await reset();
  return [...moving, ...narrow, ...zoomed, ...spaced];
}

test("no screen scrolls sideways or cuts a text on a phone set to letters of double size", async () => {
  const browser = await launchBrowser(32);
  try {
    devices = new Devices(browser, fixture.server.url, viewports.phone, { reducedMotion: "reduce" });
    expect(await lookAtAll((page) => findMisfits(page))).toEqual({});
  } finally {
    await browser.close();
  }
}, 600_000);

test("what moves for others would be found", async () => {
  devices = new Devices(fixture.browser, fixture.server.url, viewports.phone, {});
  const { page } = await devices.openPage();
  await page.goto("/");
  expect((await findMotion(page)).length).toBeGreaterThan(0);
});
