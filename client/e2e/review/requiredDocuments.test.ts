import { expect, test } from "@jest/globals";
import { makeSmallFiles, pdf as paper } from "../../../server/test/kit/personas/applicantFiles";
import { makePdf } from "../../../server/modules/file/testing/makePdf";
import { signedInTraveller, toStory } from "../../../server/test/kit/personas/traveller";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { button, toCasePath, provideStaffConsole, snap, startReview } from "../kit/stories/staffCase";
import { choose, pdf } from "../kit/stories/wizard";

/** Required documents in the staff console: sent, left for later with a reason, and requested by name. */

const { fixture, openCase } = provideStaffConsole();

const days = "Intended first and last day in Vietnam, since the e-visa is issued for fixed dates";
const checkpoints = "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport";
const address = "Address in Vietnam for the first nights, such as a hotel in Hanoi or a homestay in Hoi An";

test("the case names each document; a missing one is requested by name, and arrives in its slot", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const papers = { "input.documentFiles.0": paper(makePdf({ text: "days" }), "days.pdf") };
  const said = {
    documentNames: [days],
    laterDocuments: [{ documentName: checkpoints, reason: "AWAITED", note: "My agent books in May" }],
  };
  await addApplicant(traveller, { ...(await makeSmallFiles()), ...papers }, said);
  await toStory(traveller).paid();

  const { page, complaints } = await openCase(toCasePath(traveller));
  const list = page.getByRole("region", { name: "Documents Required" });
  const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  await row(days).getByRole("link", { name: "days.pdf" }).waitFor();
  await row(checkpoints)
    .getByText("Left for later: I am waiting to receive it – “My agent books in May”")
    .waitFor();
  await row(address).getByText("Nothing said").waitFor();
  await snap(page, "required");
  await page.setViewportSize(viewports.phone);
  await poll(async () =>
    expect([
      ...(await findSidewaysScroll(page)),
      ...(await findSmallTargets(page)),
      ...(await findViolations(page)),
    ]).toEqual([]),
  );
  await snap(page, "required-phone");
  await page.setViewportSize(viewports.desktop);

  await startReview(page);
  await button(page, "Ask for corrections").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a document or a field").selectOption(checkpoints);
  await button(dialog, "Add").click();
  await dialog.getByRole("heading", { name: checkpoints }).waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "required-asked");
  await button(dialog, "Send to the traveller").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Waiting for the traveller" }).waitFor();
  await page.locator("strong", { hasText: checkpoints }).waitFor();
  expect(complaints).toEqual([]);

  await enterAs(page, traveller);
  await page.goto(`/application/${traveller.request.visaRequestId}`);
  const form = page.getByRole("form");
  await form.getByRole("heading", { name: checkpoints }).waitFor();
  await form.getByText("We have not received this document.").waitFor();
  await choose(page, "The missing document", pdf("flights.pdf"));
  await form.getByText("flights.pdf").waitFor();
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  expect(applicant.visaApplicationDocuments).toMatchObject([
    { imageName: "days.pdf", documentName: days },
    { imageName: "flights.pdf", documentName: checkpoints },
  ]);
  expect(applicant.requiredDocuments.map(({ state }) => state)).toEqual([...["SENT", "SENT", "NOT_SAID"]]);
});
