import type { Browser, Page } from "playwright-core";
import type { ReviewScene } from "../../../../server/test/kit/stories/review";
import { viewports } from "../browser/browser";
import { signedInPage } from "../browser/signedInPage";

/** Opens the page of an application as its owner. */
export async function openApplication(
  browser: Browser,
  { traveller, visaRequestId }: Pick<ReviewScene, "traveller" | "visaRequestId">,
  viewport = viewports.phone,
) {
  const opened = await signedInPage(browser, traveller, viewport);
  await opened.page.goto(`/application/${visaRequestId}`);
  await opened.page.getByRole("heading", { level: 2, name: "Progress" }).waitFor();
  return opened;
}

/** Waits for a main heading with that name. */
export const waitForHeading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
