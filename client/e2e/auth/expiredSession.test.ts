import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import * as documents from "../../../server/test/kit/documents";
import {
  newPhoneNumber,
  signedInTraveller,
  type Traveller,
} from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { enterAs } from "../kit/browser/enterAs";
import { openPageIn } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findViolations } from "../kit/page/findViolations";
import { ofOperation } from "../kit/page/holdRequests";
import { pathAfterLogin } from "../kit/page/pathAfterLogin";
import { fillToDetails } from "../kit/stories/draft";
import { waitForDraftWrite } from "../kit/stories/draftRecords";
import { timelyDay } from "../kit/stories/travelDate";
import { button, openWizard } from "../kit/stories/wizard";

/** A session that the server has ended, with one and with two open tabs. */

const fixture = provideFixture();
let traveller: Traveller;
let context: BrowserContext;
let page: Page;

beforeEach(async () => {
  traveller = await signedInTraveller(fixture.server).withRequest().withApplicant();
  ({ page, context } = await signedInPage(fixture.browser, traveller));
});
afterEach(() => context.close());

const dialog = (tab: Page) => tab.getByRole("dialog", { name: "Login or Signup" });
const asksForLogin = (tab: Page) => dialog(tab).getByText("Your session has ended.").waitFor();
const comments = (tab: Page) => tab.getByLabel("Comments");

async function logIn(tab: Page, phoneNumber: string): Promise<void> {
  await dialog(tab).getByLabel("Mobile number").fill(phoneNumber);
  await dialog(tab).getByRole("button", { name: "Send code" }).click();
  await dialog(tab).getByLabel("OTP").waitFor();
  await dialog(tab)
    .getByLabel("OTP")
    .fill(await fixture.server.readCode(phoneNumber));
  await dialog(tab).getByRole("button", { name: "Verify" }).click();
  await dialog(tab).waitFor({ state: "hidden" });
}

/** Ends the session on the server, and waits until the first tab asks for a login. */
async function endSession(): Promise<void> {
  await traveller.call(documents.logout);
  await page.goto("/visa/applications");
  await asksForLogin(page);
}

/** In a second tab, changes an existing applicant, which stores no draft, and ends the session. */
async function editInSecondTab(): Promise<Page> {
  const { page: second } = await openPageIn(context, fixture.server.url);
  const [applicant] = traveller.request.visaApplicants;
  await openWizard(second, traveller, `?applicant=${applicant.visaApplicantId}&step=details`);
  await comments(second).fill("A long comment");
  const address = second.url();
  await endSession();
  await asksForLogin(second);
  expect(second.url()).toBe(address);
  expect(await comments(second).inputValue()).toBe("A long comment");
  return second;
}

test("a page opened after the session has ended asks for a login, and then shows its content", async () => {
  await traveller.call(documents.logout);
  const { visaRequestId, visaName } = traveller.request;
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await asksForLogin(page);
  expect(await page.getByText("Application not found").count()).toBe(0);
  await logIn(page, traveller.phoneNumber);
  await page.getByRole("heading", { name: `Application for ${visaName}` }).waitFor();
});

test("a dismissed login opens again only for an action of the user, not for a poll or renewed URLs", async () => {
  await page.clock.install();
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  const cancel = button(page, "Cancel this application");
  await cancel.waitFor();
  await traveller.call(documents.logout);
  await page.clock.fastForward("00:10");
  await asksForLogin(page);
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/graphql") && asked.push(request.postData() ?? ""));
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  await page.clock.fastForward("00:10");
  await page.clock.fastForward("05:00");
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await cancel.click();
  await button(page, "Cancel the application").waitFor();
  expect(asked).toEqual([]);
  await button(page, "Cancel the application").click();
  await asksForLogin(page);
});

test("a dismissed login is not opened again to confirm a payment, which is confirmed after the login", async () => {
  const payer = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay()).withApplicant();
  const { visaRequestId } = payer.request;
  await enterAs(page, payer);
  await page.clock.install();
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await button(page, "Make Payment").click();
  const pay = page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" });
  await pay.waitFor();
  await payer.call(documents.logout);
  await pay.click();
  await asksForLogin(page);
  await page.keyboard.press("Escape");
  await dialog(page).waitFor({ state: "hidden" });
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/graphql") && asked.push(request.postData() ?? ""));
  await page.clock.fastForward("00:02");
  await page.clock.fastForward("00:05");
  await page.getByText("Payment is being confirmed").waitFor();
  expect(asked).toEqual([]);

  await button(page, "Log in").click();
  await logIn(page, payer.phoneNumber);
  await page.clock.fastForward("00:05");
  await page.waitForURL(`**/application/${visaRequestId}`);
});

test("the profile asks for a login, and then shows the account", async () => {
  await traveller.call(documents.logout);
  await page.goto("/profile");
  await asksForLogin(page);
  await logIn(page, traveller.phoneNumber);
  await poll(async () =>
    expect(await page.getByLabel("Mobile number").inputValue()).toBe(traveller.phoneNumber),
  );
});

test("a profile that fails to load after the login keeps the new session", async () => {
  await traveller.call(documents.logout);
  await page.goto("/profile");
  await asksForLogin(page);
  const isMe = ofOperation("query me");
  await page.route("**/graphql", (route) => (isMe(route.request()) ? route.abort() : route.fallback()));
  await logIn(page, traveller.phoneNumber);
  await button(page, "Retry").waitFor();
  expect(await page.evaluate(() => localStorage.getItem("userId"))).toBe(traveller.userId);
  await page.unroute("**/graphql");
  await button(page, "Retry").click();
  await page.getByLabel("Mobile number").waitFor();
});

test("the second tab keeps its page and input, and one login is enough for both tabs", async () => {
  const second = await editInSecondTab();
  await poll(async () => expect(await findViolations(second)).toEqual([]));
  await logIn(page, traveller.phoneNumber);
  await page.getByText("1 of 1", { exact: true }).waitFor();
  await dialog(second).waitFor({ state: "hidden" });
  await poll(async () => expect(await second.getByText("Your session has ended.").count()).toBe(0));
  expect(await comments(second).inputValue()).toBe("A long comment");
});

test("after a login as another user, the second tab no longer shows the application", async () => {
  const second = await editInSecondTab();
  await logIn(page, newPhoneNumber());
  await second.getByRole("heading", { name: "Application not found" }).waitFor();
  expect(await comments(second).count()).toBe(0);
  expect(await dialog(second).isVisible()).toBe(false);
});

test("a logout also clears the second tab, which only a login of the same user opens again", async () => {
  const second = await editInSecondTab();
  const address = second.url();
  const logOut = async () => {
    await page.goto("/logout");
    await page.getByRole("heading", { level: 1, name: "You have successfully logged out..." }).waitFor();
    await second.waitForURL("/");
  };
  await logOut();
  await poll(async () => expect(await dialog(second).isVisible()).toBe(false));
  await button(second, "Login or Signup").click();
  await logIn(second, traveller.phoneNumber);
  await second.waitForURL(address);
  await comments(second).waitFor();
  await logOut();
  await button(second, "Login or Signup").click();
  await logIn(second, newPhoneNumber());
  expect(await pathAfterLogin(second)).toBe("/");
});

test("text typed after the session ended is stored in the draft", async () => {
  const { page: second } = await openPageIn(context, fixture.server.url);
  await openWizard(second, traveller);
  await fillToDetails(second);
  await endSession();
  await asksForLogin(second);
  await second.keyboard.press("Escape");
  await dialog(second).waitFor({ state: "hidden" });
  const since = Date.now();
  await comments(second).fill("Typed afterwards");
  await waitForDraftWrite(second, since);

  await logIn(page, traveller.phoneNumber);
  await second.reload();
  await button(second, "Discard draft").waitFor();
  await poll(async () => expect(await comments(second).inputValue()).toBe("Typed afterwards"));
});
