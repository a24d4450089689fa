import { afterEach, describe, expect, test } from "@jest/globals";
import { buffer } from "node:stream/consumers";
import type { BrowserContext, Page } from "playwright-core";
import * as documents from "../../../server/test/kit/documents";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { readZip } from "../../../server/test/kit/data/readZip";
import { signedInTraveller, signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { travellerSizes, viewports } from "../kit/browser/browser";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { expectHeldOpen } from "../kit/page/heldDialog";
import { signedInPage } from "../kit/browser/signedInPage";
import { loseResponse, ofOperation } from "../kit/page/holdRequests";
import { fillToDetails } from "../kit/stories/draft";
import { draftNames } from "../kit/stories/draftRecords";
import { openWizard } from "../kit/stories/wizard";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** Downloading all personal data, and deleting the account. */

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

async function open(who: Traveller, viewport = viewports.phone) {
  const opened = await signedInPage(fixture.browser, who, viewport);
  context = opened.context;
  await opened.page.goto("/profile");
  await opened.page.getByRole("heading", { name: "Your data" }).waitFor();
  return opened;
}
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Delete your account?" });
/** Opens the dialog and enters the code. Returns the dialog and a function that presses its button. */
async function fillErasure(page: Page, { phoneNumber }: Traveller) {
  await press(page, "Delete my account");
  const dialog = dialogOf(page);
  await dialog.getByRole("button", { name: "Send code" }).click();
  const code = dialog.getByLabel("OTP");
  // Waits for the field, because until the code is sent, readCode returns the login's code.
  await code.waitFor();
  await code.fill(await fixture.server.readCode(phoneNumber));
  return { dialog, erase: () => dialog.getByRole("button", { name: "Delete my account" }).click() };
}

test("a correct code downloads the account's data as a ZIP", async () => {
  const asha = await signedInTraveller(fixture.server).withRequest();
  await asha.do(documents.updateProfile, { name: "Asha Rao" });
  const { page, complaints } = await open(asha);
  await press(page, "Download my data");
  const otp = page.getByLabel("OTP");
  await otp.waitFor();
  await poll(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe("download-otp"));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await otp.fill("abc");
  await press(page, "Download");
  await page.getByRole("alert").getByText("This code is not correct").waitFor();
  await otp.fill(await fixture.server.readCode(asha.phoneNumber));
  const [download] = await Promise.all([page.waitForEvent("download"), press(page, "Download")]);
  expect(download.suggestedFilename()).toBe("my-data.zip");
  const entries = await readZip(await buffer(await download.createReadStream()));
  const account = JSON.parse(entries.get("account.json")!.toString()) as { profile: { name: string } };
  expect(account.profile.name).toBe("Asha Rao");
  await page.getByRole("status").filter({ hasText: "Your download has started" }).waitFor();
  expect(complaints).toEqual([]);
});

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  test("deleting the account explains the consequences, requires the code, and logs out", async () => {
    const asha = await signIn(fixture.server);
    const { page, complaints } = await open(asha, viewport);
    await press(page, "Delete my account");
    const dialog = dialogOf(page);
    await dialog.getByText("What is deleted for good").waitFor();
    await dialog.getByText("What we keep, as the law requires").waitFor();
    await expectUsable(page);
    await dialog.getByRole("button", { name: "Send code" }).click();
    const otp = dialog.getByLabel("OTP");
    await otp.waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));

    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await dialog.getByRole("alert").getByText("Please enter the code").waitFor();
    const right = await fixture.server.readCode(asha.phoneNumber);
    await otp.fill(String((Number(right) + 1) % 1_000_000).padStart(6, "0"));
    await dialog.getByRole("button", { name: "Delete my account" }).click();
    await dialog
      .getByRole("alert")
      .getByText(/This code is not correct/)
      .waitFor();
    await otp.fill(right);
    await dialog.getByRole("button", { name: "Delete my account" }).click();

    await page
      .getByRole("status")
      .filter({ hasText: "Your account was deleted, and you are logged out." })
      .waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    await page.getByRole("button", { name: "Login or Signup" }).waitFor();
    await poll(async () => expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]));
    expect((await asha.call(documents.me)).data.me).toBeNull();
    expect(complaints).toEqual([]);
  });
});

test("the dialog cannot be closed while the account is being deleted, and shows an error if the deletion fails", async () => {
  const asha = await signIn(fixture.server);
  const { page } = await open(asha);
  const { dialog, erase } = await fillErasure(page, asha);
  const operation = "mutation eraseAccount";
  await expectHeldOpen(dialog, { operation, send: erase, cancel: "Keep my account" });
  await dialog.getByRole("button", { name: "Keep my account" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect((await asha.call(documents.me)).data.me).not.toBeNull();
});

test("if the response to an erasure is lost, the next attempt reports success and deletes the drafts", async () => {
  const asha = await signedInTraveller(fixture.server).withRequest();
  const { page } = await open(asha);
  await openWizard(page, asha);
  await fillToDetails(page);
  await page.goto("/profile");
  const { dialog, erase } = await fillErasure(page, asha);
  await loseResponse(page, ofOperation("mutation eraseAccount"));
  await erase();
  await dialog.getByRole("alert").getByText("Network Error").waitFor();
  expect((await asha.call(documents.me)).data.me).toBeNull();
  expect(await draftNames(page)).not.toEqual([]);

  await erase();
  await page
    .getByRole("status")
    .filter({ hasText: "Your account was deleted, and you are logged out." })
    .waitFor();
  await poll(async () => expect(await draftNames(page)).toEqual([]));
  expect(await page.getByRole("dialog", { name: "Login or Signup" }).count()).toBe(0);
});

test("an account with a paid, open application cannot be deleted; the dialog names the application", async () => {
  const payer = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
  const { page } = await open(payer);
  await press(page, "Delete my account");
  const dialog = dialogOf(page);
  await dialog.getByRole("alert").getByText(payer.request.visaReferenceNo).waitFor();
  await poll(async () => expect(await dialog.getByRole("button", { name: "Send code" }).count()).toBe(0));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await dialog.getByRole("link", { name: "All applications" }).click();
  await page.waitForURL("**/visa/applications");
});

test("the page of an application shows the date on which its personal data was removed", async () => {
  const asha = await signedInTraveller(fixture.server).withRequest();
  const { visaRequestId } = asha.request;
  await editDatabase(
    fixture.server,
    `UPDATE visa_request SET "visaRequestStatus" = 'CANCELLED', "papersRemovedAt" = '2026-11-20T08:00:00.000Z'
     WHERE "visaRequestId" = ?`,
    [visaRequestId],
  );
  const { page } = await open(asha);
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await page.getByText("Personal data removed on 20 Nov 2026").waitFor();
  await poll(async () => expect(await page.getByText("No applicants yet").count()).toBe(0));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await page.getByRole("link", { name: "How long we keep it" }).click();
  await page.getByRole("heading", { name: "How long we keep it" }).waitFor();
});
