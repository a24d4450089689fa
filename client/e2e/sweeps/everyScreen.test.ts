import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { viewports } from "../kit/browser/browser";
import { Devices } from "../kit/browser/devices";
import { findMotion } from "../kit/page/checkPage";
import { findMisfits, setLetters, styleAs, wideSpacing } from "../kit/page/findMisfits";
import { takePicture } from "../kit/page/takePicture";
import { findProblems, provideScreens } from "../kit/screens/lookAtScreens";

/** Every screen on a phone with reduced motion, zoom, wide spacing and large text, and then on a laptop. */

const { fixture, lookAtAll } = provideScreens();

test("every screen has its texts and is accessible on a phone and on a laptop", async () => {
  const faults = await lookAtAll(async (page, screen) => {
    const found = name("phone", await findProblems(page, screen));
    await takePicture(page, `phone-${screen.name}`);
    found.push(...(await findMotionAndMisfits(page)));
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.setViewportSize(viewports.desktop);
    found.push(...name("laptop", await findProblems(page, screen)));
    await takePicture(page, `desktop-${screen.name}`);
    return found;
  });
  expect(faults).toEqual({});
}, 600_000);

/** Returns unwanted motion, sideways scrolling and truncated text, each with its viewing mode. */
async function findMotionAndMisfits(page: Page): Promise<string[]> {
  const moving = name("moving", await findMotion(page));
  await page.setViewportSize({ width: 320, height: 640 });
  const narrow = name("narrow", await findMisfits(page));
  // At 200 % zoom, a laptop's viewport has half the width and height.
  await page.setViewportSize({ width: 640, height: 400 });
  const zoomed = name("zoomed", await findMisfits(page));
  await page.setViewportSize(viewports.phone);
  await styleAs(page, wideSpacing);
  const spaced = name("spaced", await findMisfits(page));
  await styleAs(page, "");
  await setLetters(page, 32);
  const large = name("large letters", await findMisfits(page));
  await setLetters(page, 16);
  return [...moving, ...narrow, ...zoomed, ...spaced, ...large];
}

const name = (way: string, found: string[]) => found.map((fault) => `${way}: ${fault}`);

test("the motion check detects motion without the reduced-motion setting", async () => {
  const devices = new Devices(fixture.browser, fixture.server.url, viewports.phone);
  const { page } = await devices.openPage();
  await page.goto("/");
  expect((await findMotion(page)).length).toBeGreaterThan(0);
  await devices.close();
});
