import { afterEach, beforeAll } from "@jest/globals";
import type { Page } from "playwright-core";
import { viewports } from "../browser/browser";
import { Devices } from "../browser/devices";
import { provideOwnFixture } from "../browser/fixture";
import { findSidewaysScroll, findSmallTargets } from "../page/checkPage";
import { findViolations } from "../page/findViolations";
import { makePersonas } from "./personas";
import { reachScreen } from "./reachScreen";
import type { Screen } from "./screens";
import { travellerScreens } from "./travellerScreens";
import { visitorScreens } from "./visitorScreens";

type Look = (page: Page, screen: Screen) => Promise<string[]>;

/** Provides a server with a person for each state, and a function that visits every screen. */
export function provideScreens() {
  const fixture = provideOwnFixture();
  const screens: Screen[] = [...visitorScreens];
  let devices: Devices | undefined;
  beforeAll(async () => {
    screens.push(...travellerScreens(await makePersonas(fixture.server)));
  }, 300_000);
  afterEach(() => devices?.close());

  /**
   * Opens each screen on a phone with reduced motion. Returns the faults found by `look` and the errors logged by the
   * browser, by screen name.
   */
  const lookAtAll = async (look: Look) => {
    devices = new Devices(fixture.browser, fixture.server.url, viewports.phone, { reducedMotion: "reduce" });
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
  };
  return { fixture, lookAtAll };
}

/**
 * Returns missing texts, a wrong number of main headings, a printed `null`, `undefined` or `NaN`, axe violations,
 * overflow and small targets.
 */
export async function findProblems(page: Page, screen: Screen): Promise<string[]> {
  const { text, missing } = await readTexts(page, screen.texts);
  const headings = await page.getByRole("heading", { level: 1 }).count();
  return [
    ...missing.map((wanted) => `Missing: ${wanted}`),
    ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
    ...(/\bnull\b|undefined|NaN/.test(text) ? ["A missing value is printed"] : []),
    ...(await findViolations(page)),
    ...(await findSidewaysScroll(page)),
    ...(await findSmallTargets(page)),
  ];
}

/**
 * Waits up to 30 s for the expected texts, because dialogs load on demand. Returns the page's text, and the expected
 * texts that are still missing.
 */
async function readTexts(page: Page, wanted: Screen["texts"]): Promise<{ text: string; missing: string[] }> {
  const until = Date.now() + 30_000;
  for (;;) {
    const text = (await page.locator("body").innerText()).replace(/\u00a0/g, " ");
    const missing = wanted.filter((one) => (typeof one === "string" ? !text.includes(one) : !one.test(text)));
    if (missing.length === 0 || Date.now() > until) return { text, missing: missing.map(String) };
    await page.waitForTimeout(100);
  }
}
