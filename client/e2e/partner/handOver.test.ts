import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import * as documents from "../../../server/test/kit/documents";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { TestPartner } from "../../../server/test/kit/personas/partner";
import { newPhoneNumber, signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { waitFor } from "../../../server/test/kit/waitFor";
import { openPage, travellerSizes, viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { takePicture } from "../kit/page/takePicture";
import { waitForCode } from "../kit/stories/waitForCode";
import { timelyDay } from "../kit/stories/travelDate";

/** A partner's program prepares an application and hands it over to its traveller. */

const fixture = provideFixture();
let context: BrowserContext | undefined;
afterEach(async () => {
  await context?.close();
});

async function prepare(mobile: string): Promise<{ program: Traveller; path: string }> {
  const program = await (await TestPartner.create(fixture.server, "Sea Tours")).programWith();
  const visaUrl = "vietnam-30-days-single-entry";
  const { visaId } = (await program.call(documents.visaId, { visaUrl })).data.visa;
  const input = { visaId, travelDate: timelyDay(), contact: { mobile } };
  program.request = await program.do(documents.createVisaRequest, input);
  await addApplicant(program, await makeSmallFiles());
  const { visaRequestId } = program.request;
  const { url } = await program.do(documents.createHandover, { visaRequestId });
  return { program, path: new URL(url).pathname };
}

const check = async (page: Page, picture: string) => {
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, picture);
};

test("the traveller takes over the application on a phone, and pays", async () => {
  const mobile = newPhoneNumber();
  const { program, path } = await prepare(mobile);
  const opened = await openPage(fixture.browser, fixture.server.url, viewports.phone);
  ({ context } = opened);
  const { page } = opened;
  await page.goto(path);
  await page.getByText(`that ends in ${mobile.slice(-2)}`).waitFor();
  await check(page, "handOver-phone");

  // Logs in with only the keyboard.
  await page.getByRole("button", { name: "Log in to open it" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Login or Signup" });
  await dialog.getByLabel("Mobile number").fill(mobile);
  await page.keyboard.press("Enter");
  const otp = dialog.getByRole("textbox", { name: "OTP" });
  await otp.waitFor();
  await otp.fill(await waitForCode(fixture.server, mobile));
  await page.keyboard.press("Enter");

  await page.waitForURL(`**/visaapplicants/${program.request.visaRequestId}`);
  await page.getByRole("button", { name: "Make Payment" }).click();
  const checkout = page.frameLocator("iframe");
  await checkout.getByRole("button", { name: "Pay (success)" }).click();
  await waitFor(
    "the application is paid",
    async () => (await program.readRequest()).paymentStatus === "PAID",
  );
  await page.getByText("Prepared by", { exact: true }).waitFor();

  await page.goto("/visa/applications");
  await page.getByText("Prepared by Sea Tours").waitFor();
  await check(page, "handOver-list-phone");
});

test("an application that is taken over while the traveller is leaving the page is not opened afterwards", async () => {
  const mobile = newPhoneNumber();
  const { program, path } = await prepare(mobile);
  const traveller = await signIn(fixture.server, mobile);
  const opened = await signedInPage(fixture.browser, traveller);
  ({ context } = opened);
  const { page } = opened;
  await page.goto(path);
  const isTaking = ofOperation("mutation takeHandover");
  const taking = await holdRequests(page, "**/graphql", isTaking);
  const taken = page.waitForResponse((response) => isTaking(response.request()));
  await page.getByRole("button", { name: "Open the application" }).click();
  await taking.isHeld;
  // Holds the next page's script until the application has been taken over.
  const script = await holdRequests(page, "**/assets/**");
  await page.getByRole("link", { name: "Contact", exact: true }).click();
  await script.isHeld;
  taking.letGo("continue");
  await (await taken).finished();
  const { visaRequestId } = program.request;
  expect((await traveller.call(documents.visaRequest, { visaRequestId })).data.visaRequest).not.toBeNull();
  script.letGo("continue");
  await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/contact");
});

describe.each(travellerSizes)("on a %s", (size, viewport) => {
  test("a link for another number is rejected and reveals nothing about the application", async () => {
    const { program, path } = await prepare(newPhoneNumber());
    const opened = await signedInPage(fixture.browser, await signIn(fixture.server), viewport);
    ({ context } = opened);
    const { page } = opened;
    await page.goto(path);
    await check(page, `handOver-signedIn-${size}`);
    await page.getByRole("button", { name: "Open the application" }).click();
    await page.getByRole("heading", { name: "This link cannot be used" }).waitFor();
    await check(page, `handOver-refused-${size}`);
    const refused = await page.locator("main").innerText();
    for (const secret of ["Sea Tours", "Vietnam", "Asha", program.request.visaReferenceNo])
      expect(refused).not.toContain(secret);
    await page.goto(`/take/${"x".repeat(43)}`);
    await page.getByRole("heading", { name: "This link cannot be used" }).waitFor();
    expect(await page.locator("main").innerText()).toBe(refused);
  });
});
