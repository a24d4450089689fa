import type { Page } from "playwright-core";

/** Output folder of the screenshots; not committed. */
const folder = "test-output/screens";

/**
 * Takes a screenshot, of the whole page unless `isWhole` is false. Only with `SCREENSHOTS=1`, because tests
 * do not use the images, and they would take a fifth of the tests' time.
 */
export async function takePicture(page: Page, name: string, isWhole = true): Promise<void> {
  if (!process.env["SCREENSHOTS"]) return;
  await page.screenshot({ path: `${folder}/${name}.png`, fullPage: isWhole, animations: "disabled" });
}
