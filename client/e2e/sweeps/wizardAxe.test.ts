import { afterEach, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { signedInTraveller } from "../../../server/test/kit/personas/traveller";
import { viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { expectNoViolations } from "../kit/page/findViolations";
import { provideFixture } from "../kit/browser/fixture";
import { button, choose, fillDetails, pictures, openWizard } from "../kit/stories/wizard";

/** axe-core in the wizard, on a phone and on a laptop, in both themes. */

const fixture = provideFixture();
let context: BrowserContext;
let page: Page;

afterEach(() => context.close());

const untilStep = (name: string) => page.getByRole("heading", { level: 2, name }).waitFor();

test("the wizard has no axe violations in any state", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  context = await fixture.browser.newContext({ baseURL: fixture.server.url, viewport: viewports.phone });
  page = await context.newPage();
  page.setDefaultTimeout(40_000);
  await enterAs(page, traveller);
  await openWizard(page, traveller);
  await expectNoViolations(page);
  await button(page, "Continue").click();
  await page.getByText("Please upload profile photo").first().waitFor();
  await expectNoViolations(page);
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  await untilStep("Upload the passport");
  await expectNoViolations(page);
  await choose(page, "Passport front page", pictures.front);
  await choose(page, "Passport back page", pictures.back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await button(page, "Continue").click();
  await untilStep("Applicant details");
  await expectNoViolations(page);
  await button(page, "Preview").click();
  await page.getByText("There is a problem").waitFor();
  await expectNoViolations(page);
  await page.getByRole("button", { name: "Choose date of birth" }).click();
  await page.getByRole("grid").waitFor();
  await expectNoViolations(page);
  await page.keyboard.press("Escape");
  await fillDetails(page);
  await button(page, "Preview").click();
  await untilStep("Check before you send");
  await expectNoViolations(page);
  await context.setOffline(true);
  await button(page, "Submit").click();
  await page.getByText("You are offline. Nothing was lost.").waitFor();
  await expectNoViolations(page);
  await context.setOffline(false);
  await page.reload();
  await button(page, "Discard draft").click();
  await page.getByRole("dialog", { name: "Discard this draft?" }).waitFor();
  await expectNoViolations(page);
});
