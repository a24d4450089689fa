import { beforeAll, expect, test } from "@jest/globals";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { makeCorrectionFiles, paperIds, readAsked } from "../../../server/test/kit/stories/corrections";
import {
  askFor,
  attempt,
  must,
  readAsOwner,
  sendCorrection,
  startReview,
} from "../../../server/test/kit/stories/review";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { pressOn } from "../kit/page/keyboard";
import { readOutcome } from "../kit/page/pictures";
import { takePicture } from "../kit/page/takePicture";
import { openApplication } from "../kit/stories/application";
import { choose, pictures } from "../kit/stories/wizard";

/** Answers to corrections: unchanged and changed values, a new photo, and a replaced page. */

const fixture = provideFixture();
let staff: Traveller;
beforeAll(async () => {
  staff = await signInStaff(fixture.server);
});

test("an unchanged value has to be confirmed, and staff see the values before and after", async () => {
  const scene = await startReview(fixture.server, staff);
  await must(
    "Asking",
    askFor(staff, scene.applicants[0], [{ field: "FIRST_NAME" }, { field: "PASSPORT_NUMBER" }]),
  );
  const { passportNumber } = scene.applicants[0];
  const { page, context } = await openApplication(fixture.browser, scene);
  const form = page.getByRole("form", { name: "Asha Rao" });
  const asItIs = form.getByRole("checkbox", { name: "It is right as it is" });
  await poll(async () => expect(await asItIs.count()).toBe(2));
  await pressOn(page, form.getByRole("button", { name: /^Send/ }));
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await poll(async () =>
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "First name: Is it right as it is? Change it, or confirm that it is right",
      "Passport number: Is it right as it is? Change it, or confirm that it is right",
    ]),
  );
  await form.getByLabel("First name").fill("Aisha");
  await poll(async () => expect(await asItIs.count()).toBe(1));
  await pressOn(page, form.getByRole("button", { name: /^Send/ }));
  await poll(async () =>
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "Is it right as it is? Change it, or confirm that it is right",
    ]),
  );
  await expectUsable(page);
  await takePicture(page, "corrections-unchanged");
  expect((await readAsOwner(scene)).visaRequestStatus).toBe("ACTION_REQUIRED");

  await summary.getByRole("link").click();
  await poll(async () => expect(await asItIs.evaluate((box) => box === document.activeElement)).toBe(true));
  await page.keyboard.press("Space");
  await poll(async () => expect(await summary.count()).toBe(0));
  await pressOn(page, form.getByRole("button", { name: /^Send/ }));
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  await context.close();

  const desk = await signedInPage(fixture.browser, staff, viewports.desktop);
  await desk.page.goto(`/staff/case/${scene.visaRequestId}`);
  const list = desk.page.getByRole("list", { name: "Answers to corrections" });
  await poll(async () =>
    expect(await list.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^First name: before Asha, after Aisha/),
      expect.stringMatching(
        new RegExp(`^Passport number: ${passportNumber} unchanged: the traveller says it is right as it is`),
      ),
    ]),
  );
  await poll(async () => expect(await findViolations(desk.page)).toEqual([]));
  await takePicture(desk.page, "corrections-answered");
  await desk.context.close();
});

test("a new photo is cropped to the visa's format, and checked as in the wizard", async () => {
  const scene = await startReview(fixture.server, staff);
  const { PHOTO: fileId } = await paperIds(scene);
  await must("Asking", askFor(staff, scene.applicants[0], [{ fileId, reason: "BLURRED" }]));
  const { page, context } = await openApplication(fixture.browser, scene);
  await page.getByText("This visa: 40 × 60 mm.").waitFor();
  await choose(page, /^New /, pictures.photo);
  const { width, height } = await readOutcome(page);
  expect(width / height).toBeCloseTo(40 / 60, 2);
  await page.locator("[data-photo=checked]").waitFor();
  await page.getByText("We see no face.").waitFor();
  await expectUsable(page);
  await takePicture(page, "corrections-photo");
  await context.close();
});

test("staff see that a passport page was replaced", async () => {
  const scene = await startReview(fixture.server, staff);
  const [applicant] = scene.applicants;
  const { PASSPORT_FRONT: fileId } = await paperIds(scene);
  await must("Asking", askFor(staff, applicant, [{ fileId, reason: "BLURRED" }]));
  const { correctionId } = (await readAsked(scene)).PASSPORT_FRONT;
  const answer = { visaApplicantId: applicant.visaApplicantId, papers: [{ correctionId }] };
  const files = { "input.papers.0.file": (await makeCorrectionFiles()).sharper };
  await must("Answering", attempt(scene.traveller, sendCorrection, answer, files));

  const { page, context } = await signedInPage(fixture.browser, staff, viewports.desktop);
  await page.goto(`/staff/case/${scene.visaRequestId}`);
  const list = page.getByRole("list", { name: "Answers to corrections" });
  await poll(async () =>
    expect(await list.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^Passport front page: replaced answered on \d{2} [A-Z][a-z]{2} \d{4}$/),
    ]),
  );
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "corrections-replaced");
  await context.close();
});
