import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { fillToDetails, everyPictureIsThere, restoredNotice } from "../kit/stories/draft";
import { draftNames } from "../kit/stories/draftRecords";
import { timelyDay } from "../kit/stories/travelDate";
import { button, fillDetails, fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The step "Who is travelling?", and moving from one applicant to the next. */

const { enter, fixture } = provideWizard();
let traveller: Traveller;
let page: Page;

async function open(viewport = viewports.phone) {
  ({ traveller, page } = await enter({ travelDate: timelyDay(), viewport }));
  await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  await page.getByRole("heading", { level: 1, name: "Who is travelling?" }).waitFor();
  await page.getByRole("region", { name: "Price" }).waitFor();
}
const total = () => page.getByRole("region", { name: "Price" }).getByRole("status").innerText();
const rupees = (text: string) => Number(text.replace(/\D/g, ""));
const heading = (text: RegExp) => page.getByText(text).first().waitFor();

test.each(Object.entries(viewports))(
  "on a %s, the price changes with the number of travellers",
  async (size, viewport) => {
    await open(viewport);
    const one = rupees(await total());
    await button(page, "One more adult").press("Enter");
    await poll(async () => expect(rupees(await total())).toBe(2 * one));
    await button(page, "One more infant").click();
    await page.getByText(/^1 infant × /).waitFor();
    await page.getByText("Add names (optional)").click();
    await page.getByLabel("Name of adult 2").fill("Ravi");
    expect(await findMisfits(page)).toEqual([]);
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await takePicture(page, `travellers-${size}`);
    await button(page, "One infant fewer").click();
    await button(page, "One adult fewer").click();
    await poll(async () => expect(rupees(await total())).toBe(one));
    // The only traveller cannot be removed. The button is only `aria-disabled`, so that it keeps the focus.
    expect(await button(page, "One adult fewer").getAttribute("aria-disabled")).toBe("true");
    await button(page, "One adult fewer").press("Enter");
    expect(rupees(await total())).toBe(one);
  },
);

test("the price is calculated from the application's visa fee, not from the catalogue's", async () => {
  await open();
  const [of, { visaRequestId }] = [`"visaRequestId" = ?`, traveller.request];
  const reprice = `UPDATE visa_request SET "pricePerApplicant" = 1000 WHERE ${of}`;
  await editDatabase(fixture.server, reprice, [visaRequestId]);
  await page.reload();
  await page.getByText("1 adult × INR 1000/-").waitFor();
  expect(rupees(await total())).toBe(1499);
});

test("the wizard goes from one planned applicant to the next, even after a reload", async () => {
  await open();
  const { visaRequestId } = traveller.request;
  await button(page, "One more adult").click();
  await page.getByText("Add names (optional)").click();
  await page.getByLabel("Name of adult 2").fill("Ravi");
  await button(page, "Continue").click();
  await heading(/ · Adult 1, 1 of 2$/);
  await page.reload();
  await heading(/ · Adult 1, 1 of 2$/);
  await fillPictures(page);
  await fillDetails(page);
  await button(page, "Preview").click();
  await button(page, "Submit").click();

  await heading(/ · Ravi, 2 of 2$/);
  await page.getByRole("tab", { name: "Photo", selected: true }).waitFor();
  await poll(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Application for/),
  );
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.goto(`/visaapplicants/${visaRequestId}`);
  await page.getByText(/^Ravi's details are not finished/).waitFor();
  await button(page, "Make Payment").click();
  const dialog = page.getByRole("dialog", { name: "Ravi is not in this payment" });
  await dialog.getByRole("link", { name: "Finish Ravi first" }).click();
  await heading(/ · Ravi, 2 of 2$/);
  await fillPictures(page);
  await fillDetails(page, { "First name": "Ravi", "Passport number": "Z7654321" });
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await page.getByRole("heading", { name: "Ravi Rao" }).waitFor();
  expect(await page.getByText(/details are not finished/).count()).toBe(0);
});

test("the plan is stored while drafts are on, and otherwise lasts until the page is closed", async () => {
  await open();
  const { userId, request } = traveller;
  await button(page, "One more adult").click();
  await button(page, "Continue").click();
  await heading(/ · Adult 1, 1 of 2$/);
  const isStored = () =>
    poll(async () =>
      expect(await draftNames(page)).toEqual([`draft:${userId}:${request.visaRequestId}_travellers`]),
    );
  const isErased = () => poll(async () => expect(await draftNames(page)).toEqual([]));
  const keep = page.getByRole("switch", { name: "Keep this draft on this device" });
  await isStored();
  await keep.uncheck();
  await isErased();
  await keep.check();
  await isStored();
  await keep.uncheck();
  await isErased();
  await fillPictures(page);
  await fillDetails(page);
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await heading(/ · Adult 2, 2 of 2$/);
  expect(await draftNames(page)).toEqual([]);
});

test("a plan that is made while drafts are off replaces an older one", async () => {
  await open();
  await button(page, "One more adult").click();
  await button(page, "Continue").click();
  await heading(/ · Adult 1, 1 of 2$/);
  await poll(async () => expect(await draftNames(page)).toHaveLength(1));
  await page.evaluate(() => localStorage.setItem("keepNoDraft", "yes"));
  await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  await button(page, "One more child").click();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
  await poll(async () => expect(await draftNames(page)).toEqual([]));
});

test.each(["Continue", "Forward"])(
  "going back to the travellers' step keeps the draft, and %s restores it",
  async (way) => {
    await open();
    await button(page, "Continue").click();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await fillToDetails(page);
    while (!page.url().includes("step=travellers")) await page.goBack();
    await page.getByRole("heading", { level: 1, name: "Who is travelling?" }).waitFor();
    if (way === "Forward") await page.goForward();
    else await button(page, "Continue").click();

    await restoredNotice(page).waitFor();
    await everyPictureIsThere(page, ["Passport-size photo"]);
    await page.getByRole("tab", { name: "Details" }).click();
    await poll(async () => expect(await page.getByLabel("First name").inputValue()).toBe("Asha"));
  },
);

test("the URL of the travellers' step opens the form once the application has an applicant", async () => {
  ({ traveller, page } = await enter({ travelDate: timelyDay() }));
  await toStory(traveller).withApplicant();
  await page.goto(`/visarequest/${traveller.request.visaRequestId}?step=travellers`);
  await page.getByRole("heading", { level: 2, name: "Upload a photo" }).waitFor();
});

test("the travellers' step and the form set the page title, focus their heading, and name what the exit saves", async () => {
  ({ traveller, page } = await enter({ travelDate: timelyDay() }));
  const isShown = async (title: string) => {
    await page.getByRole("heading", { level: 1, name: title }).and(page.locator(":focus")).waitFor();
    expect(await page.title()).toBe(`${title} | Visaport`);
  };
  const exit = (name: string) => page.getByRole("link", { name, exact: true }).waitFor();
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await page.getByRole("link", { name: "Add Applicant" }).first().click();
  await isShown("Who is travelling?");
  await exit("Exit without saving");
  await button(page, "Continue").click();
  await isShown(`Application for ${traveller.request.visaName}`);
  await exit("Save and exit");
  await page.goBack();
  await isShown("Who is travelling?");
  await exit("Exit without saving");
});
