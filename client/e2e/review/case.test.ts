import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { beginReview, specimenMrz } from "../../../server/test/kit/stories/review";
import { newPhoneNumber, type Traveller } from "../../../server/test/kit/personas/traveller";
import { sizes } from "../kit/browser/browser";
import { paidFor } from "../kit/stories/cases";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { fileInput, upload } from "../kit/page/pictures";
import { poll } from "../../../server/test/kit/poll";
import {
  button,
  toCasePath,
  fillApproval,
  focusedText,
  paperView,
  provideStaffConsole,
  snap,
  startReview,
} from "../kit/stories/staffCase";
import { rejectTraveller } from "../kit/stories/staffConsole";

/** The case in the staff console: documents, reviews, corrections, the MRZ, an approval. */

const { fixture, openCase } = provideStaffConsole();

const paperButton = (page: Page, name: string) =>
  page.getByRole("region", { name: /^Documents of / }).getByRole("button", { name: new RegExp(`^${name}`) });
const toast = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).first();

test("staff take a case, review documents, ask for corrections, and approve with the matching visa", async () => {
  const traveller = await paidFor(fixture.server, { firstName: "Meera", lastName: "Iyer" });
  const { page, complaints } = await openCase(toCasePath(traveller));
  await page.getByRole("heading", { level: 1, name: traveller.request.visaReferenceNo }).waitFor();
  await page.getByText("Not assigned yet.").waitFor();
  // The case uses the full width, and the travellers' footer is hidden.
  await page.setViewportSize({ width: 1600, height: 900 });
  const { width } = (await page.locator("[data-staff]").boundingBox())!;
  expect(width).toBeGreaterThan(1550);
  await poll(async () => expect(await page.getByRole("contentinfo").count()).toBe(0));
  await page.setViewportSize({ width: 1280, height: 900 });
  await poll(async () => expect(await button(page, "Approve").count()).toBe(0));
  await startReview(page);

  // Enlarges a document, zooms and rotates it by keyboard and buttons, and resets it.
  await paperButton(page, "Passport front page").click();
  const scan = page.getByRole("img", { name: "Passport front page of Meera Iyer" });
  await scan.evaluate((image: HTMLImageElement) => image.decode());
  await poll(async () =>
    expect(await scan.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(1000),
  );
  await page.keyboard.press("+");
  await page.locator('[data-scale="1.50"]').waitFor();
  await button(page, "Show more on the right").click();
  await page.keyboard.press("r");
  await page.locator('[data-scale="1.00"][data-turn="90"]').waitFor();
  const turned = await scan.evaluate((image: HTMLImageElement) => ({
    transform: getComputedStyle(image).transform,
    width: image.offsetWidth,
  }));
  // After the rotation, the picture is as wide as the stage is high.
  expect(turned.transform).toBe("matrix(0, 1, -1, 0, 0, 0)");
  const high = await paperView(page).evaluate((stageBox) => stageBox.clientHeight);
  expect(Math.abs(turned.width - high)).toBeLessThanOrEqual(1);
  await button(page, "Turn right").click();
  await button(page, "Zoom in").click();
  await page.locator('[data-scale="1.50"][data-turn="180"]').waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "zoomed");
  await page.keyboard.press("0");
  await page.locator('[data-scale="1.00"][data-turn="0"]').waitFor();
  await page.getByRole("group", { name: /^Passport front page of Meera Iyer, enlarged/ }).focus();
  await page.keyboard.press("]");
  await page.getByRole("img", { name: "Passport back page of Meera Iyer" }).waitFor();
  const next = page.getByRole("group", { name: /^Passport back page of Meera Iyer, enlarged/ });
  expect(await next.evaluate((sheet) => sheet === document.activeElement)).toBe(true);
  await page.locator("p[aria-live=polite]").getByText("Passport back page", { exact: true }).waitFor();

  // A PDF is rendered page by page.
  await paperButton(page, "ticket.pdf").click();
  await page.locator("canvas[data-drawn]").waitFor();
  expect(await darkPixels(page.locator("canvas"))).toBeGreaterThan(200);
  await button(page, "Next page").click();
  await page.getByText("Page 2 of 2").waitFor();
  await page
    .locator("canvas[data-drawn]")
    .and(page.getByLabel(/page 2$/))
    .waitFor();
  await poll(async () => expect(await page.getByText("Not scanned for viruses").count()).toBe(1));

  await button(page, "Acceptable").click();
  await toast(page, "ticket.pdf: acceptable").waitFor();
  await paperButton(page, "Passport front page").click();
  await button(page, "Not acceptable").click();
  await button(page, "Not acceptable").click();
  await page.getByText("Choose why it is not acceptable").waitFor();
  await page.getByLabel("Reason").selectOption({ label: "Blurred" });
  await page.getByLabel(/^Message to the traveller/).pressSequentially("Hold it still: [r] +");
  await poll(async () => expect(await paperView(page).getAttribute("data-turn")).toBe("0"));
  await button(page, "Not acceptable").click();
  await page.getByText("Not acceptable: Blurred").waitFor();

  // The dialog contains the rejected document; staff add a field and a missing document.
  await button(page, "Ask for corrections").click();
  const dialog = page.getByRole("dialog");
  const item = dialog.getByRole("listitem").filter({ hasText: "Passport front page" });
  await poll(async () => expect(await item.getByLabel(/^Reason/).inputValue()).toBe("BLURRED"));
  await poll(async () =>
    expect(await item.getByLabel(/^(Message to|Word for) the traveller/).inputValue()).toBe(
      "Hold it still: [r] +",
    ),
  );
  await dialog.getByLabel("Add a document or a field").selectOption({ label: "Date of birth" });
  await button(dialog, "Add").click();
  await dialog.getByLabel("Add a document or a field").selectOption({ label: "A missing document" });
  await button(dialog, "Add").click();
  await button(dialog, "Send to the traveller").click();
  await dialog.getByRole("link", { name: "Choose a reason" }).waitFor();
  await dialog.getByRole("link", { name: "Say which document is missing" }).waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "corrections", false);
  await button(dialog, "Leave out – A missing document").click();
  await dialog.getByLabel("Reason – Date of birth").selectOption({ label: "Does not match the details" });
  await button(dialog, "Send to the traveller").click();
  const waiting = page.getByRole("heading", { name: "Waiting for the traveller" });
  await waiting.waitFor();
  await page.getByText(/^On hold since/).waitFor();
  expect(await traveller.readRequest()).toMatchObject({ visaRequestStatus: "ACTION_REQUIRED" });
  await poll(async () => expect(await button(page, "Approve").count()).toBe(0));
  await snap(page, "waiting");

  const other = await paidFor(fixture.server, { firstName: "Anna Maria", lastName: "Eriksson" });
  await page.goto(toCasePath(other));
  await startReview(page);
  await approve(page, other);

  // Simulates a page without HTTPS, on which browsers provide no clipboard API.
  await page.evaluate(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await button(page, "Copy passport number").click();
  await page.getByText("Passport number could not be copied").waitFor();
  expect(complaints).toEqual([]);
});

test.each(sizes)(
  "on a %s, a decided case names its assignee; once they are no longer staff, a colleague can take and refund it",
  async (name, viewport) => {
    const traveller = await paidFor(fixture.server, {});
    const leaver = await signInStaff(fixture.server, newPhoneNumber());
    const { visaRequestId } = traveller.request;
    await beginReview({ staff: leaver, visaRequestId });
    await rejectTraveller({ staff: leaver }, (await traveller.readRequest()).visaApplicants[0]);
    const { page, complaints } = await openCase(toCasePath(traveller), { viewport });
    await page.getByText(`Nothing is left to decide. Assigned to ${leaver.phoneNumber}.`).waitFor();
    expect(await button(page, "Assign to me").count()).toBe(0);
    await snap(page, `decided-theirs-${name}`);

    await fixture.server.runCommand("staff", "remove", leaver.phoneNumber);
    await page.reload();
    await page.getByText("Nothing is left to decide. Not assigned.").waitFor();
    await snap(page, `decided-free-${name}`);
    await button(page, "Assign to me").click();
    await page.getByText("Nothing is left to decide. Assigned to you.").waitFor();
    await button(page, "Refund").waitFor();
    await expectUsable(page);
    await snap(page, `decided-mine-${name}`);
    await button(page, "Release").click();
    await button(page, "Assign to me").waitFor();
    expect(await button(page, "Refund").count()).toBe(0);
    expect(complaints).toEqual([]);
  },
);

/** Enters an MRZ that differs, tries to approve with a wrong number, and approves with the right one. */
async function approve(page: Page, traveller: Traveller): Promise<void> {
  const [{ passportNumber, visaApplicantId }] = (await traveller.readRequest()).visaApplicants;
  await page.getByLabel("Upper line").fill(specimenMrz.line1.toLowerCase());
  await poll(async () => expect(await page.getByLabel("Upper line").inputValue()).toBe(specimenMrz.line1));
  await page.getByLabel("Lower line").fill(specimenMrz.line2.replace("L898902C36", "L898902C37"));
  await page.getByText(/Line 2: The check digit of the passport number/).waitFor();
  await page.getByLabel("Lower line").fill(specimenMrz.line2);
  await page.getByText("All check digits are correct.").waitFor();
  await button(page, "Save the lines").click();
  const row = (field: string) => page.getByRole("row").filter({ hasText: field });
  await row("Passport number").getByText("Differs").waitFor();
  await row("Passport number").getByText("L898902C3").waitFor();
  await row("First name").getByText("Same").waitFor();
  await page.getByText("Entered by our staff.").waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "mrz");

  await button(page, "Approve").click();
  const dialog = page.getByRole("dialog");
  await button(dialog, "Approve").click();
  await dialog.getByRole("link", { name: "Please upload the visa" }).waitFor();
  await poll(async () =>
    expect(await dialog.getByLabel("Passport number on the visa").inputValue()).toBe(""),
  );
  const visa = makePdf({ pages: 1, text: "VISA" });
  await fileInput(page, "Visa").setInputFiles(upload("visa.pdf", visa));
  await dialog.getByText("visa.pdf").first().waitFor();
  await fillApproval(dialog, "Z0000000", "eriksson anna maria", "The originals were seen");
  await button(dialog, "Approve").click();
  await dialog
    .getByRole("link", { name: "The passport number on the visa does not match the application" })
    .waitFor();
  await poll(async () =>
    expect(await dialog.locator("#approve-passport[aria-invalid=true]").count()).toBe(1),
  );
  await poll(async () => expect(await dialog.locator("#approve-name[aria-invalid=true]").count()).toBe(0));
  expect((await traveller.readRequest()).visaRequestStatus).toBe("PROCESSING");
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "approve", false);
  await dialog.getByLabel("Passport number on the visa").fill(passportNumber.toLowerCase());
  await button(dialog, "Approve").click();
  await toast(page, "Anna Maria Eriksson was approved").waitFor();
  await page.getByText("Nothing is left to decide.").waitFor();
  await poll(async () => expect(await focusedText(page)).toContain("Anna Maria Eriksson"));
  const after = await traveller.readRequest();
  expect(after.visaRequestStatus).toBe("APPROVED");
  const { approvedVisaSrc } = after.visaApplicants.find(
    (one: { visaApplicantId: string }) => one.visaApplicantId === visaApplicantId,
  )!;
  const sent = await fetch(new URL(approvedVisaSrc, fixture.server.url));
  expect(Buffer.from(await sent.arrayBuffer()).equals(visa)).toBe(true);
  await paperButton(page, "Visa").click();
  await page.locator("canvas[data-drawn]").waitFor();
}

/** Returns the number of dark pixels of a canvas, i.e. of rendered text. */
function darkPixels(canvas: Locator): Promise<number> {
  return canvas.evaluate((element: HTMLCanvasElement) => {
    const { data } = element.getContext("2d")!.getImageData(0, 0, element.width, element.height);
    let dark = 0;
    for (let at = 0; at < data.length; at += 4) if (data[at]! < 100 && data[at + 3]! > 200) dark++;
    return dark;
  });
}
