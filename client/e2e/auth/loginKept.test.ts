import { applyFor } from "../kit/stories/travelDate";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { newPhoneNumber, signIn } from "../../../server/test/kit/personas/traveller";
import { openPage } from "../kit/browser/browser";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { pathAfterLogin } from "../kit/page/pathAfterLogin";

/** The login has to survive a reload, because a phone may discard the page while the traveller reads the SMS. */

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

describe("on a phone", () => {
  const open = async (path = "/about") => {
    const opened = await openPage(fixture.browser, fixture.server.url);
    context = opened.context;
    await opened.page.goto(path);
    return { ...opened, dialog: opened.page.getByRole("dialog", { name: "Login or Signup" }) };
  };

  test("the login resumes at the code step after a reload, without storing the code", async () => {
    const phoneNumber = newPhoneNumber();
    const { page, dialog, complaints } = await open();
    await opener(page).click();
    await requestCode(dialog, phoneNumber);
    const code = await fixture.server.readCode(phoneNumber);
    await dialog.getByLabel("OTP").fill(code.slice(0, 3));
    await dialog.getByRole("button", { name: /^Resend code in \d+ s$/ }).waitFor();
    const before = await secondsLeft(dialog);
    await page.reload();
    await dialog.getByText(`Code sent to ${phoneNumber}`).first().waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("login-otp"));
    await poll(async () => expect(await dialog.getByLabel("OTP").inputValue()).toBe(""));
    const after = await secondsLeft(dialog);
    expect(after).toBeLessThanOrEqual(before);
    expect(after).toBeGreaterThan(0);
    const kept = await page.evaluate(() => sessionStorage.getItem("loginStep") ?? "{}");
    expect(Object.keys(JSON.parse(kept) as object)).toEqual([
      "phoneNumber",
      "handle",
      "sentAt",
      "resendAt",
      "isOpen",
    ]);

    await dialog.getByRole("button", { name: "Close" }).click();
    await page.reload();
    await opener(page).waitFor();
    await poll(async () => expect(await dialog.isVisible()).toBe(false));
    await opener(page).click();
    await dialog.getByLabel("OTP").fill(code);
    await verify(dialog);
    await page.getByRole("link", { name: "MyAccount" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("the login announces the countdown only at 30, 10 and 0 seconds, and forgets the code step after five minutes", async () => {
    const phoneNumber = newPhoneNumber();
    const { page, dialog } = await open();
    await page.clock.install();
    await opener(page).click();
    await requestCode(dialog, phoneNumber);
    await dialog.getByLabel("OTP").waitFor();
    await page.evaluate(() => {
      const spoken: string[] = [];
      Object.assign(window, { spoken });
      const regions = document.querySelectorAll("dialog [role=status]");
      const region = regions[regions.length - 1]!;
      spoken.push(region.textContent);
      new MutationObserver(() => spoken.push(region.textContent)).observe(region, {
        childList: true,
        characterData: true,
        subtree: true,
      });
    });
    for (let second = 0; second < 31; second++) await page.clock.runFor(1000);
    await dialog.getByRole("button", { name: "Resend code", exact: true }).waitFor();
    const spoken = await page.evaluate(() => (window as unknown as { spoken: string[] }).spoken);
    expect([...new Set(spoken)]).toEqual([
      "Another code in 30 seconds",
      "Another code in 10 seconds",
      "You can ask for another code now",
    ]);
    expect(spoken.length).toBeLessThanOrEqual(4);

    // After the third code, the button shows a wait of 15 minutes.
    const again = dialog.getByRole("button", { name: "Resend code", exact: true });
    await again.click();
    await dialog.getByRole("button", { name: /^Resend code in \d+ s$/ }).waitFor();
    for (let second = 0; second < 31; second++) await page.clock.runFor(1000);
    await again.click();
    await dialog.getByRole("button", { name: "Resend code in 15 min" }).waitFor();
    await dialog.getByText("Another code in 15 minutes").waitFor({ state: "attached" });

    await dialog.getByRole("button", { name: "Close" }).click();
    await page.clock.runFor(5 * 60_000);
    await opener(page).click();
    await dialog.getByLabel("Mobile number").waitFor();
    await poll(async () => expect(await dialog.getByLabel("OTP").count()).toBe(0));
  });

  test("Apply Now sends nothing before the login, and continues afterwards", async () => {
    const { page, dialog, complaints } = await open("/visa/vietnam-30-days-single-entry");
    const created: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("createVisaRequest")) created.push(request.url());
    });
    await applyFor(page);
    await dialog.waitFor();
    await poll(async () =>
      expect(await page.evaluate(() => document.activeElement?.closest("dialog") !== null)).toBe(true),
    );
    expect(created).toEqual([]);
    const phoneNumber = newPhoneNumber();
    await requestCode(dialog, phoneNumber);
    await dialog.getByLabel("OTP").waitFor();
    await page.reload();
    await dialog.getByLabel("OTP").fill(await fixture.server.readCode(phoneNumber));
    await verify(dialog);
    await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
    expect(created).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("a page that requires a login is not opened by a login after the dialog was closed", async () => {
    const { page, dialog } = await open("/visa/applications");
    await dialog.getByRole("button", { name: "Close" }).click();
    await opener(page).click();
    await logIn(dialog);
    expect(await pathAfterLogin(page)).toBe("/");
  });

  test("a page that requires a login is not opened by a login on another page", async () => {
    const { page, dialog } = await open("/visa/applications");
    await dialog.waitFor();
    await page.goto("/about");
    await opener(page).click();
    await logIn(dialog);
    expect(await pathAfterLogin(page)).toBe("/about");
  });

  test("a URL with ?login=1 opens the dialog, and closing the dialog removes the parameter", async () => {
    const { page, dialog } = await open("/about?login=1");
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await page.waitForURL((url) => url.pathname === "/about" && url.search === "");
  });

  test("Login reloads the page once after a deployment, and opens the dialog", async () => {
    const { page, dialog } = await open();
    const readLoads = await removeScripts(page);
    await opener(page).click();
    await dialog.getByLabel("Mobile number").waitFor();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.waitForURL((url) => url.pathname === "/about" && url.search === "");
    expect(readLoads()).toBe(1);
  });

  test("Apply Now reloads the page once after a deployment, and opens the wizard", async () => {
    const opened = await signedInPage(fixture.browser, await signIn(fixture.server));
    ({ context } = opened);
    const { page } = opened;
    await page.goto("/visa/vietnam-30-days-single-entry");
    const readLoads = await removeScripts(page);
    await applyFor(page);
    await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
    expect(readLoads()).toBe(1);
  });

  test("a login dialog that cannot be loaded even after a reload is reported", async () => {
    const { page } = await open();
    const readLoads = countLoads(page);
    await page.route("**/assets/LoginDialog*", (route) => route.fulfill({ status: 404 }));
    await opener(page).click();
    await page.getByRole("alert").getByText("Network Error").waitFor();
    expect(readLoads()).toBe(1);
  });

  test("the code from the SMS is filled in if the browser supports it", async () => {
    const opened = await openPage(fixture.browser, fixture.server.url);
    context = opened.context;
    const { page } = opened;
    // Desktop browsers receive no SMS, so this simulates WebOTP on Android.
    await page.addInitScript(() => {
      Object.assign(window, { OTPCredential: class {} });
      navigator.credentials.get = async (request) => {
        const { otp } = request as { otp?: { transport: string[] } };
        return (otp?.transport[0] === "sms" ? { code: "246810" } : null) as Credential | null;
      };
    });
    await page.goto("/about");
    await opener(page).click();
    const dialog = page.getByRole("dialog", { name: "Login or Signup" });
    await requestCode(dialog, newPhoneNumber());
    await page.waitForFunction(
      () => document.querySelector<HTMLInputElement>("#login-otp")?.value === "246810",
    );
  });
});

const opener = (page: Page) => page.getByRole("button", { name: "Login or Signup" });
const verify = (dialog: Locator) => dialog.getByRole("button", { name: "Verify" }).click();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

async function requestCode(dialog: Locator, phoneNumber: string): Promise<void> {
  await dialog.getByLabel("Mobile number").fill(phoneNumber);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("OTP").waitFor();
}

async function logIn(dialog: Locator): Promise<void> {
  const phoneNumber = newPhoneNumber();
  await requestCode(dialog, phoneNumber);
  await dialog.getByLabel("OTP").fill(await fixture.server.readCode(phoneNumber));
  await verify(dialog);
}

async function secondsLeft(dialog: Locator): Promise<number> {
  const words = await dialog.getByRole("button", { name: /^Resend code in/ }).innerText();
  return Number(/\d+/.exec(words)?.[0]);
}

/**
 * Removes this version's scripts until the page is loaded again, as a deployment does. Returns a function that
 * returns the number of page loads since then.
 */
async function removeScripts(page: Page): Promise<() => number> {
  const readLoads = countLoads(page);
  await page.route("**/assets/**", (route) =>
    readLoads() > 0 ? route.fallback() : route.fulfill({ status: 404 }),
  );
  return readLoads;
}

function countLoads(page: Page): () => number {
  let loads = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  return () => loads;
}
