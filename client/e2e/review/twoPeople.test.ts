import { timelyDay } from "../kit/stories/travelDate";
import { beforeAll, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { viewports } from "../kit/browser/browser";
import { waitForSms } from "../kit/stories/outbox";
import { fillApproval } from "../kit/stories/staffCase";
import { fileInput, upload } from "../kit/page/pictures";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { choose, pictures } from "../kit/stories/wizard";

/** From payment to visa with two people: a traveller with a phone, and a staff member at a desktop. */

const fixture = provideFixture();
const visa = makePdf({ pages: 1, text: "E-VISA Socialist Republic of Viet Nam" });
let traveller: Traveller;
let staff: Traveller;

beforeAll(async () => {
  traveller = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay()).withApplicant();
  staff = await signInStaff(fixture.server);
});

const button = (place: Page | Locator, name: string) => place.getByRole("button", { name, exact: true });
const heading = (page: Page, name: string | RegExp) =>
  page.getByRole("heading", { level: 1, name }).waitFor();

test("the traveller pays, makes corrections, and receives exactly the visa that staff uploaded", async () => {
  const { visaRequestId, visaReferenceNo: reference, visaApplicants } = traveller.request;
  const [{ passportNumber }] = visaApplicants;
  const { page: mine, complaints, context } = await signedInPage(fixture.browser, traveller);
  const desk = await signedInPage(fixture.browser, staff, viewports.desktop);
  const theirs = desk.page;

  await mine.clock.install();
  await pay(mine, visaRequestId);
  await heading(mine, /^Congratulations, Application successfully submitted\. Reference No : VP-/);

  await openCase(theirs, reference);
  await button(theirs, "Assign to me").click();
  await button(theirs, "Release").waitFor();
  await button(theirs, "Start review").click();
  await button(theirs, "Approve").waitFor();
  await refuseFront(theirs);
  // The traveller's page stays open throughout, and polls every ten seconds.
  await mine.clock.fastForward("00:10");
  await heading(mine, "Action needed: please make corrections");
  const told = await waitForSms(fixture.server, traveller.phoneNumber, "action-required");
  expect(told).toMatch(new RegExp(`passport front page.* for ${reference}`, "i"));

  await sendSharperFront(mine);
  await heading(mine, "Your application is in review");
  const sent = await traveller.readRequest();
  expect(sent).toMatchObject({ visaRequestStatus: "PROCESSING", totalPrice: traveller.request.totalPrice });
  expect(sent.visaApplicants[0]).toMatchObject({ passportNumber, passportFrontType: "image/jpeg" });

  await approve(theirs, passportNumber);
  await mine.clock.fastForward("00:10");
  await heading(mine, "Your visa is ready");
  // The message is sent only ten minutes later, so the test checks that staff see when.
  await theirs
    .getByText(/^Approved, and shown on the traveller’s page\. SMS and e-mail go out at \d\d:\d\d\.$/)
    .waitFor();
  const view = mine.getByRole("link", { name: /^VIEW VISA/ });
  const asked = context.waitForEvent("request", (request) => request.url().includes("/files/"));
  await view.click();
  const downloaded = await context.request.get((await asked).url());
  expect(downloaded.headers()["content-type"]).toBe("application/pdf");
  expect(Buffer.from(await downloaded.body()).equals(visa)).toBe(true);

  expect(complaints).toEqual([]);
  expect(desk.complaints).toEqual([]);
  await context.close();
  await desk.context.close();
});

async function pay(page: Page, visaRequestId: string): Promise<void> {
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await button(page, "Make Payment").click();
  await button(page.frameLocator("iframe").locator("body"), "Pay (success)").click();
  await page.waitForURL(`**/application/${visaRequestId}`);
}

/** Opens the case from the queue. */
async function openCase(page: Page, reference: string): Promise<void> {
  await page.goto("/staff");
  await page.getByRole("link", { name: new RegExp(reference) }).click();
  await heading(page, reference);
}

async function refuseFront(page: Page): Promise<void> {
  await page
    .getByRole("region", { name: /^Documents of / })
    .getByRole("button", { name: /^Passport front page/ })
    .click();
  await page.getByRole("img", { name: "Passport front page of Asha Rao" }).waitFor();
  await button(page, "Not acceptable").click();
  await page.getByLabel("Reason").selectOption({ label: "Blurred" });
  await page.getByLabel(/^Message to the traveller/).fill("Please lay the passport flat.");
  await button(page, "Not acceptable").click();
  await page.getByText("Not acceptable: Blurred").waitFor();
  await button(page, "Ask for corrections").click();
  await button(page.getByRole("dialog"), "Send to the traveller").click();
  await page.getByRole("heading", { name: "Waiting for the traveller" }).waitFor();
}

/** Checks that only the front page can be replaced, with nothing to pay, and replaces it. */
async function sendSharperFront(page: Page): Promise<void> {
  const form = page.getByRole("form");
  await form.getByText("Please lay the passport flat.").waitFor();
  await poll(async () =>
    expect(await form.locator("input:not([type=file], [type=checkbox]), select, textarea").count()).toBe(0),
  );
  await poll(async () => expect(await page.getByRole("button", { name: "Make Payment" }).count()).toBe(0));
  await choose(page, "New passport front page", pictures.front);
  await form.getByText(/front\.jpg/).waitFor();
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
}

/** Approves after a first attempt with a wrong passport number, which is rejected. */
async function approve(page: Page, passportNumber: string): Promise<void> {
  // Loads the traveller's corrections.
  await page.reload();
  await button(page, "Approve").click();
  const dialog = page.getByRole("dialog");
  await fileInput(page, "Visa").setInputFiles(upload("visa.pdf", visa));
  await dialog.getByText("visa.pdf").first().waitFor();
  await fillApproval(dialog, "Z0000000", "RAO ASHA", "The originals were seen");
  await button(dialog, "Approve").click();
  await dialog.locator("#approve-passport[aria-invalid=true]").waitFor();
  await poll(async () => expect(await dialog.locator("#approve-name[aria-invalid=true]").count()).toBe(0));
  expect((await traveller.readRequest()).visaRequestStatus).toBe("PROCESSING");
  await dialog.getByLabel("Passport number on the visa").fill(passportNumber);
  await button(dialog, "Approve").click();
  await page.getByText("Nothing is left to decide.").waitFor();
}
