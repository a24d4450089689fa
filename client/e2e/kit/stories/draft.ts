import { randomBytes } from "node:crypto";
import type { Locator, Page } from "playwright-core";
import { makePdf, stream } from "../../../../server/test/kit/files/makePdf";
import { waitForDraftWrite } from "./draftRecords";
import { button, choose, fillDetails, fillPictures, pdf } from "./wizard";

/** 2 MB that cannot be compressed, so that an upload can be cut off halfway. */
const bigPaper = pdf("ticket.pdf", makePdf({ text: "ticket", extra: [stream("", randomBytes(2_000_000))] }));

/** Returns the wizard's notice that a draft was restored. */
export const restoredNotice = (page: Page): Locator =>
  page.getByText(/^We brought back what you entered on \d\d \w{3} \d{4} at \d\d:\d\d\.$/);

/** Fills in the wizard, leaves the preview open, and waits until the draft has been stored. */
export async function fillAll(page: Page): Promise<void> {
  await fillPictures(page);
  await fillDetails(page);
  await choose(page, "Other documents", [bigPaper, pdf("hotel.pdf")]);
  await button(page, "Remove hotel.pdf").waitFor();
  const since = Date.now();
  await button(page, "Preview").click();
  await button(page, "Submit").waitFor();
  await waitForDraftWrite(page, since);
}

/**
 * Fills in the wizard up to the Details tab and waits until the draft has been stored. Typed text is stored after a
 * pause; going back a step and forward again stores it immediately.
 */
export async function fillToDetails(page: Page): Promise<void> {
  await fillPictures(page);
  await fillDetails(page);
  await page
    .getByText(/^Saved on this device at \d\d:\d\d$/)
    .first()
    .waitFor();
  await button(page, "Back").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
  const since = Date.now();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  await waitForDraftWrite(page, since);
}

/** Waits until each picture is shown and decoded. */
export async function everyPictureIsThere(page: Page, names: string[]): Promise<void> {
  for (const name of names) {
    const picture = page.getByRole("img", { name });
    await picture.waitFor();
    await page.waitForFunction(
      (image) => image instanceof HTMLImageElement && image.complete && image.naturalWidth > 0,
      await picture.elementHandle(),
    );
  }
}

/** Checks that the preview shows the input of `fillAll`. */
export async function previewShowsAll(page: Page): Promise<void> {
  await everyPictureIsThere(page, ["Passport-size photograph", "Passport front page", "Passport back page"]);
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
