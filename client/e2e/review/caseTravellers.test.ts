import { expect, test } from "@jest/globals";
import { paidFor } from "../kit/stories/cases";
import { expectUsable } from "../kit/page/findViolations";
import { expectHeldOpen } from "../kit/page/heldDialog";
import { poll } from "../../../server/test/kit/poll";
import { button, toCasePath, provideStaffConsole, snap, startReview } from "../kit/stories/staffCase";

/** A case with several applicants in the staff console: switching between them, and a rejection. */

const { fixture, openCase } = provideStaffConsole();

test("staff switch between three applicants and reject one", async () => {
  const traveller = await paidFor(
    fixture.server,
    { firstName: "Meera", lastName: "Iyer" },
    { firstName: "Venkatanarasimharajuvaripetasubrahmanyam", lastName: "Subrahmanyamaiah-Chandrasekhara" },
    { firstName: "Ravi", lastName: "Iyer", comments: "Please hurry\nMy flight is soon" },
  );
  const { page, complaints } = await openCase(toCasePath(traveller));
  await startReview(page);
  await page.getByRole("tab", { name: /Meera/ }).focus();
  // Alt+ArrowLeft is browser Back, so it must not change the tab.
  await page.keyboard.press("Alt+ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("heading", { level: 3, name: /Ravi Iyer/ }).waitFor();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.getByRole("heading", { level: 3, name: /Venkatanarasimharajuvaripeta/ }).waitFor();
  await page.reload();
  await page.getByRole("heading", { level: 3, name: /Venkatanarasimharajuvaripeta/ }).waitFor();
  await page.getByRole("img", { name: /^Photo of/ }).evaluate((image: HTMLImageElement) => image.decode());
  await expectUsable(page);
  await snap(page, "three-desktop");
  await snap(page, "three-desktop-first", false);
  await button(page, "Reject").click();
  const dialog = page.getByRole("dialog");
  await button(dialog, "Reject").click();
  await dialog.getByText("Choose the reason for the rejection").waitFor();
  await expectUsable(page);
  await snap(page, "reject-desktop", false);
  await dialog.getByLabel("Reason").selectOption({ label: "Refused by the authority" });
  await button(dialog, "Reject").click();
  await page.getByText(/^Rejected on .*Refused by the authority/).waitFor();
  const [, second] = (await traveller.readRequest()).visaApplicants;
  expect(second.visaApplicantStatus).toBe("REJECTED");
  // Single-key shortcuts can be turned off.
  await page.getByText("Keyboard shortcuts", { exact: true }).click();
  await page.getByLabel(/^Use single-key shortcuts/).uncheck();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("]");
  await button(page, "Turn right").click();
  await page.locator('[data-scale][data-turn="90"]').waitFor();
  await poll(async () => expect(await page.getByRole("img", { name: /^Photo of/ }).count()).toBe(1));
  expect(complaints).toEqual([]);
});

test("the dialog cannot be closed during a rejection, and shows an error if the rejection fails", async () => {
  const traveller = await paidFor(fixture.server, {});
  const { page } = await openCase(toCasePath(traveller));
  await startReview(page);
  await button(page, "Reject").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Reason").selectOption({ label: "Refused by the authority" });
  await expectHeldOpen(dialog, {
    operation: "mutation rejectApplicant",
    send: () => button(dialog, "Reject").click(),
    cancel: "Cancel",
  });
  await button(dialog, "Cancel").click();
  await dialog.waitFor({ state: "hidden" });
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  expect(applicant.visaApplicantStatus).toBe("PENDING");
});
