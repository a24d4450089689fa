import type { Browser, Page } from "playwright-core";
import { signedInTraveller } from "../../../../server/test/kit/personas/traveller";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { readFixedPictures } from "../../../../server/test/passport/fixedPictures";
import { openPage } from "../browser/browser";
import { enterAs } from "../browser/enterAs";
import { button, choose, openWizard, pictures, type ChosenFile } from "./wizard";

/** The wizard's passport step, with generated passports. */

export const passports = { fair: readFixedPictures("fair"), bad: readFixedPictures("bad") };
export function passportPicture(quality: keyof typeof passports, index: number): ChosenFile {
  const { jpeg, file } = passports[quality][index]!;
  return { name: file, mimeType: "image/jpeg", buffer: jpeg };
}
export const passportNumber = ([, lower]: readonly [string, string]) => lower.slice(0, 9).replace(/<+$/, "");

export const passportNotice = (page: Page) => page.locator("[data-passport]");
export const untilPassport = (page: Page, state: string) =>
  page.locator(`[data-passport=${state}]`).waitFor();
export const valueOf = (page: Page, label: string) => page.getByLabel(label, { exact: true }).inputValue();

/** Opens the wizard's passport step on a phone. `prepare` runs before the page is loaded. */
export async function openPassportStep(
  { browser, server }: { browser: Browser; server: RunningServer },
  prepare?: (page: Page) => Promise<unknown>,
) {
  const traveller = await signedInTraveller(server).withRequest();
  const opened = await openPage(browser, server.url);
  const { page } = opened;
  await prepare?.(page);
  await enterAs(page, traveller);
  await openWizard(page, traveller);
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
  return opened;
}

export async function continueToDetails(page: Page): Promise<void> {
  await choose(page, "Passport back page", pictures.back);
  await page.getByRole("img", { name: "Passport back page" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Applicant details" }).waitFor();
}
