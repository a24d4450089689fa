import { beforeEach, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { button, fillDetails, fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** Quick taps and browser navigation between the steps on a phone must neither send nor lose input. */

const { enterWizard } = provideWizard();
let traveller: Traveller;
let page: Page;

beforeEach(async () => {
  ({ traveller, page } = await enterWizard());
  await fillPictures(page);
});

const untilStep = (name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const untilApplied = () => page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);

/** Taps a button, and taps the same place again once the next step is shown. */
async function doubleTap(name: string, nextStep: string): Promise<void> {
  const { x, y, width, height } = (await button(page, name).boundingBox())!;
  const tap = () => page.mouse.click(x + width / 2, y + height / 2);
  await tap();
  await untilStep(nextStep);
  await tap();
}

test("the second tap of a double tap does not reach the next step's buttons", async () => {
  await page.clock.install();
  await button(page, "Back").click();
  await untilStep("Upload the passport");
  await page.clock.pauseAt(Date.now() + 60_000);
  await doubleTap("Continue", "Applicant details");
  expect(await page.getByText("There is a problem").count()).toBe(0);

  await fillDetails(page);
  await page.clock.runFor(1_000);
  await doubleTap("Preview", "Check before you send");
  expect(await button(page, "Submit").isEnabled()).toBe(true);
  await page.clock.resume();
  await button(page, "Submit").click();
  await untilApplied();
});

test("browser Back and Forward from a field move the focus to the step's heading", async () => {
  const isFocused = (name: string) =>
    page.getByRole("heading", { level: 2, name }).and(page.locator(":focus")).waitFor();
  await page.getByLabel("First name").focus();
  await page.goBack();
  await isFocused("Upload the passport");
  await page.goForward();
  await isFocused("Applicant details");
});

test("browser Back during the upload stays on the preview, where a failed upload is reported", async () => {
  await fillDetails(page);
  await button(page, "Preview").click();
  await untilStep("Check before you send");
  let fail = () => {};
  const failed = new Promise<void>((resolve) => (fail = resolve));
  await page.route("**/graphql", async (route) => {
    if (!route.request().headers()["content-type"]?.startsWith("multipart/")) return route.fallback();
    await failed;
    return route.abort();
  });
  await button(page, "Submit").click();
  await page.getByRole("progressbar").waitFor();

  await page.goBack();
  await page.waitForURL(/step=preview/);
  await page.getByRole("progressbar").waitFor();
  expect(await page.getByLabel("Comments").count()).toBe(0);

  fail();
  await page.getByRole("alert").filter({ hasText: "We could not send your application." }).waitFor();
  await page.unroute("**/graphql");
  await button(page, "Retry").click();
  await untilApplied();
});
