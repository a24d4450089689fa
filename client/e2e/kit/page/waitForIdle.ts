import type { Page } from "playwright-core";

/** Waits for animations to end, because positions and colours are unreliable before. */
export async function waitForIdle(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined))),
  );
}
