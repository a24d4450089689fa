import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { keepingConsent } from "../../../server/modules/consent/keepingConsent.rules";
import * as documents from "../../../server/test/kit/documents";
import { makeSmallFiles, png } from "../../../server/test/kit/personas/applicantFiles";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { yearsAgo } from "../../../server/test/kit/server/clock";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { timelyDay } from "../kit/stories/travelDate";
import { button, fillDetails, fillPictures, pictures } from "../kit/stories/wizard";

/** Kept applicants, and documents copied from one applicant to another. */

const fixture = provideFixture();
const visaUrl = "egypt-30-days-tourist-visa-single-entry";
let files: Awaited<ReturnType<typeof makeSmallFiles>>;
let traveller: Traveller;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  files = await makeSmallFiles();
});
afterEach(() => context.close());

const open = async (path: string, viewport = viewports.phone) => {
  ({ page, context } = await signedInPage(fixture.browser, traveller, viewport));
  await page.goto(path);
};
async function expectGood(name: string): Promise<void> {
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, name);
}
/** Signs in a traveller whose account keeps Asha and Ravi, and creates their next application. */
async function signInWithTwoKept(): Promise<void> {
  traveller = await signedInTraveller(fixture.server).withRequest();
  await addApplicant(traveller, files);
  await addApplicant(traveller, files, { firstName: "Ravi" });
  await toStory(traveller).paid();
  await keepNow();
  await toStory(traveller).withRequest(visaUrl, timelyDay());
}
const kept = async () => (await traveller.call(documents.keptApplicants)).data.keptApplicants;
const keepNow = () =>
  traveller.do(documents.keepApplicants, {
    visaRequestId: traveller.request.visaRequestId,
    consentTextVersion: keepingConsent.version,
  });

test.each(Object.entries(viewports))(
  "on a %s, the traveller is asked once after a payment whether to keep the applicant",
  async (size, viewport) => {
    traveller = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
    await open(`/application/${traveller.request.visaRequestId}`, viewport);
    await page.getByRole("heading", { name: "Keep Asha for your next application?" }).waitFor();
    await page.getByText(keepingConsent.text).waitFor();
    await expectGood(`keep-ask-${size}`);
    await button(page, size === "phone" ? "Keep for next time" : "No, thanks").press("Enter");
    await page.getByRole("heading", { name: /^Keep Asha/ }).waitFor({ state: "hidden" });
    await poll(async () => expect((await kept()).isOn).toBe(size === "phone"));
    await page.reload();
    await page.getByRole("heading", { name: "What happens next" }).waitFor();
    await poll(async () => expect(await page.getByRole("heading", { name: /^Keep Asha/ }).count()).toBe(0));
  },
);

test("kept applicants need only documents, which can be copied from one applicant to the next", async () => {
  await signInWithTwoKept();
  const { visaRequestId } = traveller.request;
  await open(`/visarequest/${visaRequestId}?step=travellers`);
  await page.getByRole("checkbox", { name: /^Asha Rao/ }).check();
  await page.getByRole("checkbox", { name: /^Ravi Rao/ }).check();
  await page.getByText(/^2 adults × /).waitFor();
  await expectGood("kept-choose-phone");
  await button(page, "Continue").click();
  await page.getByText(/ · Asha Rao, 1 of 2$/).waitFor();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  const slot = page
    .locator("input[type=file]")
    .and(page.getByLabel(/^Hotel voucher/))
    .first();
  await slot.setInputFiles({ name: "hotel.png", mimeType: "image/png", buffer: pictures.back.buffer });
  await button(page, "Remove hotel.png").waitFor();
  await button(page, "Preview").click();
  await page.getByText(/^Agreed on /).waitFor();
  await button(page, "Submit").click();

  await page.getByText(/ · Ravi Rao, 2 of 2$/).waitFor();
  await page.getByRole("button", { name: /^Same as Asha.s$/ }).waitFor();
  await expectGood("kept-same-phone");
  await page.getByRole("button", { name: /^Same as Asha.s$/ }).click();
  await button(page, "Remove hotel.png").waitFor();
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  const { visaApplicants } = await traveller.readRequest();
  const sent = visaApplicants.map(({ firstName, visaApplicationDocuments: [file] }) => [
    firstName,
    file?.imageName,
  ]);
  expect(sent).toEqual([
    ["Asha", "hotel.png"],
    ["Ravi", "hotel.png"],
  ]);
});

test("a kept applicant who was deleted on another device is reported by name, and the others are still added", async () => {
  await signInWithTwoKept();
  await open(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  const asha = page.getByRole("checkbox", { name: /^Asha Rao/ });
  const ravi = page.getByRole("checkbox", { name: /^Ravi Rao/ });
  await asha.check();
  await ravi.check();
  const { keptApplicantId } = (await kept()).applicants.find(({ firstName }) => firstName === "Ravi")!;
  await traveller.do(documents.forgetApplicants, { keptApplicantIds: [keptApplicantId] });
  await button(page, "Continue").click();
  await page.getByText("Ravi Rao is no longer kept. Add them as a new applicant").waitFor();
  await ravi.waitFor({ state: "detached" });
  expect([await asha.isChecked(), await asha.isDisabled()]).toEqual([true, true]);
  await page.getByText("1 adult × INR 4299/-").waitFor();
  await button(page, "Continue").click();
  await page.getByText(/ · Asha Rao, 1 of 1$/).waitFor();
  expect((await traveller.readRequest()).visaApplicants.map(({ firstName }) => firstName)).toEqual(["Asha"]);
});

test("the visa's photo size is shown while a kept applicant is selected", async () => {
  traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant().paid();
  await keepNow();
  await toStory(traveller).withRequest();
  await open(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  const rule = page.getByText("Photos are used again. This visa: 40 × 60 mm.");
  const asha = page.getByRole("checkbox", { name: /^Asha Rao/ });
  await asha.check();
  await rule.waitFor();
  await expectGood("kept-photo-phone");
  await asha.uncheck();
  await rule.waitFor({ state: "hidden" });
});

test("a child's guardian can be an adult on the application or another person", async () => {
  traveller = await signedInTraveller(fixture.server).withRequest(visaUrl, timelyDay());
  const paper = { "input.documentFiles.0": png(files["input.passportBackFile"].bytes) };
  await addApplicant(traveller, { ...files, ...paper });
  await open(`/visarequest/${traveller.request.visaRequestId}`);
  await fillPictures(page);
  await page.getByRole("button", { name: /^Same as Asha.s: Rao$/ }).click();
  await poll(async () => expect(await page.getByLabel("Last name").inputValue()).toBe("Rao"));
  const day = yearsAgo(9).split("-").reverse().join("-");
  await fillDetails(page, {
    Title: "Miss",
    "First name": "Meera",
    "Date of birth": day,
    "Passport number": "Z7654321",
  });
  await button(page, "Preview").click();
  const guardian = page.getByLabel("Parent or guardian", { exact: true });
  await poll(async () => expect(await guardian.inputValue()).toBe("Asha Rao"));
  await guardian.selectOption("Somebody else");
  await page.getByLabel("Parent's or guardian's name").fill("Leela Rao");
  await expectGood("guardian-phone");
  await guardian.selectOption("Asha Rao");
  await button(page, "Submit").click();
  await page.waitForURL(/visaapplicants/);
  const { visaApplicants } = await traveller.readRequest();
  expect(visaApplicants.at(-1)?.consent).toMatchObject({ kind: "GUARDIAN", guardianName: "Asha Rao" });
});

test.each(Object.entries(viewports))(
  "on a %s, one kept applicant or all of them can be deleted on the profile page",
  async (size, viewport) => {
    traveller = await signedInTraveller(fixture.server).withRequest();
    await addApplicant(traveller, files);
    await addApplicant(traveller, files, { firstName: "Ravi" });
    await toStory(traveller).paid();
    await keepNow();
    await open("/profile", viewport);
    await button(page, "Delete Asha Rao").waitFor();
    await expectGood(`kept-profile-${size}`);
    await button(page, "Delete Asha Rao").press("Enter");
    await button(page, "Delete Asha Rao").waitFor({ state: "hidden" });
    const keeps = page.getByRole("switch", { name: /^Keep applicants/ });
    await keeps.press("Space");
    const dialog = page.getByRole("dialog", { name: "Delete all kept applicants?" });
    await dialog.getByRole("button", { name: "Delete them" }).click();
    await poll(async () => expect(await keeps.isChecked()).toBe(false));
    expect(await kept()).toMatchObject({ isOn: false, applicants: [] });
    await keeps.press("Space");
    await poll(async () => expect((await kept()).isOn).toBe(true));
  },
);
