import type { Page } from "playwright-core";

/**
 * Waits until a login has ended, and returns the page's path. A login that opens another page changes the path before
 * React shows the message; `page.url()` may still be the old one then.
 */
export async function pathAfterLogin(page: Page): Promise<string> {
  await page.getByText("You are logged in").waitFor();
  return page.evaluate(() => window.location.pathname);
}
