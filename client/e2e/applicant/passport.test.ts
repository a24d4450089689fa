import { afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import {
  continueToDetails,
  openPassportStep,
  passportNotice,
  passportNumber,
  passportPicture,
  passports,
  untilPassport,
  valueOf,
} from "../kit/stories/passportStep";
import { answerQuestions, button, choose, fillDetails, pictures, person, tab } from "../kit/stories/wizard";

/** The passport picture fills in the form at 360 px; `sweeps/passportPictures` tests other kinds of pictures. */

const mark = "Read from your passport. Please check.";
const fixture = provideFixture();
let context: BrowserContext;
let page: Page;
let complaints: string[];

afterEach(() => context.close());

const enter = async () => {
  ({ page, context, complaints } = await openPassportStep(fixture));
};

test("the passport picture fills in and marks eight fields without being uploaded", async () => {
  await enter();
  const sent: string[] = [];
  page.on("request", (request) => request.method() === "POST" && sent.push(request.url()));
  await choose(page, "Passport front page", passportPicture("fair", 1));
  await untilPassport(page, "read");
  await poll(async () =>
    expect(await passportNotice(page).innerText()).toBe(
      "Your details were read from the passport. Please check them on the next step.",
    ),
  );
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-read");
  expect(sent.filter((url) => !url.includes("/vitals"))).toEqual([]);

  await continueToDetails(page);
  await poll(async () => expect(await page.getByText(mark).count()).toBe(8));
  expect(await valueOf(page, "Passport number")).toBe(passportNumber(passports.fair[1]!.lines));
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-details");
  expect(complaints).toEqual([]);
});

test("a typed value that differs from the passport's is kept, and can be replaced", async () => {
  await enter();
  await choose(page, "Passport front page", pictures.front);
  await untilPassport(page, "problem");
  await continueToDetails(page);
  await fillDetails(page);
  await tab(page, "Passport").click();
  await page
    .getByRole("button", { name: /Remove/ })
    .first()
    .click();
  await choose(page, "Passport front page", passportPicture("fair", 1));
  await untilPassport(page, "read");
  await tab(page, "Details").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  expect(await valueOf(page, "Passport number")).toBe(person["Passport number"]);
  const number = passportNumber(passports.fair[1]!.lines);
  await page.getByText(`The passport says ${number}.`).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await takePicture(page, "passport-difference");
  await button(page, `Use ${number}`).click();
  await poll(async () => expect(await valueOf(page, "Passport number")).toBe(number));
  await poll(async () => expect(await page.getByText(`The passport says ${number}.`).count()).toBe(0));
});

test("choosing another passport removes all values read from the first one", async () => {
  await enter();
  const chooseInstead = async (file: ReturnType<typeof passportPicture>, state: string) => {
    await choose(page, "Passport front page", file);
    // The page shows the previous picture's state until the new picture has been prepared.
    await untilPassport(page, "reading");
    await untilPassport(page, state);
  };
  await choose(page, "Passport front page", passportPicture("fair", 1));
  await untilPassport(page, "read");
  // The names in this passport are unreadable because of glare.
  const glare = passports.bad.findIndex(({ faults }) => faults.includes("glare"));
  await chooseInstead(passportPicture("bad", glare), "read");
  await continueToDetails(page);
  expect(await valueOf(page, "Passport number")).toBe(passportNumber(passports.bad[glare]!.lines));
  expect(await valueOf(page, "First name")).toBe("");
  expect(await valueOf(page, "Last name")).toBe("");

  await page.getByLabel("First name").fill("Asha");
  await tab(page, "Passport").click();
  await chooseInstead(pictures.front, "problem");
  await tab(page, "Details").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  expect(await valueOf(page, "Passport number")).toBe("");
  expect(await valueOf(page, "Date of birth")).toBe("");
  expect(await valueOf(page, "First name")).toBe("Asha");
});

test("the preview shows values that were read from the passport", async () => {
  await enter();
  await choose(page, "Passport front page", passportPicture("fair", 1));
  await untilPassport(page, "read");
  await continueToDetails(page);
  await page.getByLabel("Passport issue date").fill("15-01-2020");
  await answerQuestions(page);
  await button(page, "Preview").click();
  await page.getByText(passportNumber(passports.fair[1]!.lines), { exact: true }).first().waitFor();
});
