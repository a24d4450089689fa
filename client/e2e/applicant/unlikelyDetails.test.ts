import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, fillDetails, fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** Names and passport numbers that are unlikely in a passport have to be confirmed. */

const { enterWizard } = provideWizard();
let page: Page;

const confirmation = (field: string) =>
  page
    .getByRole("checkbox", { name: "It is printed like this in my passport" })
    .and(page.locator(`[aria-describedby*="applicant-${field}-error"]`));
const summary = () => page.getByRole("alert").filter({ hasText: "There is a problem" });

test("unlikely names and numbers have to be corrected or confirmed at the field", async () => {
  ({ page } = await enterWizard());
  await fillPictures(page);
  await fillDetails(page, { "First name": "A5ha!", "Last name": "राव", "Passport number": "12345" });
  await button(page, "Preview").click();

  await summary().waitFor();
  expect(await summary().getByRole("link").allInnerTexts()).toEqual([
    "First name: Enter the name in the letters A to Z, as it is printed in the passport.",
    "Last name: Enter the name in the letters A to Z, as it is printed in the passport.",
    "An Indian passport number is one letter and seven digits. Check it against your passport.",
  ]);
  await confirmation("firstName").scrollIntoViewIfNeeded();
  await takePicture(page, "unlikely-details-360");
  await expectUsable(page);

  await page.getByLabel("First name").fill("Asha");
  await page.getByLabel("Passport number").fill("Z1234567");
  await confirmation("firstName").waitFor({ state: "detached" });
  await confirmation("lastName").check();
  // A changed value has to be confirmed again.
  await page.getByLabel("Last name").fill("राव १");
  await button(page, "Preview").click();
  await summary().waitFor();
  expect(await summary().getByRole("link").count()).toBe(1);
  await confirmation("lastName").press("Space");
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
  await page.getByText("राव १").waitFor();
});

test("a short passport number has to be confirmed before the preview, and the confirmation can be withdrawn", async () => {
  ({ page } = await enterWizard());
  await fillPictures(page);
  await fillDetails(page, { "Passport number": "12345" });
  const isPrinted = page.getByRole("checkbox", { name: "It is printed like this in my passport" });
  expect(await isPrinted.count()).toBe(0);
  await button(page, "Preview").click();
  await summary().waitFor();
  expect(await summary().getByRole("link").count()).toBe(1);
  await isPrinted.press("Space");
  await summary().waitFor({ state: "detached" });
  expect(await isPrinted.isChecked()).toBe(true);
  expect(await isPrinted.evaluate((box) => box === document.activeElement)).toBe(true);

  await isPrinted.press("Space");
  await button(page, "Preview").click();
  await summary().waitFor();
  await isPrinted.press("Space");
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Check before you send" }).waitFor();
});
