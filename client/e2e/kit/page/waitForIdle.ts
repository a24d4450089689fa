import type { Page } from "playwright-core";

/**
 * Waits for animations to end, because positions and colours are unreliable before. It asks again and again, because
 * Chromium sometimes never settles `finished` of an animation whose element is gone.
 */
export async function waitForIdle(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every(({ playState }) => playState !== "running"),
  );
}
