import type { Page } from "playwright-core";

/** Waits until nothing moves: a page in mid-animation has the places and colours of neither state. */
export async function untilStill(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
}
