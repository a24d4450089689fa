import { beforeAll, expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { readAsOwner, startReview } from "../../../server/test/kit/stories/review";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { openApplication, waitForHeading } from "../kit/stories/application";
import { askForTwo } from "../kit/stories/staffConsole";
import { openWizard } from "../kit/stories/wizard";

/** Staff edit and withdraw corrections, and the traveller's page shows the change. Also pages with forced colours. */

const fixture = provideFixture();
let staff: Traveller;
beforeAll(async () => {
  staff = await signInStaff(fixture.server);
});

test("an edited correction is shown to the traveller, and withdrawing all corrections resumes the review", async () => {
  const scene = await startReview(fixture.server, staff);
  await askForTwo(scene);
  const owner = await openApplication(fixture.browser, scene, viewports.phone);
  const { page, context } = await signedInPage(fixture.browser, staff, viewports.desktop);
  await page.goto(`/staff/case/${scene.visaRequestId}`);
  await page.getByRole("heading", { name: "Waiting for the traveller" }).waitFor();
  await takePicture(page, "openCorrections-desktop");

  await page.getByRole("button", { name: "Change – Passport number" }).click();
  const dialog = page.getByRole("dialog", { name: "Change what was asked for" });
  await dialog.getByLabel(/^Reason/).selectOption("OTHER");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Say what is wrong").first().waitFor();
  await expectUsable(page);
  await takePicture(page, "openCorrections-change-desktop");
  await dialog.getByLabel(/^Message to the traveller/).fill("Two digits are swapped.");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("“Two digits are swapped.”").waitFor();
  await owner.page.getByText("Two digits are swapped.").waitFor();

  for (const name of ["Passport front page", "Passport number"]) {
    await page.getByRole("button", { name: `Withdraw – ${name}` }).click();
    const question = page.getByRole("dialog", { name: `Ask no longer for ${name}?` });
    await question.getByRole("button", { name: "Withdraw" }).click();
    await poll(async () =>
      expect(await page.getByRole("button", { name: `Withdraw – ${name}` }).count()).toBe(0),
    );
    await poll(async () =>
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Mrs. Asha Rao"),
    );
  }
  await page.getByRole("button", { name: "Approve" }).waitFor();
  expect(await readAsOwner(scene)).toMatchObject({ visaRequestStatus: "PROCESSING" });
  await waitForHeading(owner.page, "Your application is in review");
  await context.close();
  await owner.context.close();
});

/** Waits until only the current link or tab has a border of another colour. */
const onlyCurrentIsMarked = (links: Locator) =>
  poll(async () => {
    const seen = await links.evaluateAll((all) =>
      all.map((one) => ({
        isCurrent: one.matches('[aria-current="page"], [aria-selected="true"]'),
        colour: getComputedStyle(one).borderBottomColor,
      })),
    );
    const current = seen.filter(({ isCurrent }) => isCurrent).map(({ colour }) => colour);
    const others = new Set(seen.filter(({ isCurrent }) => !isCurrent).map(({ colour }) => colour));
    expect([current.length, others.size]).toEqual([1, 1]);
    expect(others).not.toContain(current[0]);
  });

test("with forced colours, the current page and step and the borders of controls are visible", async () => {
  const scene = await startReview(fixture.server, staff);
  await askForTwo(scene);
  const owner = await openApplication(fixture.browser, scene, viewports.phone);
  const starter = await signedInTraveller(fixture.server).withRequest();
  const wizard = await signedInPage(fixture.browser, starter, viewports.phone);
  const console = await signedInPage(fixture.browser, staff, viewports.desktop);
  for (const { page } of [owner, wizard, console]) await page.emulateMedia({ forcedColors: "active" });
  const jump = owner.page.getByRole("link", { name: "Make corrections" });
  expect(await jump.evaluate((link) => getComputedStyle(link).borderTopWidth)).toBe("2px");
  await openWizard(wizard.page, starter);
  await onlyCurrentIsMarked(wizard.page.getByRole("tab"));
  const knob = wizard.page.getByRole("switch", { name: "Keep this draft on this device" });
  expect(await knob.evaluate((input) => getComputedStyle(input, "::before").display)).toBe("none");
  await wizard.page.goto("/visa/applications");
  await onlyCurrentIsMarked(wizard.page.getByRole("navigation", { name: "Account" }).getByRole("link"));
  await console.page.goto("/staff");
  const menu = console.page.getByRole("navigation", { name: "Staff console" });
  await onlyCurrentIsMarked(menu.getByRole("link"));
  for (const { context } of [owner, wizard, console]) await context.close();
});
