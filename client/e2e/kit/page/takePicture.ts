import type { Page } from "playwright-core";

/** Where the pictures go, to be looked at; not committed. */
const folder = "test-output/screens";

/**
 * A picture of the page as it stands, from top to bottom unless `isWhole` is false. Only with `SCREENSHOTS=1`: pictures
 * are for people, no test reads them, and they take a fifth of the time.
 */
export async function takePicture(page: Page, name: string, isWhole = true): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: isWhole, animations: "disabled" });
}
