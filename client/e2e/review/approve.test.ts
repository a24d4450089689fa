import { expect, test } from "@jest/globals";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { sizes, viewports } from "../kit/browser/browser";
import { expectUsable } from "../kit/page/findViolations";
import { paidFor } from "../kit/stories/cases";
import {
  button,
  toCasePath,
  chooseVisa,
  fillApproval,
  focusedText,
  openApproval,
  provideStaffConsole,
  snap,
  startReview,
} from "../kit/stories/staffCase";
import { readPicture } from "../kit/stories/wizard";

/** Informed approval: open items, the visa next to its fields, and ten minutes to take back the approval. */

const { fixture, openCase } = provideStaffConsole();
const meera = { firstName: "Meera", lastName: "Iyer" };
const passportOf = async (traveller: Traveller) =>
  (await traveller.readRequest()).visaApplicants[0].passportNumber;

test.each(sizes)(
  "on a %s, an approval lists items that are not reviewed and requires a reason, which the case shows",
  async (name, viewport) => {
    const traveller = await paidFor(fixture.server, meera);
    const passportNumber = await passportOf(traveller);
    const { page, complaints } = await openCase(toCasePath(traveller), { viewport });
    await startReview(page);
    const dialog = await openApproval(page);
    const open = dialog.getByRole("list", { name: "Not looked at yet" });
    expect(await open.getByRole("listitem").allInnerTexts()).toEqual([
      "Photo: not reviewed",
      "Passport front page: not reviewed",
      "Passport back page: not reviewed",
      "ticket.pdf: not reviewed",
      "MRZ: not entered",
    ]);
    const visa = makePdf({ text: `E-VISA ${passportNumber} IYER MEERA` });
    await chooseVisa(dialog, "visa.pdf", visa);
    await fillApproval(dialog, passportNumber, "iyer meera");
    await button(dialog, "Approve").click();
    await dialog.getByRole("link", { name: "Say why you approve without this" }).waitFor();
    expect((await traveller.readRequest()).visaRequestStatus).toBe("PROCESSING");
    await expectUsable(page);
    await snap(page, `approve-open-items-${name}`, false);

    await dialog.getByLabel("Why approve without this?").fill("The originals were seen at the counter.");
    await button(dialog, "Approve").click();
    await page.getByText("Nothing is left to decide.").waitFor();
    await page
      .getByRole("region", { name: "Notes" })
      .getByText(/Approval of Meera Iyer despite this: Photo: not reviewed;[^]*The originals were seen/)
      .waitFor();
    expect(complaints).toEqual([]);
  },
);

test("the application's details are hidden while the visa's data is being typed", async () => {
  const traveller = await paidFor(fixture.server, meera);
  const passportNumber = await passportOf(traveller);
  const { page } = await openCase(toCasePath(traveller));
  await startReview(page);
  const readable = async () => {
    const all = [...(await page.getByText(passportNumber).all()), ...(await page.getByText("Meera").all())];
    return (await Promise.all(all.map((one) => one.isVisible()))).filter(Boolean).length;
  };
  expect(await readable()).toBeGreaterThan(1);
  const dialog = await openApproval(page);
  await poll(async () => expect(await readable()).toBe(0));
  await snap(page, "approve-covered", false);
  await button(dialog, "Cancel").click();
  await poll(async () => expect(await readable()).toBeGreaterThan(1));
  await poll(async () => expect(await focusedText(page)).toBe("Approve"));
});

test.each(Object.entries(viewports))(
  "on a %s, the visa is shown above or beside the form's fields, and its text is compared with the application",
  async (name, viewport) => {
    const traveller = await paidFor(fixture.server, meera);
    const passportNumber = await passportOf(traveller);
    const { page, complaints } = await openCase(toCasePath(traveller), { viewport });
    await startReview(page);
    const dialog = await openApproval(page);

    await chooseVisa(dialog, "visa.pdf", makePdf({ pages: 2, text: `E-VISA ${passportNumber} IYER, MEERA` }));
    await dialog.getByText("Passport number: found on the visa").waitFor();
    await dialog.getByText("Name: found on the visa").waitFor();
    const sheet = dialog.locator("canvas[data-drawn]");
    await sheet.waitFor();
    const field = dialog.getByLabel("Passport number on the visa");
    const [seen, typed] = [(await sheet.boundingBox())!, (await field.boundingBox())!];
    if (name === "phone") expect(seen.y + seen.height).toBeLessThanOrEqual(typed.y);
    else expect(seen.x + seen.width).toBeLessThanOrEqual(typed.x);
    await button(dialog, "Next page").click();
    await dialog.getByText("Page 2 of 2").waitFor();
    await expectUsable(page);
    await snap(page, `approve-visa-${name}`, false);

    await chooseVisa(dialog, "other.pdf", makePdf({ text: "E-VISA Z0000000 MEERA IYER" }));
    await dialog.getByText("Passport number: not found on the visa").waitFor();
    await dialog.getByText("Name: found on the visa").waitFor();
    await dialog.getByRole("img", { name: "The chosen visa, page 1" }).waitFor();

    await chooseVisa(dialog, "visa.png", readPicture("back.png"));
    await dialog.getByText("This file has no text that can be read: compare it by eye.").waitFor();
    await dialog.getByRole("img", { name: "The chosen visa", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
);

test("an approver who has released the case can still take back the approval", async () => {
  const traveller = await paidFor(fixture.server, meera, { firstName: "Dev", passportNumber: "K7654321" });
  const passportNumber = await passportOf(traveller);
  const { page, complaints } = await openCase(toCasePath(traveller));
  await startReview(page);
  const dialog = await openApproval(page);
  await chooseVisa(dialog, "visa.pdf", makePdf({ text: `E-VISA ${passportNumber} IYER MEERA` }));
  await fillApproval(dialog, passportNumber, "Meera Iyer", "Seen on paper");
  await button(dialog, "Approve").click();
  await button(page, "Take back").waitFor();
  await button(page, "Release").click();
  await button(page, "Assign to me").waitFor();
  await button(page, "Take back").click();
  await page.getByText("The approval was taken back").first().waitFor();
  await poll(async () => expect(await button(page, "Take back").count()).toBe(0));
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  expect(applicant).toMatchObject({ visaApplicantStatus: "PENDING", approvedVisaSrc: null });
  expect(complaints).toEqual([]);
});

test("an approval can be taken back until the traveller is notified", async () => {
  const traveller = await paidFor(fixture.server, meera);
  const passportNumber = await passportOf(traveller);
  const { page, complaints } = await openCase(toCasePath(traveller));
  await startReview(page);
  const dialog = await openApproval(page);
  await chooseVisa(dialog, "visa.pdf", makePdf({ text: `E-VISA ${passportNumber} IYER MEERA` }));
  await fillApproval(dialog, passportNumber, "Meera Iyer", "Seen on paper");
  await button(dialog, "Approve").click();
  await page
    .getByText(/^Approved, and shown on the traveller’s page\. SMS and e-mail go out at \d\d:\d\d\.$/)
    .waitFor();
  expect((await traveller.readRequest()).visaRequestStatus).toBe("APPROVED");
  await expectUsable(page);
  await snap(page, "approve-take-back");

  await button(page, "Take back").click();
  await button(page, "Approve").waitFor();
  await poll(async () => expect(await focusedText(page)).toContain("Meera Iyer"));
  const after = await traveller.readRequest();
  expect(after.visaRequestStatus).toBe("PROCESSING");
  expect(after.visaApplicants[0]).toMatchObject({ visaApplicantStatus: "PENDING", approvedVisaSrc: null });
  await page.getByText("Assigned to you.", { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});
