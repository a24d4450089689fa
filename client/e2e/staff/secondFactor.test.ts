import { expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { makeAppCode } from "../../../server/test/kit/personas/authenticator";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { newPhoneNumber, signedInTraveller, signIn } from "../../../server/test/kit/personas/traveller";
import { viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import * as documents from "../../../server/test/kit/documents";
import { poll } from "../../../server/test/kit/poll";
import { isFocusLost } from "../kit/page/focusByName";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, startReview, toCasePath } from "../kit/stories/staffCase";
import { waitForCode } from "../kit/stories/waitForCode";

/** Staff set up an authenticator app, and confirm each later login with it. */

const fixture = provideOwnFixture({ STAFF_SECOND_FACTOR: "totp" });

const codeField = (page: Page) => page.getByLabel("Code of your authenticator app");

/** Starts the setup of the authenticator app on the open page, and returns the secret. */
async function beginSetUp(page: Page): Promise<string> {
  await button(page, "Set up authenticator app").press("Enter");
  await codeField(page).waitFor();
  const secret = await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent();
  return secret!.replaceAll(" ", "");
}

async function giveCode(page: Page, code: string): Promise<void> {
  await codeField(page).fill(code);
  await page.keyboard.press("Enter");
  await page.getByRole("navigation", { name: "Staff console" }).waitFor();
}

test("the app is set up once, and its code is requested at each login", async () => {
  const { server, browser } = fixture;
  const member = await signInStaff(server, newPhoneNumber());
  const first = await signedInPage(browser, member, viewports.desktop);
  let secret: string;
  let used: string;
  try {
    const { page } = first;
    await page.goto("/staff");
    secret = await beginSetUp(page);
    expect(await page.getByRole("link", { name: "Open it with the key" }).getAttribute("href")).toContain(
      secret,
    );
    expect(await codeField(page).evaluate((input) => input === document.activeElement)).toBe(true);
    await takePicture(page, "second-factor-set-up-desktop");
    await expectUsable(page);
    await page.keyboard.press("Enter");
    await page.getByText("Enter the six digits that the app shows").waitFor();
    used = makeAppCode(secret);
    await page.keyboard.type(used);
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Staff console" }).waitFor();
  } finally {
    await first.context.close();
  }

  const next = await signedInPage(browser, await signIn(server, member.phoneNumber), viewports.desktop);
  try {
    const { page } = next;
    await page.goto("/staff");
    const code = codeField(page);
    await code.fill(used);
    await page.keyboard.press("Enter");
    await page.getByText("This code is not correct").first().waitFor();
    expect(await code.getAttribute("aria-invalid")).toBe("true");
    await takePicture(page, "second-factor-refused-desktop");
    expect(await findViolations(page)).toEqual([]);
    await giveCode(page, makeAppCode(secret, 1));
    expect(await isFocusLost(page)).toBe(false);
  } finally {
    await next.context.close();
  }
});

test("after a session has ended, both codes are requested again, and the entered text is kept", async () => {
  const { server, browser } = fixture;
  const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
  const member = await signInStaff(server, newPhoneNumber());
  const { page, context } = await signedInPage(browser, member, viewports.desktop);
  try {
    await page.goto(toCasePath(traveller));
    const secret = await beginSetUp(page);
    await giveCode(page, makeAppCode(secret));
    await startReview(page);
    await button(page, "Ask for corrections").click();
    const asking = page.getByRole("dialog", { name: /^Ask .* for corrections/ });
    await asking.getByLabel("Add a document or a field").selectOption({ label: "A missing document" });
    await button(asking, "Add").click();
    const missing = asking.getByLabel(/^Which document, and why/);
    await missing.fill("The bank statement of three months");
    const before = await server.readCode(member.phoneNumber);
    await member.call(documents.logout);
    await button(asking, "Send to the traveller").click();
    const login = page.getByRole("dialog", { name: "Login or Signup" });
    await login.getByLabel("Mobile number").fill(member.phoneNumber);
    await button(login, "Send code").click();
    await login.getByLabel("OTP").fill(await waitForCode(server, member.phoneNumber, before));
    await button(login, "Verify").click();

    // The page is inert until the code is entered, and Escape does not change that.
    const confirming = page.getByRole("dialog", { name: "Confirm that it is you" });
    const code = codeField(page);
    const isFocused = (field: Locator) => field.evaluate((one) => one === document.activeElement);
    await poll(async () => expect(await isFocused(code)).toBe(true));
    for (let times = 0; times < 3; times++) await page.keyboard.press("Escape");
    // Simulates older browsers, which close the dialog at the second Escape.
    await confirming.evaluate((dialog: HTMLDialogElement) => dialog.close());
    await page.locator("dialog:modal").filter({ has: code }).waitFor();
    await missing.focus();
    expect(await isFocused(missing)).toBe(false);
    expect(await button(confirming, "Close").count()).toBe(0);
    await confirming.getByRole("link", { name: "Log out" }).waitFor();
    await takePicture(page, "second-factor-again-desktop", false);
    await expectUsable(page);

    await giveCode(page, makeAppCode(secret, 1));
    await confirming.waitFor({ state: "detached" });
    await poll(async () => expect(await isFocusLost(page)).toBe(false));
    await poll(async () => expect(await missing.inputValue()).toBe("The bank statement of three months"));
    await button(asking, "Send to the traveller").click();
    await page.getByRole("heading", { name: "Waiting for the traveller" }).waitFor();
    expect(await page.getByText("SECOND_FACTOR_REQUIRED").count()).toBe(0);
  } finally {
    await context.close();
  }
});
