import type { Browser, Page } from "playwright-core";
import type { ReviewScene } from "../../../server/test/kit/review";
import { viewports } from "./browser";
import { signedInPage } from "./signedInPage";

/** The page of an application, as its owner has it open. */
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

/** Waits until the page says that above all. */
export const untilHeading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();
