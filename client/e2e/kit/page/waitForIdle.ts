import type { Page } from "playwright-core";

/**
 * Waits for animations to end, because positions and colours are unreliable until then. Polls, because Chromium may
 * never settle `finished` of an animation whose element was removed.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}
