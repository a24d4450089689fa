import { expect, test } from "@jest/globals";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { lookAtAll, startReview as startReviewOf, visaNaming } from "../../../server/test/kit/stories/review";
import { viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { paidFor } from "../kit/stories/cases";
import {
  addFlights,
  button,
  toCasePath,
  chooseVisa,
  fillApproval,
  openApproval,
  snap,
  startReview,
} from "../kit/stories/staffCase";

/** With `FOUR_EYES_ABOVE_INR`, a visa that does not match requires a reason and a second staff member. */

const fixture = provideOwnFixture({ FOUR_EYES_ABOVE_INR: "1000" });

test("a visa that does not match awaits a second staff member, who sees the visa and approves it", async () => {
  const { server, browser } = fixture;
  const traveller = await paidFor(server, { firstName: "Meera", lastName: "Iyer" });
  const { passportNumber } = (await traveller.readRequest()).visaApplicants[0];
  const first = await signedInPage(browser, await signInStaff(server), viewports.desktop);
  await first.page.goto(toCasePath(traveller));
  await startReview(first.page);
  const dialog = await openApproval(first.page);
  await chooseVisa(dialog, "visa.pdf", makePdf({ text: "E-VISA Z0000000 MEERA IYER" }));
  await dialog.getByText("Passport number: not found on the visa").waitFor();
  await fillApproval(dialog, passportNumber, "Meera Iyer");
  await button(dialog, "Approve").click();
  await dialog.getByRole("link", { name: "Say why you approve a visa that does not match" }).waitFor();
  await dialog.getByLabel("Why approve anyway?").fill("The passport was renewed");
  await button(dialog, "Approve").click();
  await first.page.getByText(/Waiting for approval:.*the passport number is not on the visa/).waitFor();
  expect(await button(first.page, "Approve").count()).toBe(0);
  expect(await button(first.page, "Agree").count()).toBe(0);
  expect((await traveller.readRequest()).visaRequestStatus).toBe("PROCESSING");
  await first.context.close();

  const second = await signedInPage(browser, await signInStaff(server), viewports.desktop);
  const { page } = second;
  await page.goto("/staff");
  await page.getByRole("link", { name: "Open the application" }).click();
  await page
    .getByRole("region", { name: /^Documents of / })
    .getByRole("button", { name: /^Visa/ })
    .click();
  await page.locator("canvas[data-drawn]").waitFor();
  await expectUsable(page);
  await snap(page, "visa-mismatch-desktop");
  await button(page, "Agree").click();
  await button(page.getByRole("dialog", { name: "Agree?" }), "Agree").click();
  await page.getByText(/^Approved, and shown on the traveller’s page\./).waitFor();
  expect((await traveller.readRequest()).visaRequestStatus).toBe("APPROVED");
  expect([...first.complaints, ...second.complaints]).toEqual([]);
  await second.context.close();
});

test("a document that arrives while an approval is open requires a reason", async () => {
  const staff = await signInStaff(fixture.server);
  const scene = await startReviewOf(fixture.server, staff);
  const [applicant] = scene.applicants;
  await lookAtAll(scene);
  const { page, complaints, context } = await signedInPage(fixture.browser, staff, viewports.desktop);
  await page.goto(toCasePath(scene.traveller));
  const dialog = await openApproval(page);
  await chooseVisa(dialog, "visa.pdf", Buffer.from(visaNaming(applicant).bytes));
  await fillApproval(dialog, applicant.passportNumber, "Asha Rao");
  await addFlights(scene.traveller, applicant);
  await button(dialog, "Approve").click();
  await dialog.getByLabel(/^Why approve/).fill("The flights were seen at the counter.");
  await button(dialog, "Approve").click();
  await page.getByText("Nothing is left to decide.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});
