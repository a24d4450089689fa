import { expect, test } from "@jest/globals";
import { makeAppCode } from "../../../server/test/kit/personas/authenticator";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { newPhoneNumber, signIn } from "../../../server/test/kit/personas/traveller";
import { viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { isFocusLost } from "../kit/page/focusByName";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";

/** Staff set up an authenticator app, and confirm the next login with it, by keyboard only. */

const fixture = provideOwnFixture({ STAFF_SECOND_FACTOR: "totp" });

test("the app is set up once, and its code is requested at each login", async () => {
  const { server, browser } = fixture;
  const member = await signInStaff(server, newPhoneNumber());
  const first = await signedInPage(browser, member, viewports.desktop);
  let secret: string;
  let used: string;
  try {
    const { page } = first;
    await page.goto("/staff");
    await page.getByRole("button", { name: "Set up authenticator app" }).press("Enter");
    const code = page.getByLabel("Code of your authenticator app");
    await code.waitFor();
    secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent())!.replaceAll(" ", "");
    expect(await page.getByRole("link", { name: "Open it with the key" }).getAttribute("href")).toContain(
      secret,
    );
    expect(await code.evaluate((input) => input === document.activeElement)).toBe(true);
    await takePicture(page, "second-factor-set-up-desktop");
    expect(await findViolations(page)).toEqual([]);
    expect([await findSidewaysScroll(page), await findSmallTargets(page)]).toEqual([[], []]);
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
    const code = page.getByLabel("Code of your authenticator app");
    await code.fill(used);
    await page.keyboard.press("Enter");
    await page.getByText("This code is not correct").first().waitFor();
    expect(await code.getAttribute("aria-invalid")).toBe("true");
    await takePicture(page, "second-factor-refused-desktop");
    expect(await findViolations(page)).toEqual([]);
    await code.fill(makeAppCode(secret, 1));
    await page.keyboard.press("Enter");
    await page.getByRole("navigation", { name: "Staff console" }).waitFor();
    expect(await isFocusLost(page)).toBe(false);
  } finally {
    await next.context.close();
  }
});
