import { describe, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { consentText, consentVersion } from "../../../server/modules/consent/consent.rules";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { yearsAgo } from "../../../server/test/kit/server/clock";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { formatDayTyped } from "../../lib/days";
import { viewports } from "../kit/browser/browser";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { pressOn, typeInto } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";
import { toCasePath, provideStaffConsole } from "../kit/stories/staffCase";
import { button, answerQuestions, fillDetails, fillPictures, openWizard } from "../kit/stories/wizard";

/** Consent to the use of an applicant's data: requested on the preview, shown on the case. */

const { fixture, openPage, openCase } = provideStaffConsole();
const guardian = "Meera Ramanathan";
const child = { Title: "Miss", "Date of birth": formatDayTyped(yearsAgo(9)) };

const summary = (page: Page): Locator => page.getByRole("alert").filter({ hasText: "There is a problem" });
const guardianField = (page: Page) => page.getByLabel("Parent's or guardian's name");
const untilFocused = (id: string, page: Page) =>
  page.waitForFunction((it) => document.activeElement?.id === it, id);
const untilSent = ({ request }: Traveller, page: Page) =>
  page.waitForURL(`**/visaapplicants/${request.visaRequestId}`);
const consentsOf = async (traveller: Traveller) =>
  (await traveller.readRequest()).visaApplicants.map(({ consent }) => consent);
const setBirth = (traveller: Traveller, day: string) =>
  editDatabase(fixture.server, `UPDATE visa_applicant SET "dateOfBirth" = ? WHERE "visaRequestId" = ?`, [
    day,
    traveller.request.visaRequestId,
  ]);

describe("the preview", () => {
  test("requires a guardian's name for a child, and can be completed by keyboard", async () => {
    const traveller = await signedInTraveller(fixture.server).withRequest();
    const { page, complaints } = await openPage({ who: traveller });
    await openWizard(page, traveller);
    await fillPictures(page);
    await fillDetails(page, child);
    await button(page, "Preview").click();
    await page.getByText(consentText(consentVersion, "GUARDIAN")).waitFor();
    await pressOn(page, button(page, "Submit"));

    await summary(page).waitFor();
    await poll(async () =>
      expect(await summary(page).getByRole("link").allInnerTexts()).toEqual([
        "Please enter the parent's or guardian's name",
      ]),
    );
    expect(await guardianField(page).getAttribute("aria-invalid")).toBe("true");
    await expectUsable(page);
    await takePicture(page, "consent-missing-phone");

    await pressOn(page, summary(page).getByRole("link").first());
    await untilFocused("applicant-guardianName", page);
    await typeInto(page, guardianField(page), guardian);
    await poll(async () => expect(await summary(page).count()).toBe(0));
    await takePicture(page, "consent-given-phone");
    await pressOn(page, button(page, "Submit"));
    await untilSent(traveller, page);
    expect(await consentsOf(traveller)).toMatchObject([{ kind: "GUARDIAN", guardianName: guardian }]);
    expect(complaints).toEqual([]);
  });

  test("asks for consent again only if another person has to give it", async () => {
    const traveller = await signedInTraveller(fixture.server)
      .withRequest()
      .withApplicant({ consent: { textVersion: consentVersion } });
    const { page } = await openPage({ who: traveller });
    const [{ visaApplicantId }] = traveller.request.visaApplicants;
    await openWizard(page, traveller, `?applicant=${visaApplicantId}&step=details`);
    await answerQuestions(page);
    await button(page, "Preview").click();
    await page.getByText(/^Agreed on \d\d \w{3} \d{4}$/).waitFor();
    await takePicture(page, "consent-kept");
    await poll(async () =>
      expect(await page.getByRole("link", { name: /Privacy policy .*new tab/ }).count()).toBe(0),
    );

    await page.getByRole("button", { name: "Edit details" }).click();
    await page.getByLabel("Date of birth").fill(formatDayTyped(yearsAgo(9)));
    await button(page, "Preview").click();
    await guardianField(page).fill(guardian);
    await button(page, "Submit").click();
    await untilSent(traveller, page);
    expect(await consentsOf(traveller)).toMatchObject([{ kind: "GUARDIAN", guardianName: guardian }]);

    // The guardian's name is prefilled for the next child.
    await page.getByRole("link", { name: "Add Applicant" }).click();
    await fillPictures(page);
    await fillDetails(page, { ...child, "Passport number": "Z7654321" });
    await button(page, "Preview").click();
    await poll(async () => expect(await guardianField(page).inputValue()).toBe(guardian));
    await page.getByRole("button", { name: "Edit details" }).click();
    await page.getByLabel("Date of birth").fill(formatDayTyped(yearsAgo(40)));
    await button(page, "Preview").click();
    await page.getByText(consentText(consentVersion, "APPLICANT")).waitFor();
    await poll(async () => expect(await guardianField(page).count()).toBe(0));
  });
});

test("the case shows when consent was given, and flags consent that is missing or from the wrong person", async () => {
  const files = await makeSmallFiles();
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const consent = { textVersion: consentVersion, guardianName: guardian };
  await addApplicant(traveller, files, { dateOfBirth: yearsAgo(9), consent });
  await addApplicant(traveller, files);
  await toStory(traveller).paid();
  const { page } = await openCase(toCasePath(traveller));
  const section = page.getByRole("region", { name: "Consent" });
  await section
    .getByText(/^By the parent or guardian Meera Ramanathan, \d\d \w{3} \d{4}, \d\d:\d\d, to the text of/)
    .waitFor();
  await takePicture(page, "consent-case-desktop");
  await page.getByRole("tab", { name: /^2/ }).click();
  await section.getByText("No consent recorded (sent by API, or before consents were recorded)").waitFor();
  expect(await findViolations(page)).toEqual([]);

  await setBirth(traveller, yearsAgo(30));
  await page.setViewportSize(viewports.phone);
  await page.goto(toCasePath(traveller));
  await section.getByText("this applicant was 18 or older on that day").waitFor();
  await expectUsable(page);
  await takePicture(page, "consent-case-phone");
});
