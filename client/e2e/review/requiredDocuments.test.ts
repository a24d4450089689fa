import { expect, test } from "@jest/globals";
import { makeSmallFiles, pdf as paper } from "../../../server/test/kit/personas/applicantFiles";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { signedInTraveller, toStory } from "../../../server/test/kit/personas/traveller";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { button, toCasePath, provideStaffConsole, snap, startReview } from "../kit/stories/staffCase";
import { choose, pdf } from "../kit/stories/wizard";

/** Required documents in the staff console: sent, left for later with a reason, and requested by name. */

const { fixture, openCase } = provideStaffConsole();

const hotel =
  "Hotel voucher for Cairo, Luxor, Hurghada or the Nile cruise, showing that the nights in Egypt are booked";
const flights = "Flight itinerary in and out of Egypt, with the domestic legs if you have them";
const bank = "Bank statement of the past six months, stamped where the Egyptian side asks for it";

const statements = ["first", "last"].map((which) => `bank_statement_of_my_father_and_my_mother_${which}.pdf`);

test("the case names each required document, and a missing one can be requested by name", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(
    "egypt-30-days-tourist-visa-single-entry",
  );
  const papers = Object.fromEntries(
    ["days.pdf", ...statements].map((name, place) => [
      `input.documentFiles.${place}`,
      paper(makePdf({ text: name }), name),
    ]),
  );
  const said = {
    documentNames: [hotel],
    laterDocuments: [{ documentName: flights, reason: "AWAITED", note: "My agent books in May" }],
  };
  await addApplicant(traveller, { ...(await makeSmallFiles()), ...papers }, said);
  await toStory(traveller).paid();

  const { page, complaints } = await openCase(toCasePath(traveller));
  const list = page.getByRole("region", { name: "Documents Required" });
  const row = (name: string) => list.getByRole("listitem").filter({ hasText: name });
  await row(hotel).getByRole("link", { name: "days.pdf" }).waitFor();
  await row(flights)
    .getByText("Left for later: I am waiting to receive it – “My agent books in May”")
    .waitFor();
  await row(bank).getByText("Nothing said").waitFor();
  // File names that differ only at the end can be told apart.
  const tabs = page.getByRole("region", { name: /^Documents of/ }).getByRole("listitem");
  const shownNames = tabs
    .filter({ hasText: statements[0]!.slice(0, 40) })
    .locator("span:not(.visually-hidden)");
  const readShown = () =>
    shownNames.evaluateAll((names: HTMLElement[]) =>
      names.map((name) => (name.scrollWidth > name.clientWidth ? "cut off" : name.innerText)),
    );
  await poll(async () =>
    expect(await readShown()).toEqual([/first\.pdf$/, /last\.pdf$/].map((end) => expect.stringMatching(end))),
  );
  await snap(page, "required");
  await page.setViewportSize(viewports.phone);
  await expectUsable(page);
  await snap(page, "required-phone");
  await page.setViewportSize(viewports.desktop);

  await startReview(page);
  await button(page, "Ask for corrections").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Add a document or a field").selectOption(flights);
  await button(dialog, "Add").click();
  await dialog.getByRole("heading", { name: flights }).waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await snap(page, "required-asked");
  await button(dialog, "Send to the traveller").click();
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Waiting for the traveller" }).waitFor();
  await page.locator("strong", { hasText: flights }).waitFor();
  expect(complaints).toEqual([]);

  await enterAs(page, traveller);
  await page.goto(`/application/${traveller.request.visaRequestId}`);
  const form = page.getByRole("form");
  await form.getByRole("heading", { name: flights }).waitFor();
  await form.getByText("We have not received this document.").waitFor();
  await choose(page, "The missing document", pdf("flights.pdf"));
  await form.getByText("flights.pdf").waitFor();
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  expect(applicant.visaApplicationDocuments).toMatchObject([
    { imageName: "days.pdf", documentName: hotel },
    ...statements.map((imageName) => ({ imageName })),
    { imageName: "flights.pdf", documentName: flights },
  ]);
  expect(applicant.requiredDocuments.map(({ state }) => state)).toEqual([
    ...["SENT", "SENT", "NOT_SAID", "NOT_SAID"],
  ]);
});
