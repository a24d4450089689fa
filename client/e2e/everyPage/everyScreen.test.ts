import { beforeAll, describe, expect, test } from "@jest/globals";
import { mkdir } from "node:fs/promises";
import type { Page } from "playwright-core";
import { openPage, viewports } from "../kit/browser";
import { findSidewaysScroll, findSmallTargets } from "../kit/checkPage";
import { findViolations } from "../kit/findViolations";
import { makePeople } from "../kit/people";
import { reachScreen } from "../kit/reachScreen";
import type { Screen } from "../kit/screens";
import { setOwnStage } from "../kit/stage";
import { travellerScreens } from "../kit/travellerScreens";
import { visitorScreens } from "../kit/visitorScreens";

/** Every screen of spec §2 at the sizes of ux §5: its words, axe, nothing too wide or too small, no complaint. */

/** Where the pictures go, to be looked at; not committed. */
const folder = "test-output/screens";

const stage = setOwnStage();
const screens: Screen[] = [...visitorScreens];

beforeAll(async () => {
  await mkdir(folder, { recursive: true });
  screens.push(...travellerScreens(await makePeople(stage.server)));
});

describe.each(Object.keys(viewports) as (keyof typeof viewports)[])("on a %s", (size) => {
  test("every screen says what the spec says, and everybody can use it", async () => {
    const faults: Record<string, string[]> = {};
    for (const screen of screens) {
      const found = await lookAt(screen, size).catch((error: unknown) => [String(error)]);
      if (found.length > 0) faults[screen.name] = found;
    }
    expect(faults).toEqual({});
  }, 600_000);
});

async function lookAt(screen: Screen, size: keyof typeof viewports): Promise<string[]> {
  const { page, context, complaints } = await openPage(stage.browser, stage.server.url, viewports[size]);
  try {
    await reachScreen(page, screen);
    const { text, missing } = await readTexts(page, screen.texts);
    const headings = await page.getByRole("heading", { level: 1 }).count();
    return [
      ...missing.map((wanted) => `Missing: ${wanted}`),
      ...(headings === 1 ? [] : [`${headings} headings of level 1`]),
      ...(/\bnull\b|undefined|NaN/.test(text) ? ["A value that is none is printed"] : []),
      ...(await findViolations(page)),
      ...(await findSidewaysScroll(page)),
      ...(await findSmallTargets(page)),
      ...complaints.filter((complaint) => !(screen.isAbsent && complaint.includes("404"))),
    ];
  } finally {
    await page.screenshot({ path: `${folder}/${size}-${screen.name}.png`, fullPage: true });
    await context.close();
  }
}

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
