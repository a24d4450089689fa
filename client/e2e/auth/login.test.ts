import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { newPhoneNumber } from "../../../server/test/kit/personas/traveller";
import { codeFor } from "../../../server/test/kit/personas/codeFor";
import { readCodeSms } from "../../../server/test/kit/data/messages";
import { openPage, openPageIn, travellerSizes, viewports } from "../kit/browser/browser";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { loseResponse, ofOperation } from "../kit/page/holdRequests";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { waitForIdle } from "../kit/page/waitForIdle";

/** The login dialog: number, code, errors and focus. */

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

/** A request body as sent by Apollo. */
interface SentOperation {
  variables?: { input?: { phoneNumber?: string; userType?: string } };
}

async function open(viewport = viewports.phone) {
  const opened = await openPage(fixture.browser, fixture.server.url, viewport);
  context = opened.context;
  await opened.page.goto("/about");
  return { ...opened, dialog: opened.page.getByRole("dialog", { name: "Login or Signup" }) };
}

async function openDialog(viewport = viewports.phone) {
  const opened = await open(viewport);
  await opener(opened.page).click();
  await opened.dialog.waitFor();
  return opened;
}

describe.each(travellerSizes)("the login dialog on a %s", (name, viewport) => {
  test("opens over an inert page, and Escape and Close return the focus", async () => {
    const { page, dialog, complaints } = await open(viewport);
    await opener(page).click();
    await dialog.waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("login-phone"));
    await poll(async () => expect(await page.getByRole("link", { name: /home$/ }).count()).toBe(1));
    for (let presses = 0; presses < 8; presses++) {
      await page.keyboard.press("Tab");
      const isOutside = await page.evaluate(
        () => document.activeElement !== document.body && !document.activeElement?.closest("dialog"),
      );
      expect(isOutside).toBe(false);
    }
    await waitForIdle(page);
    const box = (await dialog.boundingBox())!;
    if (name === "phone") expect([box.x, box.width, box.y + box.height]).toEqual([0, 360, 740]);
    else expect(box.width).toBe(420);
    await expectUsable(page);

    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await poll(async () => expect(await hasFocus(opener(page))).toBe(true));
    await opener(page).click();
    await dialog.getByRole("button", { name: "Close" }).click();
    await dialog.waitFor({ state: "hidden" });
    await poll(async () => expect(await hasFocus(opener(page))).toBe(true));
    expect(complaints).toEqual([]);
  });

  test("reports missing input at both steps, and focuses the field", async () => {
    const { page, dialog } = await openDialog(viewport);
    await send(dialog);
    await refused(dialog, "Please enter the mandatory fields");
    await poll(async () =>
      expect(await dialog.getByLabel("Mobile number").getAttribute("aria-invalid")).toBe("true"),
    );
    await poll(async () => expect(await focusedId(page)).toBe("login-phone"));
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await dialog.getByLabel("Mobile number").fill("12345");
    await send(dialog);
    await refused(dialog, "Enter a mobile number, like 98765 43210");

    await dialog.getByLabel("Mobile number").fill(newPhoneNumber());
    await send(dialog);
    const otp = dialog.getByRole("textbox", { name: "OTP" });
    await otp.waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("login-otp"));
    await poll(async () => expect(await otp.getAttribute("autocomplete")).toBe("one-time-code"));
    await poll(async () => expect(await otp.getAttribute("inputmode")).toBe("numeric"));
    await poll(async () => expect(await otp.getAttribute("type")).toBe("text"));
    await verify(dialog);
    await refused(dialog, "Please enter the mandatory fields");
    await poll(async () => expect(await otp.getAttribute("aria-invalid")).toBe("true"));
    await poll(async () => expect(await focusedId(page)).toBe("login-otp"));
    await poll(async () => expect(await findViolations(page)).toEqual([]));
  });

  test("shows the server's message for a wrong code, stays open, and logs in with the right one", async () => {
    const phoneNumber = newPhoneNumber();
    const { page, dialog } = await openDialog(viewport);
    const userTypes: unknown[] = [];
    page.on("request", (request) => {
      const body = request.postDataJSON() as SentOperation | null;
      const input = body?.variables?.input;
      if (input?.phoneNumber) userTypes.push(input.userType);
    });
    await requestCode(dialog, phoneNumber);
    await dialog.getByText(`Code sent to ${phoneNumber}`).first().waitFor();
    await dialog.getByLabel("OTP").fill(wrong(await fixture.server.readCode(phoneNumber)));
    await verify(dialog);
    await refused(dialog, "This code is not correct. Check it, or ask for a new one");
    await poll(async () => expect(await dialog.isVisible()).toBe(true));

    await page.route("**/graphql", (route) => route.abort());
    await verify(dialog);
    await refused(dialog, "Network Error");
    await poll(async () =>
      expect(await dialog.getByRole("button", { name: "Verify" }).isEnabled()).toBe(true),
    );
    await page.unroute("**/graphql");

    await dialog.getByLabel("OTP").fill(await fixture.server.readCode(phoneNumber));
    await verify(dialog);
    await dialog.waitFor({ state: "hidden" });
    await page.getByRole("status").filter({ hasText: "You are logged in" }).waitFor();
    await poll(async () =>
      expect(await page.getByRole("link", { name: "MyAccount" }).getAttribute("href")).toBe("/profile"),
    );
    await poll(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("MAIN"));
    await poll(async () => expect(await page.evaluate(() => sessionStorage.getItem("loginStep"))).toBeNull());
    const stored = await page.evaluate(() => ({ ...localStorage }));
    expect(Object.keys(stored).sort()).toEqual(["deviceToken", "email", "mobile", "userId", "userToken"]);
    expect(stored).toMatchObject({ email: "", mobile: phoneNumber });
    expect(new Set(userTypes)).toEqual(new Set(["Customer"]));
  });
});

test("a correct code is not reported as wrong if the response to it was lost", async () => {
  const phoneNumber = newPhoneNumber();
  const { page, dialog } = await openDialog();
  await requestCode(dialog, phoneNumber);
  const code = await fixture.server.readCode(phoneNumber);
  await dialog.getByLabel("OTP").fill(code);
  await loseResponse(page, ofOperation("mutation verifyOtp"));
  await verify(dialog);
  await refused(dialog, "Network Error");
  await verify(dialog);
  await refused(dialog, "Your last try may have used up this code. Ask for a new one");
  await dialog.getByLabel("OTP").fill(wrong(code));
  await verify(dialog);
  await refused(dialog, "This code is not correct. Check it, or ask for a new one");
});

test("a login in another tab closes the dialog, however it was opened", async () => {
  const { dialog } = await openDialog();
  const asked = await openPageIn(context!, fixture.server.url);
  await asked.page.goto("/about?login=1");
  const askedDialog = asked.page.getByRole("dialog", { name: "Login or Signup" });
  await askedDialog.waitFor();
  const { page } = await openPageIn(context!, fixture.server.url);
  await page.goto("/about");
  await opener(page).click();
  const phoneNumber = newPhoneNumber();
  const ownDialog = page.getByRole("dialog", { name: "Login or Signup" });
  await requestCode(ownDialog, phoneNumber);
  await ownDialog.getByLabel("OTP").fill(await fixture.server.readCode(phoneNumber));
  await verify(ownDialog);
  for (const one of [ownDialog, dialog, askedDialog]) await one.waitFor({ state: "hidden" });
});

describe("the login dialog on a phone", () => {
  test("limits a number to 13 characters, and normalises a pasted number", async () => {
    const { page, dialog } = await openDialog();
    const phone = dialog.getByLabel("Mobile number");
    await phone.pressSequentially("12345678901234");
    await poll(async () => expect(await phone.inputValue()).toBe("1234567890123"));
    for (const written of ["९८७६५ ४३२१०", "＋９１ ９８７６５ ４３２１０"]) {
      await phone.fill("");
      await phone.pressSequentially(written);
      await poll(async () => expect(await phone.inputValue()).toMatch(/^(\+91)?9876543210$/));
    }
    for (const written of [
      "+91 98765 43210",
      "+91-98765-43210 x",
      "0091 98765 43210",
      "+91 (0)98765 43210",
    ]) {
      await phone.fill("");
      await phone.pressSequentially(written);
      await poll(async () => expect(await phone.inputValue()).toBe("+919876543210"));
      await phone.fill("");
      await phone.fill(written);
      await poll(async () => expect(await phone.inputValue()).toBe("+919876543210"));
    }
    await phone.fill("9876");
    await phone.press("ArrowLeft");
    await phone.pressSequentially("a b5");
    await poll(async () => expect(await phone.inputValue()).toBe("98756"));
    await context!.grantPermissions(["clipboard-read", "clipboard-write"]);
    for (const written of ["+91 98765 43210", "098765-43210", "91 98765 43210"]) {
      await page.evaluate((text) => navigator.clipboard.writeText(text), written);
      await phone.fill("");
      await phone.press("Control+v");
      await poll(async () => expect(await phone.inputValue()).toBe("+919876543210"));
    }
  });

  test("does not send a second code to the same number after Change, but sends one to another number", async () => {
    const [phoneNumber, another] = [newPhoneNumber(), newPhoneNumber()];
    const codesOf = (number: string) => readCodeSms({ server: fixture.server, phoneNumber: number });
    const { page, dialog } = await openDialog();
    await requestCode(dialog, phoneNumber);
    await dialog.getByText(`Code sent to ${phoneNumber}`).last().waitFor();
    const change = dialog.getByRole("button", { name: "Change mobile number" });
    await change.click();
    await poll(async () => expect(await dialog.getByLabel("Mobile number").inputValue()).toBe(phoneNumber));
    await poll(async () => expect(await focusedId(page)).toBe("login-phone"));
    await send(dialog);
    await dialog.getByLabel("OTP").waitFor();
    await dialog.getByRole("button", { name: /^Resend code in/ }).waitFor();
    expect(await codesOf(phoneNumber)).toHaveLength(1);

    await change.click();
    await requestCode(dialog, another);
    await dialog.getByText(`Code sent to ${another}`).last().waitFor();
    expect(await codesOf(another)).toHaveLength(1);
    await dialog.getByLabel("OTP").fill(await fixture.server.readCode(another));
    await verify(dialog);
    await poll(async () => expect(await dialog.isVisible()).toBe(false));
  });

  test("shows how long to wait after too many codes", async () => {
    const phoneNumber = newPhoneNumber();
    for (let sent = 0; sent < 3; sent++) await codeFor(fixture.server, phoneNumber);
    const { dialog } = await openDialog();
    await dialog.getByLabel("Mobile number").fill(phoneNumber);
    await send(dialog);
    await refused(dialog, /^Too many attempts\. Please try again in 1[45] minutes\.$/);
    await poll(async () =>
      expect(await dialog.getByRole("button", { name: "Send code" }).isEnabled()).toBe(true),
    );
  });

  test("sends nothing while offline, and shows the reason", async () => {
    const { dialog } = await openDialog();
    await dialog.getByLabel("Mobile number").fill(newPhoneNumber());
    await context!.setOffline(true);
    await send(dialog);
    await refused(dialog, "You are offline. Nothing was sent. Try again once you are back online.");
    await context!.setOffline(false);
    await send(dialog);
    await dialog.getByLabel("OTP").fill("123456");
    await context!.setOffline(true);
    await verify(dialog);
    await refused(dialog, "You are offline. Nothing was sent. Try again once you are back online.");
  });

  test("stays above a phone's keyboard", async () => {
    const { page, dialog } = await openDialog();
    await dialog.evaluate((it) => Promise.all(it.getAnimations().map(({ finished }) => finished)));
    // Headless browsers have no on-screen keyboard, so this simulates its effect on the visual viewport.
    await page.evaluate(() => {
      Object.defineProperty(window.visualViewport, "height", { value: window.innerHeight - 300 });
      window.visualViewport!.dispatchEvent(new Event("resize"));
    });
    await waitForIdle(page);
    const { y, height } = (await dialog.boundingBox())!;
    expect(y + height).toBe(740 - 300);
    expect(y).toBeGreaterThanOrEqual(0);
  });
});

const opener = (page: Page) => page.getByRole("button", { name: "Login or Signup" });
const send = (dialog: Locator) => dialog.getByRole("button", { name: "Send code" }).click();
const verify = (dialog: Locator) => dialog.getByRole("button", { name: "Verify" }).click();
const refused = (dialog: Locator, text: string | RegExp) =>
  dialog.getByRole("alert").getByText(text, { exact: true }).waitFor();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);
const hasFocus = (control: Locator) => control.evaluate((element) => element === document.activeElement);
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

async function requestCode(dialog: Locator, phoneNumber: string): Promise<void> {
  await dialog.getByLabel("Mobile number").fill(phoneNumber);
  await send(dialog);
  await dialog.getByLabel("OTP").waitFor();
}
