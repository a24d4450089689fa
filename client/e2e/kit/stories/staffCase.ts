import { afterEach, beforeAll } from "@jest/globals";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { signInStaff } from "../../../../server/test/kit/personas/staff";
import type { Traveller, VisaApplicant } from "../../../../server/test/kit/personas/traveller";
import * as documents from "../../../../server/test/kit/documents";
import { makePdf } from "../../../../server/test/kit/files/makePdf";
import { pdf } from "../../../../server/test/kit/personas/applicantFiles";
import { attempt, must } from "../../../../server/test/kit/stories/review";
import { viewports } from "../browser/browser";
import { signedInPage } from "../browser/signedInPage";
import { provideFixture } from "../browser/fixture";
import { fileInput, upload } from "../page/pictures";
import { takePicture } from "../page/takePicture";

interface Whose {
  who?: Traveller;
  viewport?: (typeof viewports)[keyof typeof viewports];
}

/** Provides a staff member who opens cases in the suite's browser; pages are closed after each test. */
export function provideStaffConsole() {
  const fixture = provideFixture();
  let staff: Traveller;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    staff = await signInStaff(fixture.server);
  });
  afterEach(async () => {
    await context?.close();
  });
  /** Opens a page logged in as staff, or as `who`. */
  const openPage = async ({ who = staff, viewport = viewports.desktop }: Whose = {}) => {
    const opened = await signedInPage(fixture.browser, who, viewport);
    context = opened.context;
    return opened;
  };
  const openCase = async (path: string, whose?: Whose) => {
    const opened = await openPage(whose);
    await opened.page.goto(path);
    return opened;
  };
  return { fixture, openPage, openCase };
}

export const toCasePath = (traveller: Traveller) => `/staff/case/${traveller.request.visaRequestId}`;

export const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
/** Returns the view of the enlarged document. */
export const paperView = (page: Page) => page.locator("[data-scale]");

/** Returns the text of the focused element; "" if it is the body. */
export const focusedText = (page: Page) =>
  page.evaluate(() => {
    const focused = document.activeElement;
    return focused === document.body ? "" : (focused?.textContent ?? "");
  });

/** Takes the case and starts its review, with the page's buttons. */
export async function startReview(page: Page): Promise<void> {
  await button(page, "Assign to me").click();
  await button(page, "Release").waitFor();
  await button(page, "Start review").click();
  await page.getByText("Assigned to you.", { exact: true }).waitFor();
}

/** Opens the approval dialog of the shown applicant. */
export async function openApproval(page: Page): Promise<Locator> {
  await button(page, "Approve").click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Passport number on the visa").waitFor();
  return dialog;
}

/** Chooses the visa file in the approval dialog. */
export async function chooseVisa(dialog: Locator, name: string, visa: Buffer): Promise<void> {
  await fileInput(dialog.page(), "Visa").setInputFiles(upload(name, visa));
  await dialog.getByText(name).first().waitFor();
}

/** Types the visa's data and, if given, the reason for approving despite open items. */
export async function fillApproval(
  dialog: Locator,
  passportNumber: string,
  name: string,
  reason?: string,
): Promise<void> {
  await dialog.getByLabel("Passport number on the visa").fill(passportNumber);
  await dialog.getByLabel("Full name on the visa").fill(name);
  if (reason) await dialog.getByLabel(/^Why approve/).fill(reason);
}

/** Adds a required document as the traveller, during the review. */
export const addFlights = (
  traveller: Traveller,
  { visaApplicantId }: Pick<VisaApplicant, "visaApplicantId">,
): Promise<void> =>
  must(
    "Adding a document",
    attempt(
      traveller,
      documents.addVisaApplicantDocument,
      { visaApplicantId, documentName: checkpoints },
      { "input.documentFiles.0": pdf(makePdf({ text: "flights" }), "flights.pdf") },
    ),
  );
const checkpoints = "Entry and exit checkpoint, for example Noi Bai, Tan Son Nhat or Da Nang airport";

export const snap = (page: Page, name: string, fullPage = true) =>
  takePicture(page, `staffCase-${name}`, fullPage);
