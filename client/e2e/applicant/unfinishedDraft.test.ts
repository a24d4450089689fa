import { afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import * as documents from "../../../server/test/kit/documents";
import {
  signedInTraveller,
  signIn,
  toStory,
  type Traveller,
} from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { enterAs } from "../kit/browser/enterAs";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { isUpload, loseResponse } from "../kit/page/holdRequests";
import { takePicture } from "../kit/page/takePicture";
import { everyPictureIsThere, fillAll, previewShowsAll, restoredNotice } from "../kit/stories/draft";
import { draftNames, storeUnreadable, waitForDraftWrite } from "../kit/stories/draftRecords";
import { timelyDay } from "../kit/stories/travelDate";
import { answerQuestions, button, fillPictures, openWizard } from "../kit/stories/wizard";

/** An unfinished draft is shown outside the wizard, with a link to continue. */

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

/** Fills in some of an applicant's details, waits until the draft has been written, and returns the page. */
async function leaveDraft(traveller: Traveller, firstName: string) {
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  await openWizard(page, traveller);
  await fillPictures(page);
  const since = Date.now();
  await page.getByLabel("First name").fill(firstName);
  await page.getByLabel("Last name").fill("Rao");
  await waitForDraftWrite(page, since);
  return page;
}

const unfinished = (page: Page, whose: string) =>
  page.getByText(
    new RegExp(`^${whose} details are not finished: saved on this device \\d\\d \\w{3}, \\d\\d:\\d\\d`),
  );
const untilOpened = async (page: Page) => {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page
    .getByText(/VP-\w{4}/)
    .first()
    .waitFor();
};

test("the list of applications and the application's page link to the draft of a second applicant", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest().withApplicant();
  const page = await leaveDraft(traveller, "Priya");
  await page.goto("/visa/applications");
  await unfinished(page, "Priya's").waitFor();
  await page.getByRole("link", { name: "Pay now" }).waitFor();
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "unfinished-list-phone");
  await page.getByRole("link", { name: /^Continue/ }).click();
  await restoredNotice(page).waitFor();

  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await unfinished(page, "Priya's").waitFor();
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "unfinished-application-phone");
  await page.getByRole("link", { name: /^Continue/ }).click();
  await restoredNotice(page).waitFor();
  await poll(async () => expect(await page.getByLabel("First name").inputValue()).toBe("Priya"));

  await button(page, "Discard draft").click();
  await button(page, "Discard and start over").click();
  await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await untilOpened(page);
  await poll(async () => expect(await page.getByText(/not finished/).count()).toBe(0));
});

test("an applicant's draft is hidden once the server has stored the applicant, even if the response was lost", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  const { visaRequestId } = traveller.request;
  await page.goto(`/visarequest/${visaRequestId}?step=travellers`);
  await button(page, "One more adult").click();
  await page.getByText("Add names (optional)").click();
  await page.getByLabel("Name of adult 2").fill("Ravi");
  await button(page, "Continue").click();
  await fillAll(page);
  await loseResponse(page, isUpload);
  await button(page, "Submit").click();
  await button(page, "Retry").waitFor();

  await page.goto("/visa/applications");
  await unfinished(page, "Ravi's").waitFor();
  expect(await page.getByText(/^Asha's/).count()).toBe(0);
  expect(await draftNames(page)).toEqual([`draft:${traveller.userId}:${visaRequestId}_travellers`]);
  await page.getByRole("link", { name: /^Continue/ }).click();
  await page
    .getByText(/ · Ravi, 2 of 2$/)
    .first()
    .waitFor();
  expect((await traveller.readRequest()).visaApplicants.map(({ firstName }) => firstName)).toEqual(["Asha"]);
});

test("an applicant submitted after the payment is reported as not added, and stays in the form", async () => {
  const other = { firstName: "Meera", passportNumber: "Z7654321" };
  const traveller = await signedInTraveller(fixture.server).withRequest().withApplicant(other);
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  await openWizard(page, traveller);
  await fillAll(page);
  await toStory(traveller).paid();
  await button(page, "Submit").click();
  await page
    .getByRole("alert")
    .getByText(/so this applicant was not added/)
    .waitFor();
  await previewShowsAll(page);
  expect(await draftNames(page)).not.toEqual([]);

  await page.getByRole("link", { name: "See the application" }).click();
  await untilOpened(page);
  await page.goBack();
  await page.getByRole("alert").getByText("Asha was not added. This application was paid in").waitFor();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

test("changes to an applicant who was removed elsewhere cannot be sent again", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest().withApplicant();
  const [{ visaApplicantId }] = traveller.request.visaApplicants;
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  await openWizard(page, traveller, `?applicant=${visaApplicantId}&step=details`);
  await page.getByLabel("First name").fill("Aasha");
  await answerQuestions(page);
  await button(page, "Preview").click();
  await everyPictureIsThere(page, ["Passport-size photograph", "Passport front page", "Passport back page"]);
  await traveller.do(documents.removeVisaApplicant, { visaApplicantId });
  await button(page, "Submit").click();
  const alert = page.getByRole("alert").filter({ hasText: "This applicant was removed in the meantime" });
  await alert.waitFor();
  expect(await button(page, "Retry").count()).toBe(0);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "Applicant not found" }).waitFor();
  await poll(async () => expect(await page.title()).toBe("Applicant not found | Visaport"));
  await page.getByRole("link", { name: "See the application" }).click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
});

/** Plans a second applicant, and leaves a draft of the first one. */
async function leavePlanAndDraft(traveller: Traveller) {
  const page = await leaveDraft(traveller, "Priya");
  await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  await button(page, "One more adult").click();
  await button(page, "Continue").click();
  await restoredNotice(page).waitFor();
  await poll(async () =>
    expect((await draftNames(page)).filter((name) => name.endsWith("_travellers"))).toHaveLength(1),
  );
  return page;
}

test("deleting an application erases its draft and its plan", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const page = await leavePlanAndDraft(traveller);
  await page.goto("/visa/applications");
  await page.getByRole("button", { name: `Delete – ${traveller.request.visaReferenceNo}` }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this application?" });
  await dialog.getByText("What you entered for it on this device is erased too.", { exact: false }).waitFor();
  await dialog.getByRole("button", { name: "Delete the application" }).click();
  await dialog.waitFor({ state: "hidden" });
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

test("cancelling an application erases its draft and its plan", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const page = await leavePlanAndDraft(traveller);
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await button(page, "Cancel this application").click();
  const dialog = page.getByRole("dialog", { name: "Cancel this application?" });
  await dialog.getByRole("button", { name: "Cancel the application" }).click();
  await page.getByRole("cell", { name: /^CANCELLED/ }).waitFor();
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

test("a payment made elsewhere erases the draft of an applicant who was not added", async () => {
  const traveller = await signedInTraveller(fixture.server)
    .withRequest(undefined, timelyDay())
    .withApplicant();
  const page = await leaveDraft(traveller, "Priya");
  await page.clock.install();
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await unfinished(page, "Priya's").waitFor();
  await toStory(traveller).paid();
  await page.clock.fastForward("00:10");
  await page.waitForURL(`**/application/${traveller.request.visaRequestId}`);
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

/** Returns an account that was not used for a long time, and the new account of its phone number. */
async function returnAfterLongPause() {
  const earlier = await signedInTraveller(fixture.server)
    .withRequest()
    .withApplicant({ dateOfBirth: "1988-02-29" });
  const longAgo = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000).toISOString();
  await editDatabase(fixture.server, `UPDATE user_account SET "lastSeenAt" = ? WHERE "userId" = ?`, [
    longAgo,
    earlier.userId,
  ]);
  const traveller = await toStory(await signIn(fixture.server, earlier.phoneNumber)).withRequest();
  return { earlier, traveller };
}

/** Opens the earlier account, which then has the applications of both. */
async function openEarlierAccount(page: Page): Promise<void> {
  await page.goto("/visa/applications");
  const box = page.getByRole("region", { name: "Earlier account" });
  await box.getByLabel("Date of birth").fill("29-02-1988");
  await box.getByRole("button", { name: "Open earlier applications" }).click();
  await page.getByText("2 of 2").waitFor();
}

test("opening an earlier account keeps the readable drafts of the applications that move to it", async () => {
  const { earlier, traveller } = await returnAfterLongPause();
  const page = await leaveDraft(traveller, "Priya");
  await storeUnreadable(page, `draft:${traveller.userId}:request_applicant`);
  await openEarlierAccount(page);
  await unfinished(page, "Priya's").waitFor();
  await page.getByRole("link", { name: /^Continue/ }).click();
  await restoredNotice(page).waitFor();
  await page.getByRole("tab", { name: "Photo" }).click();
  await everyPictureIsThere(page, ["Passport-size photo"]);
  expect((await draftNames(page)).filter((name) => !name.includes(earlier.userId))).toEqual([]);
});

test("an earlier account is opened even if the browser's storage does not answer", async () => {
  const { earlier, traveller } = await returnAfterLongPause();
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  await page.addInitScript(() => {
    IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
  });
  await openEarlierAccount(page);
  expect(await page.evaluate(() => localStorage.getItem("userId"))).toBe(earlier.userId);
});

test("Make Payment asks for confirmation before an unfinished applicant is left out", async () => {
  const traveller = await signedInTraveller(fixture.server)
    .withRequest(undefined, timelyDay())
    .withApplicant();
  const page = await leaveDraft(traveller, "Kabir");
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await unfinished(page, "Kabir's").waitFor();
  const question = page.getByRole("dialog", { name: "Kabir is not in this payment" });

  await button(page, "Make Payment").click();
  await question.waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "pay-without-unfinished");
  await question.getByRole("link", { name: "Finish Kabir first" }).click();
  await restoredNotice(page).waitFor();

  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await unfinished(page, "Kabir's").waitFor();
  await button(page, "Make Payment").click();
  await question.getByRole("button", { name: "Pay without Kabir" }).click();
  await page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" }).click();
  await page.getByRole("heading", { name: /^Congratulations/ }).waitFor();
  await page.goto("/visa/applications");
  await untilOpened(page);
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

test("the draft of an applicant without a name is shown once, and only to its account", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const page = await leaveDraft(traveller, "");
  await page.goto("/visa/applications");
  await unfinished(page, "An applicant's").waitFor();
  await poll(async () => expect(await page.getByRole("link", { name: /^Continue/ }).count()).toBe(1));

  const other = await signedInTraveller(fixture.server).withRequest();
  await enterAs(page, other);
  for (const path of ["/visa/applications", `/visaapplicants/${other.request.visaRequestId}`]) {
    await page.goto(path);
    await untilOpened(page);
    await poll(async () => expect(await page.getByText(/not finished/).count()).toBe(0));
  }
});
