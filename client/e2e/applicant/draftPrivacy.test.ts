import { beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { fillAll, fillToDetails, restoredNotice } from "../kit/stories/draft";
import { draftNames, findInClear } from "../kit/stories/draftRecords";
import { poll } from "../../../server/test/kit/poll";
import { button, choose, fillDetails, fillPictures, pictures, openWizard } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** Only its owner can read a draft, which is encrypted and can be deleted at logout. Drafts can be turned off. */

const { fixture, enterWizard } = provideWizard();
let traveller: Traveller;
let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  ({ traveller, page, context } = await enterWizard());
});

const applicantsOnServer = async () => (await traveller.readRequest()).visaApplicants as unknown[];
const exit = (name: string) => page.getByRole("link", { name, exact: true });
const untilApplied = () => page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);

describe("on the device", () => {
  test("a draft is encrypted, and its key cannot be extracted", async () => {
    await fillAll(page);
    const secrets = [
      "Z1234567",
      "1990-05-14",
      "First trip abroad",
      "hotel.pdf",
      "me.jpg",
      "%PDF-1.4",
      "JFIF",
      "IHDR",
    ];
    await poll(async () => expect(await findInClear(page, secrets)).toEqual([]));
    // Proves that findInClear works: it finds the parts that are stored in plaintext.
    const { visaRequestId } = traveller.request;
    const open = [`draft:${traveller.userId}:${visaRequestId}`, "CryptoKey extractable=false"];
    await poll(async () => expect(await findInClear(page, open)).toEqual(open));
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/Z1234567|data:|hotel\.pdf/);
  });

  test("a draft that is deleted at a logout in another tab is not written again by this tab", async () => {
    await fillToDetails(page);
    const other = await context.newPage();
    await other.goto("/profile");
    await other.getByRole("heading", { level: 1 }).waitFor();
    // Typed right before the logout, so that the draft has not been stored yet.
    await page.getByLabel("Comments").fill("Typed last");
    await other.getByRole("link", { name: "Logout" }).click();
    await other.getByRole("button", { name: "Delete it and log out" }).click();
    await other.getByText("You have successfully logged out...").waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    await poll(async () => expect(await findInClear(other, ["draft:", "CryptoKey"])).toEqual([]));
    await poll(async () => expect(await other.evaluate(() => localStorage.length)).toBe(0));
  });

  test("the login of another user deletes the draft", async () => {
    await fillToDetails(page);
    const someoneElse = await signedInTraveller(fixture.server).withRequest();
    // Simulates an expired session, which leaves the drafts for the next login.
    await page.goto("/about");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/");
    await poll(async () => expect(await draftNames(page)).toHaveLength(4));
    await button(page, "Login or Signup").click();
    const dialog = page.getByRole("dialog", { name: "Login or Signup" });
    await dialog.getByLabel("Mobile number").fill(someoneElse.phoneNumber);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("OTP").fill(await newCode(someoneElse));
    await dialog.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("link", { name: "MyAccount" }).waitFor();
    await openWizard(page, someoneElse);
    await poll(async () => expect(await restoredNotice(page).count()).toBe(0));
    await poll(async () => expect(await draftNames(page)).toEqual([]));
  });

  test("nothing is stored while drafts are turned off, even after a reload", async () => {
    await fillToDetails(page);
    const keep = page.getByRole("switch", { name: "Keep this draft on this device" });
    await exit("Save and exit").waitFor();
    await keep.uncheck();
    await exit("Exit without saving").waitFor();
    await page.getByText("Nothing is kept on this device.").first().waitFor();
    await poll(async () => expect(await draftNames(page)).toEqual([]));
    await page.getByLabel("Comments").fill("Not for this computer");
    await button(page, "Preview").click();
    await button(page, "Submit").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await poll(async () => expect(await keep.isChecked()).toBe(false));
    await exit("Exit without saving").waitFor();
    await choose(page, "Passport-size photo", pictures.photo);
    await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await poll(async () => expect(await draftNames(page)).toEqual([]));
  });

  test("a storage that does not answer is reported, and the forms still open", async () => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
    await button(page, "Continue").click();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await page
      .getByRole("alert")
      .getByText(/^We could not check this device for a draft/)
      .waitFor();
    await page.getByText("This browser cannot keep a draft here.").waitFor();
    await exit("Exit without saving").waitFor();
  });

  test("a full disk is reported, and the form still works", async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: fixture.server.url, quotaSize: 1 });
    await fillPictures(page);
    await page.getByText("This browser cannot keep a draft here.").waitFor();
    await exit("Exit without saving").waitFor();
    await fillDetails(page);
    await button(page, "Preview").click();
    await button(page, "Submit").click();
    await untilApplied();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(1));
  });
});

/** Waits until a new code has been sent, and returns it. */
async function newCode({ phoneNumber }: Traveller): Promise<string> {
  await page
    .getByText(/^Code sent to/)
    .first()
    .waitFor();
  return fixture.server.readCode(phoneNumber);
}
