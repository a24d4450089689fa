import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { makePdf } from "../../../server/modules/file/testing/makePdf";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { paidFor } from "../kit/stories/cases";
import {
  button,
  caseOf,
  chooseVisa,
  fillApproval,
  focusedText,
  openApproval,
  provideStaffConsole,
  snap,
  startReview,
} from "../kit/stories/staffCase";

/** Approving a traveller with open eyes: what was not looked at, the visa beside its fields, and ten minutes to undo. */

const { fixture, openCase } = provideStaffConsole();
const meera = { firstName: "Meera", lastName: "Iyer" };
const passportOf = async (traveller: Traveller) =>
  (await traveller.readRequest()).visaApplicants[0].passportNumber;

async function expectUsable(page: Page): Promise<void> {
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  expect([await findSidewaysScroll(page), await findSmallTargets(page)]).toEqual([[], []]);
}

test.each(Object.entries(viewports))(
  "what nobody looked at is listed and needs a reason, which the case shows: %s",
  async (name, viewport) => {
    const traveller = await paidFor(fixture.server, meera);
    const passportNumber = await passportOf(traveller);
    const { page, complaints } = await openCase(caseOf(traveller), { viewport });
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
      .getByText(/Meera Iyer was approved without this: Photo: not reviewed;[^]*The originals were seen/)
      .waitFor();
    expect(complaints).toEqual([]);
  },
);

test("the details of the application cannot be read while the visa is typed", async () => {
  const traveller = await paidFor(fixture.server, meera);
  const passportNumber = await passportOf(traveller);
  const { page } = await openCase(caseOf(traveller));
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
