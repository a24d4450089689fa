import { beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { makeCorrectionFiles, paperIds, readAsked } from "../../../server/test/kit/stories/corrections";
import {
  askFor,
  attempt,
  lookAtAll,
  must,
  readAsOwner,
  sendCorrection,
  startReview,
  visaNaming,
} from "../../../server/test/kit/stories/review";
import { staffReleaseCase, workOn } from "../../../server/test/kit/stories/staffConsole";
import { sizes } from "../kit/browser/browser";
import { expectUsable } from "../kit/page/findViolations";
import {
  addFlights,
  button,
  chooseVisa,
  fillApproval,
  openApproval,
  provideStaffConsole,
  snap,
  toCasePath,
} from "../kit/stories/staffCase";

/** A case that changes while a staff member works on it. */

const { fixture, openCase } = provideStaffConsole();
let staff: Traveller;
beforeAll(async () => {
  staff = await signInStaff(fixture.server);
});

const toast = (page: Page, text: string) => page.getByRole("alert").filter({ hasText: text }).first();

test.each(sizes)(
  "on a %s, a document that arrives while an approval is open is shown and requires a reason",
  async (name, viewport) => {
    const scene = await startReview(fixture.server, staff);
    const [applicant] = scene.applicants;
    await lookAtAll(scene);
    const { page, complaints } = await openCase(toCasePath(scene.traveller), { who: staff, viewport });
    const dialog = await openApproval(page);
    await chooseVisa(dialog, "visa.pdf", Buffer.from(visaNaming(applicant).bytes));
    await fillApproval(dialog, applicant.passportNumber, "Asha Rao");
    expect(await dialog.getByLabel(/^Why approve/).count()).toBe(0);
    await addFlights(scene.traveller, applicant);
    await button(dialog, "Approve").click();
    await dialog
      .getByRole("link", { name: "Say why you approve without this: flights.pdf: not reviewed" })
      .click();
    await poll(async () => expect(await dialog.locator("#approve-reason:focus").count()).toBe(1));
    await dialog.getByRole("list", { name: "Not looked at yet" }).getByText("flights.pdf").waitFor();
    expect(await readAsOwner(scene)).toMatchObject({ visaRequestStatus: "PROCESSING" });
    await expectUsable(page);
    await snap(page, `approve-document-arrived-${name}`, false);
    await dialog.getByLabel(/^Why approve/).fill("The flights were seen at the counter.");
    await button(dialog, "Approve").click();
    await page.getByText("Nothing is left to decide.").waitFor();
    await page.getByText(/despite this: flights\.pdf: not reviewed/).waitFor();
    expect(complaints).toEqual([]);
  },
);

test("an approval lists a document that arrived after the case was opened", async () => {
  const scene = await startReview(fixture.server, staff);
  await lookAtAll(scene);
  const { page } = await openCase(toCasePath(scene.traveller), { who: staff });
  await button(page, "Approve").waitFor();
  await addFlights(scene.traveller, scene.applicants[0]);
  const dialog = await openApproval(page);
  await dialog.getByRole("list", { name: "Not looked at yet" }).getByText("flights.pdf").waitFor();
  await dialog.getByLabel("Why approve without this?").waitFor();
});

test.each([
  ["Ask for corrections", "Send to the traveller", "Message to the traveller – Date of birth"],
  ["Reject", "Reject", "Message to the traveller"],
])("%s keeps the typed text if the case was released in the meantime", async (opener, sender, label) => {
  const scene = await startReview(fixture.server, staff);
  const { page } = await openCase(toCasePath(scene.traveller), { who: staff });
  await button(page, opener).click();
  const dialog = page.getByRole("dialog");
  if (opener !== "Reject") {
    await dialog.getByLabel("Add a document or a field").selectOption({ label: "Date of birth" });
    await button(dialog, "Add").click();
  }
  const note = dialog.getByLabel(label);
  await dialog.getByLabel(/^Reason/).selectOption("OTHER");
  await note.fill("As on the second page.");
  await snap(page, `typed-${sender}`, false);
  await workOn(staff, staffReleaseCase, { visaRequestId: scene.visaRequestId });
  await button(dialog, sender).click();
  await toast(page, "Take this application first").waitFor();
  await poll(async () => expect(await dialog.count()).toBe(0));

  await button(page, "Assign to me").click();
  await button(page, opener).click();
  await poll(async () => expect(await note.inputValue()).toBe("As on the second page."));
  await button(dialog, "Cancel").click();
  await button(page, opener).click();
  await dialog.getByRole("button", { name: sender }).waitFor();
  expect(await dialog.getByText("As on the second page.").count()).toBe(0);
});

test("trying to review a replaced document shows the new one", async () => {
  const { papers, sharper } = await makeCorrectionFiles();
  const scene = await startReview(fixture.server, staff, [{}], papers);
  const [{ visaApplicantId }] = scene.applicants;
  const { page } = await openCase(toCasePath(scene.traveller), { who: staff });
  const chooser = page.getByRole("region", { name: /^Documents of / });
  await chooser.getByRole("button", { name: "ticket.png" }).click();
  const fileId = (await paperIds(scene))["ticket.png"];
  await must("Asking", askFor(staff, { visaApplicantId }, [{ fileId, reason: "BLURRED" }]));
  const { correctionId } = (await readAsked(scene)).DOCUMENT;
  const answer = { visaApplicantId, papers: [{ correctionId }] };
  await must(
    "Answering",
    attempt(scene.traveller, sendCorrection, answer, { "input.papers.0.file": sharper }),
  );
  await button(page, "Acceptable").click();
  await toast(page, "This is no longer there.").waitFor();
  await chooser.getByRole("button", { name: "sharper.png" }).click();
  await button(page, "Acceptable").click();
  await page.getByRole("status").filter({ hasText: "sharper.png: acceptable" }).first().waitFor();
});
