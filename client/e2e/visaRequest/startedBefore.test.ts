import { afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import * as documents from "../../../server/test/kit/documents";
import { daysAhead } from "../../../server/test/kit/server/clock";
import { signedInTraveller, signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { formatDay } from "../../lib/days";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { expectHeldOpen } from "../kit/page/heldDialog";
import { findViolations } from "../kit/page/findViolations";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { takePicture } from "../kit/page/takePicture";
import { applyFor, pressApply, timelyDay } from "../kit/stories/travelDate";

/** Applying again for a visa, and deleting an unfinished application. */

const fixture = provideFixture();
const visaUrl = "vietnam-30-days-single-entry";
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

async function open(traveller: Traveller, path: string): Promise<Page> {
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  await opened.page.goto(path);
  return opened.page;
}

const idsOf = async (traveller: Traveller) =>
  (await traveller.call(documents.myVisaRequests, {})).data.myVisaRequests.nodes.map(
    ({ visaRequestId, visaRequestStatus }) => [visaRequestId, visaRequestStatus],
  );
const question = (page: Page) =>
  page.getByRole("dialog", { name: "You already started an application for this visa" });
const answer = (page: Page, name: string) => question(page).getByRole("button", { name }).click();
const untilWizard = (page: Page, visaRequestId: string) =>
  page.waitForURL(`**/visarequest/${visaRequestId}*`);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent.slice(0, 60));

test("Apply Now offers to continue an application without an applicant, which then gets the new travel date", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl, daysAhead(90));
  const { visaRequestId, visaReferenceNo } = traveller.request;
  const page = await open(traveller, `/visa/${visaUrl}`);
  await applyFor(page);
  await question(page).getByText(visaReferenceNo).waitFor();
  await question(page)
    .getByText(`Its travel date is ${formatDay(daysAhead(90))}.`, { exact: false })
    .waitFor();
  await poll(async () => expect(await focused(page)).toBe("Continue it"));
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "startedBefore-phone");
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "hidden" });
  await poll(async () => expect(await focused(page)).toBe("Apply Now"));
  expect(await idsOf(traveller)).toEqual([[visaRequestId, "PENDING"]]);

  await page.keyboard.press("Enter");
  await answer(page, "Continue it");
  await untilWizard(page, visaRequestId);
  expect((await traveller.readRequest()).travelDate).toBe(timelyDay());
  expect(await idsOf(traveller)).toEqual([[visaRequestId, "PENDING"]]);
});

test("an application without an applicant can be deleted from the list, and the heading is focused", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const first = traveller.request;
  await traveller.do(documents.createVisaRequest, { visaId: first.visaId });
  const page = await open(traveller, "/visa/applications");
  const ask = page.getByRole("button", { name: `Delete – ${first.visaReferenceNo}` });
  await ask.click();
  const dialog = page.getByRole("dialog", { name: "Delete this application?" });
  await dialog.getByText(first.visaReferenceNo).waitFor();
  await takePicture(page, "deleteRequest-phone");
  await dialog.getByRole("button", { name: "Keep the application" }).click();
  await poll(async () => expect(await focused(page)).toBe(`Delete – ${first.visaReferenceNo}`));
  await ask.click();
  await dialog.getByRole("button", { name: "Delete the application" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await poll(async () => expect(await page.getByText(first.visaReferenceNo).count()).toBe(1));
  await page.locator("[aria-live]").getByText(`Application ${first.visaReferenceNo} was deleted`).waitFor();
  await poll(async () => expect(await focused(page)).toBe("All applications"));
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  expect(await idsOf(traveller)).toContainEqual([first.visaRequestId, "CANCELLED"]);

  await page.reload();
  await page.getByText("1 of 1", { exact: true }).waitFor();
  expect(await page.getByText(first.visaReferenceNo).count()).toBe(0);
  await page.getByRole("button", { name: /^Delete/ }).click();
  await dialog.getByRole("button", { name: "Delete the application" }).click();
  await page.getByText("No Applications").waitFor();
  await poll(async () => expect(await focused(page)).toBe("All applications"));
});

test("Apply Now can start another application for the same visa", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl, timelyDay());
  const page = await open(traveller, `/visa/${visaUrl}`);
  await applyFor(page);
  await question(page).getByText(traveller.request.visaReferenceNo).waitFor();
  expect(
    await question(page)
      .getByText(/travel date/)
      .count(),
  ).toBe(0);
  await answer(page, "Start another one");
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  expect(page.url()).not.toContain(traveller.request.visaRequestId);
  expect(await idsOf(traveller)).toHaveLength(2);
});

test("the dialog stays open and no other application starts while the travel date is being changed", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl, daysAhead(90));
  const page = await open(traveller, `/visa/${visaUrl}`);
  await applyFor(page);
  await expectHeldOpen(question(page), {
    operation: "mutation changeTravelDate",
    send: () => answer(page, "Continue it"),
    cancel: "Start another one",
  });
  await page.keyboard.press("Escape");
  await question(page).waitFor({ state: "hidden" });
  await pressApply(page);
  await question(page).waitFor();
  expect(await question(page).getByText("Network Error").count()).toBe(0);
  expect(await idsOf(traveller)).toHaveLength(1);
});

test("Apply Now does not offer to continue an application that has an applicant or is for another visa", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
  await startForAnotherVisa(traveller);
  const page = await open(traveller, `/visa/${visaUrl}`);
  await applyFor(page);
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  expect(await idsOf(traveller)).toHaveLength(3);
});

test("the wizard does not open if the page is left while the application is being created", async () => {
  const traveller = await signIn(fixture.server);
  const page = await open(traveller, `/visa/${visaUrl}`);
  const creation = await holdRequests(page, "**/graphql", ofOperation("mutation createVisaRequest"));
  await applyFor(page);
  await creation.isHeld;
  // Holds the next page's script until the application has been created.
  const script = await holdRequests(page, "**/assets/**");
  await page.getByRole("link", { name: "Contact", exact: true }).click();
  await script.isHeld;
  creation.letGo("continue");
  await page
    .getByRole("status")
    .getByText("Your application was started. Continue it under All applications.")
    .waitFor();
  script.letGo("continue");
  await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/contact");
  expect(await idsOf(traveller)).toHaveLength(1);
});

test("the wizard does not open if the page is left while the travel date is being changed", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl, daysAhead(90));
  const page = await open(traveller, "/visas/vietnam");
  await page.locator(`main a[href="/visa/${visaUrl}"]`).first().click();
  await page.waitForURL(`**/visa/${visaUrl}`);
  await applyFor(page);
  const isChange = ofOperation("mutation changeTravelDate");
  const change = await holdRequests(page, "**/graphql", isChange);
  const changed = page.waitForResponse((response) => isChange(response.request()));
  await answer(page, "Continue it");
  await change.isHeld;
  await page.goBack();
  await page.waitForURL("**/visas/vietnam");
  change.letGo("continue");
  await (await changed).finished();
  expect((await traveller.readRequest()).travelDate).toBe(timelyDay());
  await page.getByRole("heading", { level: 1, name: "Vietnam" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/visas/vietnam");
});

async function startForAnotherVisa(traveller: Traveller): Promise<void> {
  const { data } = await traveller.call(documents.visaId, {
    visaUrl: "oman-10-days-tourist-visa-single-entry",
  });
  await traveller.do(documents.createVisaRequest, { visaId: data.visa.visaId });
}
