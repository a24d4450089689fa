import { afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { makePhoneJpeg } from "../../../server/test/kit/files/makeImage";
import { signedInTraveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { readFixedPictures } from "../../../server/test/passport/fixedPictures";
import { openPage, viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { provideFixture } from "../kit/browser/fixture";
import { upload } from "../kit/page/pictures";
import { button, choose, pictures, openWizard } from "../kit/stories/wizard";

/** The wizard loads its workers in advance, so that it works offline, unless the browser asks to save data. */

const fixture = provideFixture();
let context: BrowserContext;
afterEach(() => context.close());

test("a passport page can be read and checked offline, and the draft is restored online", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const opened = await openPage(fixture.browser, fixture.server.url, viewports.phone, {
    serviceWorkers: "allow",
  });
  ({ context } = opened);
  const { page } = opened;
  await enterAs(page, traveller);
  const lastLoaded = page.waitForResponse(/faceModel/);
  await openWizard(page, traveller);
  await lastLoaded;
  await page.waitForLoadState("networkidle");

  await context.setOffline(true);
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  const { jpeg, file, lines } = readFixedPictures("fair")[13]!;
  await choose(page, "Passport front page", { name: file, mimeType: "image/jpeg", buffer: jpeg });
  await page.locator("[data-passport=read]").waitFor();
  await choose(page, "Passport back page", pictures.back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
  const number = page.getByLabel("Passport number", { exact: true });
  expect(await number.inputValue()).toBe(lines[1].slice(0, 9));
  await page.getByText("Read from your passport. Please check.").first().waitFor();
  // Typed values are checked offline, too.
  await page.getByLabel("Passport issue date").fill("15-01-2050");
  await button(page, "Preview").click();
  await page
    .getByRole("alert")
    .filter({ hasText: /issue date/i })
    .first()
    .waitFor();
  await page
    .getByText(/^Saved on this device/)
    .first()
    .waitFor();

  await context.setOffline(false);
  await page.reload();
  await page.getByRole("tablist", { name: "Application steps" }).waitFor();
  await poll(async () => expect(await number.inputValue()).toBe(lines[1].slice(0, 9)));
});

test("with Save-Data, workers are loaded with the first file that needs them", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const opened = await openPage(fixture.browser, fixture.server.url, viewports.phone);
  ({ context } = opened);
  const { page } = opened;
  await saveData(page);
  const loaded: string[] = [];
  page.on("request", (request) => {
    const [name] = /(?:picture|passport|photo)\.worker|(?:passport|face)Model/.exec(request.url()) ?? [];
    if (name) loaded.push(name);
  });
  await enterAs(page, traveller);
  await openWizard(page, traveller);
  await page.waitForTimeout(2_500);
  expect(loaded).toEqual([]);
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await poll(async () => expect(loaded).toEqual(expect.arrayContaining(["photo.worker", "faceModel"])));
  expect(loaded).not.toContain("passport.worker");
});

test("a photo is not reported as damaged if the worker cannot be loaded, and is accepted at the next attempt", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const opened = await openPage(fixture.browser, fixture.server.url, viewports.phone);
  ({ context } = opened);
  const { page } = opened;
  await saveData(page);
  await enterAs(page, traveller);
  await openWizard(page, traveller);
  // This photo has to be fitted, which requires the worker.
  const photo = upload("me.jpg", await makePhoneJpeg({ width: 1200, height: 1600 }));

  // Blocks the files instead of going offline, because the browser's cache could contain the worker.
  await page.route("**/assets/**", (route) => route.abort());
  await choose(page, "Passport-size photo", photo);
  await page
    .locator("#applicant-profileFile-error")
    .getByText("We could not prepare this file. Check your connection and try again.")
    .waitFor();
  expect(await page.getByText(/damaged/).count()).toBe(0);

  await page.unroute("**/assets/**");
  await choose(page, "Passport-size photo", photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
});

const saveData = (page: Page) =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, "connection", { value: { saveData: true } });
  });
