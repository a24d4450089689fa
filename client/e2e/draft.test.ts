import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { randomBytes } from "node:crypto";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { makePdf, stream } from "../../server/modules/file/testing/makePdf";
import { TestServer } from "../../server/test/kit/testServer";
import { signedInTraveller, type Traveller } from "../../server/test/kit/traveller";
import { launchBrowser, openPage } from "./kit/browser";
import { changeDrafts, draftNames, findInClear, untilDraftWritten } from "./kit/draftRecords";
import { LineProxy } from "./kit/lineProxy";
import {
  button,
  choose,
  enterAs,
  fillDetails,
  fillPictures,
  makePictures,
  openWizard,
  pdf,
  person,
  tab,
} from "./kit/wizard";

/** What a traveller enters survives the network, the reload and the lost answer, and goes when it should. */

const bigPaper = pdf("ticket.pdf", makePdf({ text: "ticket", extra: [stream("", randomBytes(2_000_000))] }));
const halfMegabyte = 500_000;
const day = 24 * 60 * 60 * 1000;

let server: TestServer;
let browser: Browser;
let wire: LineProxy;
let pictures: Awaited<ReturnType<typeof makePictures>>;
let traveller: Traveller;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  [server, browser, pictures] = await Promise.all([TestServer.start(), launchBrowser(), makePictures()]);
  wire = await LineProxy.start(server.url);
});
afterAll(async () => {
  await browser.close();
  await wire.stop();
  await server.dispose();
});
beforeEach(async () => {
  wire.restore();
  traveller = await signedInTraveller(server).withRequest();
  ({ page, context } = await openPage(browser, wire.url));
  await enterAs(page, traveller);
  await openWizard(page, traveller);
});
afterEach(() => context.close());

const applicantsOnServer = async () => (await traveller.readRequest()).visaApplicants as unknown[];
const restoredNotice = () =>
  page.getByText(/^We brought back what you entered on \d\d \w{3} \d{4} at \d\d:\d\d\.$/);
const failedAlert = () =>
  page
    .getByRole("alert")
    .filter({ hasText: "We could not send your application. Nothing was lost. Try again." });
const untilApplied = () => page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);

/** All four tabs filled, the last one open, and the draft of it written. */
async function fillAll(): Promise<void> {
  await fillPictures(page, pictures);
  await fillDetails(page);
  await choose(page, /^Documents/, [bigPaper, pdf("hotel.pdf")]);
  await button(page, "Remove hotel.pdf").waitFor();
  const since = Date.now();
  await button(page, "Preview").click();
  await button(page, "Submit").waitFor();
  await untilDraftWritten(page, since);
}

/** The Details tab with pictures and values, and the draft of it written. */
async function fillToDetails(): Promise<void> {
  await fillPictures(page, pictures);
  const since = Date.now();
  await fillDetails(page);
  await untilDraftWritten(page, since);
  await page
    .getByText(/^Saved on this device at \d\d:\d\d$/)
    .first()
    .waitFor();
  await untilValuesWritten();
}

/** Typing is written after a pause; a step back and forth is written at once, with all that was typed. */
async function untilValuesWritten(): Promise<void> {
  await button(page, "Back").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
  const since = Date.now();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  await untilDraftWritten(page, since);
}

async function everyPictureIsThere(names: string[]): Promise<void> {
  for (const name of names) {
    const picture = page.getByRole("img", { name });
    await picture.waitFor();
    await page.waitForFunction(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
      await picture.elementHandle(),
    );
  }
}

async function previewShowsAll(): Promise<void> {
  await everyPictureIsThere(["Passport-size photograph", "Passport front page", "Passport back page"]);
  for (const text of [
    "Mrs. Asha Rao",
    "14 May 1990",
    "Z1234567",
    "First trip abroad",
    "ticket.pdf",
    "hotel.pdf",
  ])
    await page.getByText(text, { exact: true }).first().waitFor();
}

describe("a sending", () => {
  test("that is cut off in the middle, with a reload after it, works once in the end", async () => {
    await fillAll();
    const cut = wire.cutUpload(halfMegabyte);
    await button(page, "Submit").click();
    await cut;
    await failedAlert().waitFor();
    expect(await applicantsOnServer()).toHaveLength(0);

    wire.restore();
    await page.reload();
    await restoredNotice().waitFor();
    expect(await tab(page, "Preview").getAttribute("aria-selected")).toBe("true");
    await previewShowsAll();
    await button(page, "Submit").click();
    await untilApplied();
    await page.getByRole("heading", { name: "Asha Rao" }).waitFor();
    expect(await applicantsOnServer()).toMatchObject([
      {
        passportNumber: "Z1234567",
        visaApplicationDocuments: [{ imageName: "ticket.pdf" }, { imageName: "hotel.pdf" }],
      },
    ]);
    expect(await draftNames(page)).toEqual([]);
  });

  test("that is cut off goes through by Retry, with nothing entered again", async () => {
    await fillAll();
    const cut = wire.cutUpload(halfMegabyte);
    await button(page, "Submit").click();
    await cut;
    await failedAlert().waitFor();
    wire.restore();
    await button(page, "Retry").click();
    await untilApplied();
    expect(await applicantsOnServer()).toHaveLength(1);
  });

  test("whose answer was lost is not entered twice, though the page was reloaded", async () => {
    await fillAll();
    const lost = wire.loseAnswer(halfMegabyte);
    await button(page, "Submit").click();
    await lost;
    await failedAlert().waitFor();
    expect(await applicantsOnServer()).toHaveLength(1);

    wire.restore();
    await page.reload();
    await previewShowsAll();
    await button(page, "Submit").click();
    await untilApplied();
    expect(await applicantsOnServer()).toHaveLength(1);
    expect(await draftNames(page)).toEqual([]);
  });

  test("without a network is explained, and offered again when it is back", async () => {
    await fillAll();
    await context.setOffline(true);
    await button(page, "Submit").click();
    await page.getByRole("alert").filter({ hasText: "You are offline. Nothing was lost." }).waitFor();
    expect(await button(page, "Submit").isEnabled()).toBe(true);
    await context.setOffline(false);
    await page.getByText("You are online again").waitFor();
    await button(page, "Retry").click();
    await untilApplied();
    expect(await applicantsOnServer()).toHaveLength(1);
  });
});

describe("a reload", () => {
  test("on Details brings back every value and picture, and the next applicant begins empty", async () => {
    await fillToDetails();
    await page.reload();
    await restoredNotice().waitFor();
    expect(await tab(page, "Details").getAttribute("aria-selected")).toBe("true");
    const { Title, ...texts } = person;
    expect(await page.getByLabel("Title").inputValue()).toBe(Title);
    expect(await page.getByLabel("Gender").inputValue()).toBe("FEMALE");
    for (const [label, text] of Object.entries(texts))
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, text]);
    await tab(page, "Photo").click();
    await everyPictureIsThere(["Passport-size photo"]);
    await tab(page, "Passport").click();
    await everyPictureIsThere(["Passport front page", "Passport back page"]);
    await page.getByText("front.jpg").waitFor();

    await tab(page, "Preview").click();
    await button(page, "Submit").click();
    await untilApplied();
    await page.getByRole("link", { name: "Add Applicant" }).click();
    await tab(page, "Photo").waitFor();
    expect(await restoredNotice().count()).toBe(0);
    expect(await page.getByRole("img", { name: "Passport-size photo" }).count()).toBe(0);
  });

  test("brings nothing back that was discarded", async () => {
    await fillToDetails();
    await page.reload();
    await button(page, "Discard draft").click();
    await button(page, "Discard and start anew").click();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    expect(await draftNames(page)).toEqual([]);
    await page.reload();
    await tab(page, "Photo").waitFor();
    expect(await page.getByRole("img", { name: "Passport-size photo" }).count()).toBe(0);
  });

  test.each([
    ["older than seven days", { savedAt: Date.now() - 7 * day - 1000 }],
    ["of another version of the form", { version: 0 }],
  ])("brings nothing back that is %s, and erases it", async (_what, change) => {
    await fillToDetails();
    // The page that is left would write once more.
    await page.goto("/about");
    expect((await draftNames(page)).length).toBe(4);
    await changeDrafts(page, change);
    await openWizard(page, traveller, "?step=details");
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    expect(await restoredNotice().count()).toBe(0);
    expect(await draftNames(page)).toEqual([]);
  });
});

describe("on the device", () => {
  test("nothing lies in clear, and the key cannot be taken out", async () => {
    await fillAll();
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
    expect(await findInClear(page, secrets)).toEqual([]);
    // The same search finds what does lie open.
    const { visaRequestId } = traveller.request;
    const open = [`draft:${traveller.userId}:${visaRequestId}`, "CryptoKey extractable=false"];
    expect(await findInClear(page, open)).toEqual(open);
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toMatch(/Z1234567|data:|hotel\.pdf/);
  });

  test("logging out in another tab erases it, and this tab does not write it again", async () => {
    await fillToDetails();
    const other = await context.newPage();
    await other.goto("/profile");
    await other.getByRole("heading", { level: 1 }).waitFor();
    // Typed so late that the pause before it is written is not over at the logout.
    await page.getByLabel("Comments").fill("Typed last");
    await other.getByRole("link", { name: "Logout" }).click();
    await other.getByText("You have successfully logged out...").waitFor();
    await page.waitForURL((url) => url.pathname === "/");
    expect(await findInClear(other, ["draft:", "CryptoKey"])).toEqual([]);
    expect(await other.evaluate(() => localStorage.length)).toBe(0);
  });

  test("another person does not see it, and their login erases it", async () => {
    await fillToDetails();
    const someoneElse = await signedInTraveller(server).withRequest();
    // As after a session that ran out: the drafts are still there when the next one logs in.
    await page.goto("/about");
    await page.evaluate(() => localStorage.clear());
    await page.goto("/");
    expect(await draftNames(page)).toHaveLength(4);
    await button(page, "Login or Signup").click();
    const dialog = page.getByRole("dialog", { name: "Login or Signup" });
    await dialog.getByLabel("Mobile number").fill(someoneElse.phoneNumber);
    await dialog.getByRole("button", { name: "Send code" }).click();
    await dialog.getByLabel("OTP").fill(await newCode(someoneElse));
    await dialog.getByRole("button", { name: "Verify" }).click();
    await page.getByRole("link", { name: "MyAccount" }).waitFor();
    await openWizard(page, someoneElse);
    expect(await restoredNotice().count()).toBe(0);
    expect(await draftNames(page)).toEqual([]);
  });

  test("nothing is kept where that is switched off, also after a reload", async () => {
    await fillToDetails();
    const keep = page.getByRole("switch", { name: "Keep this draft on this device" });
    await keep.uncheck();
    await page.getByText("Nothing is kept on this device.").first().waitFor();
    expect(await draftNames(page)).toEqual([]);
    await page.getByLabel("Comments").fill("Not for this computer");
    await button(page, "Preview").click();
    await button(page, "Submit").waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    expect(await keep.isChecked()).toBe(false);
    await choose(page, "Passport-size photo", pictures.photo);
    await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    expect(await draftNames(page)).toEqual([]);
  });

  test("a full disk is said, and the form works on", async () => {
    const devtools = await context.newCDPSession(page);
    await devtools.send("Storage.overrideQuotaForOrigin", { origin: wire.url, quotaSize: 1 });
    await fillPictures(page, pictures);
    await page.getByText("This browser cannot keep a draft here.").waitFor();
    await fillDetails(page);
    await button(page, "Preview").click();
    await button(page, "Submit").click();
    await untilApplied();
    expect(await applicantsOnServer()).toHaveLength(1);
  });
});

/** The code of the SMS that comes after the one they logged in with. */
async function newCode({ phoneNumber }: Traveller): Promise<string> {
  await page
    .getByText(/^Code sent to/)
    .first()
    .waitFor();
  return server.readCode(phoneNumber);
}
