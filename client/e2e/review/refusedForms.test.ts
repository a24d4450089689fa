import { expect, test } from "@jest/globals";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { poll } from "../../../server/test/kit/poll";
import { startReview } from "../../../server/test/kit/stories/review";
import { button, provideStaffConsole, toCasePath } from "../kit/stories/staffCase";

/** Forms of a case that are submitted by keyboard with missing input. */

const { fixture, openCase } = provideStaffConsole();

test("a rejected form moves the focus to its first missing input", async () => {
  const staff = await signInStaff(fixture.server);
  const { traveller } = await startReview(fixture.server, staff);
  const { page, complaints } = await openCase(toCasePath(traveller), { who: staff });
  const focusIsOn = (label: string) =>
    poll(async () => expect(await page.getByLabel(label).and(page.locator(":focus")).count()).toBe(1));

  await button(page, "Add note").press("Enter");
  await focusIsOn("Note for colleagues");
  await button(page, "Not acceptable").press("Enter");
  await page.getByLabel("Reason").waitFor();
  await button(page, "Not acceptable").press("Enter");
  await focusIsOn("Reason");
  await button(page, "Reject").press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "Reject" }).press("Enter");
  await poll(async () => expect(await dialog.locator("#reject-reason:focus").count()).toBe(1));
  await dialog.getByLabel("Reason").selectOption("OTHER");
  await dialog.getByRole("button", { name: "Reject" }).press("Enter");
  await poll(async () => expect(await dialog.locator("#reject-note:focus").count()).toBe(1));
  expect(complaints).toEqual([]);
});
