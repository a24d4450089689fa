import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page, Route } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { newPhoneNumber, signIn } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { TestServer } from "../../../server/test/kit/server/testServer";
import { openPage } from "../kit/browser/browser";
import { expectUsable } from "../kit/page/findViolations";
import { pressOn, typeInto } from "../kit/page/keyboard";

/** The login on a new device while many codes are being requested. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start({ SMS_PER_HOUR: "10" });
});
afterAll(() => server.dispose());

let context: BrowserContext | undefined;
let phoneNumber: string;
beforeEach(async () => {
  phoneNumber = newPhoneNumber();
  await editDatabase(server, "DELETE FROM login_code", []);
  // The first three codes do not require a device check.
  for (let sent = 0; sent < 3; sent++) await signIn(server);
});
afterEach(async () => {
  await context?.close();
});

async function open() {
  const opened = await openPage(globalThis.suiteBrowser, server.url);
  context = opened.context;
  await opened.page.goto("/about");
  return { ...opened, dialog: opened.page.getByRole("dialog", { name: "Login or Signup" }) };
}

/** Holds requests that contain a device check's solution, until the returned function is called. */
async function holdSolutions(page: Page): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isOpen = false;
  await page.route("**/graphql", async (route) => {
    const isSolution = route.request().postData()?.includes('"deviceSolution":"');
    if (isSolution && !isOpen) held.push(route);
    else await route.continue();
  });
  return async () => {
    isOpen = true;
    for (const route of held) await route.continue();
  };
}

describe("with only a keyboard at 360 px", () => {
  test("the device check is announced, and the login succeeds with the code", async () => {
    const { page, dialog, complaints } = await open();
    const letThrough = await holdSolutions(page);
    await pressOn(page, page.getByRole("button", { name: "Login or Signup" }));
    await typeInto(page, dialog.getByLabel("Mobile number"), phoneNumber);
    await page.keyboard.press("Enter");
    await dialog.getByRole("status").getByText("Checking your device…").waitFor();
    await expectUsable(page);
    await letThrough();
    await dialog.getByLabel("OTP").waitFor();
    expect(await dialog.getByText("Checking your device…").count()).toBe(0);
    await typeInto(page, dialog.getByLabel("OTP"), await server.readCode(phoneNumber));
    await page.keyboard.press("Enter");
    await page.getByRole("status").filter({ hasText: "You are logged in" }).waitFor();
    expect(complaints).toEqual([]);
  });

  test("a browser that cannot run the check shows what to do next", async () => {
    const { page, dialog } = await open();
    await page.evaluate(() => Object.defineProperty(crypto, "subtle", { value: undefined }));
    await pressOn(page, page.getByRole("button", { name: "Login or Signup" }));
    await typeInto(page, dialog.getByLabel("Mobile number"), phoneNumber);
    await page.keyboard.press("Enter");
    await dialog.getByRole("alert").getByText("Update it or use another one").waitFor();
    await poll(async () =>
      expect(await dialog.getByRole("button", { name: "Send code" }).isEnabled()).toBe(true),
    );
  });
});
