import { beforeEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { openPageIn } from "../kit/browser/browser";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The same draft in two tabs of one browser. */

const { fixture, enterWizard } = provideWizard();
let traveller: Traveller;
let context: BrowserContext;
let first: Page;

beforeEach(async () => {
  ({ traveller, page: first, context } = await enterWizard());
});

const notice = (page: Page) =>
  page.getByRole("alert").getByText("You are filling in these details in another tab.");
const openSecond = async () => {
  const { page } = await openPageIn(context, fixture.server.url);
  await page.goto(`/visarequest/${traveller.request.visaRequestId}`);
  await notice(page).waitFor();
  return page;
};
const expectFields = (page: Page, fields: Record<string, string>) =>
  poll(async () => {
    for (const [label, text] of Object.entries(fields))
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, text]);
  });
const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.slice(0, 40));

test("only one tab at a time edits a draft, and the next tab receives all input", async () => {
  await fillPictures(first);
  await first.getByLabel("First name").fill("Asha");
  const second = await openSecond();
  expect(await second.getByRole("tablist").count()).toBe(0);
  const title = `Application for ${traveller.request.visaName} | Visaport`;
  await poll(async () => expect(await second.title()).toBe(title));
  expect(await findMisfits(second)).toEqual([]);
  await poll(async () => expect(await findViolations(second)).toEqual([]));
  await takePicture(second, "twoTabs-notice-360");

  // The last name has not been stored yet when the other tab requests the draft.
  await first.getByLabel("Last name").fill("Rao");
  await button(second, "Continue here").click();
  await expectFields(second, { "First name": "Asha", "Last name": "Rao" });
  await poll(async () => expect(await focusedText(second)).toMatch(/^Application for/));
  await notice(first).waitFor();
  expect(await first.getByRole("tablist").count()).toBe(0);
  await poll(async () => expect(await focusedText(first)).toMatch(/^Application for/));

  await second.getByLabel("Comments").fill("Typed in the second tab");
  await second.getByLabel("First name").fill("Usha");
  await button(first, "Continue here").click();
  const all = { "First name": "Usha", "Last name": "Rao", Comments: "Typed in the second tab" };
  await expectFields(first, all);
  await notice(second).waitFor();

  await first.reload();
  await expectFields(first, all);
  await first.close();
  await button(second, "Continue here").click();
  await expectFields(second, all);
});

test("the form opens automatically once the other tab is closed", async () => {
  await fillPictures(first);
  await first.getByLabel("First name").fill("Asha");
  const second = await openSecond();
  await first.close();
  await expectFields(second, { "First name": "Asha" });
  expect(await notice(second).count()).toBe(0);
});

test("a tab that does not respond loses the draft to the other tab", async () => {
  await fillPictures(first);
  await first.getByLabel("First name").fill("Asha");
  const second = await openSecond();
  const devtools = await context.newCDPSession(first);
  await devtools.send("Debugger.enable");
  await devtools.send("Debugger.pause");
  await button(second, "Continue here").click();
  await expectFields(second, { "First name": "Asha" });
  await devtools.send("Debugger.disable");
  await notice(first).waitFor();
});

test("a tab with drafts turned off keeps its form", async () => {
  await first.getByRole("switch", { name: "Keep this draft on this device" }).uncheck();
  await fillPictures(first);
  await first.getByLabel("First name").fill("Asha");
  const second = await openSecond();
  await button(second, "Continue here").click();
  await second.getByRole("heading", { name: "Upload a photo" }).waitFor();
  await expectFields(first, { "First name": "Asha" });
  expect(await notice(first).count()).toBe(0);
});
