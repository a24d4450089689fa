import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import * as documents from "../../../server/test/kit/documents";
import { readCodeSms } from "../../../server/test/kit/data/messages";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import {
  newPhoneNumber,
  signedInTraveller,
  signIn,
  type Traveller,
} from "../../../server/test/kit/personas/traveller";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { openPage, travellerSizes, viewports } from "../kit/browser/browser";
import { findMisfits, styleAs, wideSpacing } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { pathAfterLogin } from "../kit/page/pathAfterLogin";
import { takePicture } from "../kit/page/takePicture";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** The profile, the login that account pages require, sessions, and logging out. */

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(async () => {
  await context?.close();
});

test("a narrow phone with wide text spacing shows the whole header of a user who is logged in", async () => {
  const opened = await signedInPage(fixture.browser, await signIn(fixture.server), {
    width: 320,
    height: 640,
  });
  ({ context } = opened);
  const { page } = opened;
  await page.goto("/about");
  await page.getByRole("link", { name: "MyAccount" }).waitFor();
  const header = await page.getByRole("banner").boundingBox();
  expect(header!.height).toBeLessThan(60);
  await styleAs(page, wideSpacing);
  expect(await findMisfits(page)).toEqual([]);
});

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  const open = async (who: Traveller) => {
    const opened = await signedInPage(fixture.browser, who, viewport);
    context = opened.context;
    await opened.page.goto("/profile");
    await opened.page.getByLabel("Name").waitFor();
    return opened;
  };

  test("the profile reports missing input, and saves valid input", async () => {
    const asha = await signIn(fixture.server);
    await asha.do(documents.updateProfile, { name: "Asha", email: `${asha.phoneNumber.slice(3)}@gmail.com` });
    const { page, complaints } = await open(asha);
    await poll(async () => expect(await page.getByLabel(/^Email/).inputValue()).toBe(""));
    await poll(async () =>
      expect(await page.getByLabel("Mobile number").inputValue()).toBe(asha.phoneNumber),
    );
    await page.getByLabel("Mobile number").press("End");
    await page.getByLabel("Mobile number").press("9");
    await poll(async () =>
      expect(await page.getByLabel("Mobile number").inputValue()).toBe(asha.phoneNumber),
    );
    await page.getByLabel("Name").fill(" ");
    await save(page);
    await page.getByRole("alert").getByText("check mandatory fields", { exact: true }).waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("profile-name"));
    await poll(async () => expect(await page.getByLabel("Name").getAttribute("aria-invalid")).toBe("true"));
    await poll(async () => expect(await page.title()).toMatch(/^Error: Profile/));
    await poll(async () => expect(await findViolations(page)).toEqual([]));

    await page.getByLabel("Name").fill("Asha Rao");
    await page.getByLabel(/^Email/).fill("asha@nowhere");
    await save(page);
    await page.getByRole("alert").getByText("Enter an e-mail address like name@example.com").waitFor();
    await page.getByLabel(/^Email/).fill("asha@example.com");
    await save(page);
    const toast = page.getByRole("status").filter({ hasText: "Profile Updated" });
    await toast.waitFor();
    await poll(async () => expect(await isFree(page)).toBe(true));
    expect((await asha.call(documents.me)).data.me).toMatchObject({
      name: "Asha Rao",
      email: "asha@example.com",
    });
    expect(complaints).toEqual([]);
  });

  test("a placeholder e-mail address, which is shown as blank, survives saving", async () => {
    const asha = await signIn(fixture.server);
    const email = `${asha.phoneNumber.slice(3)}@gmail.com`;
    await asha.do(documents.updateProfile, { name: "Asha", email });
    const { page } = await open(asha);
    await page.getByLabel("Name").fill("Asha Rao");
    await save(page);
    await page.getByText("Profile Updated").waitFor();
    expect((await asha.call(documents.me)).data.me).toMatchObject({ name: "Asha Rao", email });
  });

  test("a new number is saved once both codes have been entered", async () => {
    const asha = await signIn(fixture.server);
    await asha.do(documents.updateProfile, { name: "Asha" });
    const number = newPhoneNumber();
    const { page, complaints } = await open(asha);
    const [present, next] = [
      page.getByLabel(`Code sent to your current number ${asha.phoneNumber}`),
      page.getByLabel(`Code sent to your new number ${number}`),
    ];
    const codeOf = (phoneNumber: string) => fixture.server.readCode(phoneNumber);
    await page.getByLabel("Name").fill("Asha Rao");
    await save(page);
    const saved = page.getByRole("status").filter({ hasText: "Profile Updated" });
    await saved.waitFor();
    await page.getByLabel("Mobile number").fill(number);
    await save(page);
    await next.waitFor();
    // Closes the toast, because it would cover the code fields.
    expect(await saved.count()).toBe(0);
    const { server } = fixture;
    for (const phoneNumber of [asha.phoneNumber, number]) {
      const codes = await readCodeSms({ server, phoneNumber });
      expect(codes.at(-1)?.text).toContain("code for changing a mobile number");
    }
    await poll(async () => expect(await focusedId(page)).toBe("profile-presentOtp"));
    const resend = page.getByRole("button", { name: /^Resend code in/ });
    await poll(async () => expect(await resend.count()).toBe(2));
    for (const button of await resend.all()) expect(await button.isDisabled()).toBe(true);
    await page.getByText(`Is ${asha.phoneNumber} lost? Write to help@`).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await takePicture(page, `number-${page.viewportSize()!.width}`);
    await present.fill(await codeOf(asha.phoneNumber));
    await next.fill("abc");
    await save(page);
    await page.getByRole("alert").getByText("This code is not correct").waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("profile-otp"));
    expect((await asha.call(documents.me)).data.me.phoneNumber).toBe(asha.phoneNumber);

    await page.getByRole("button", { name: `Keep ${asha.phoneNumber}` }).click();
    await poll(async () => expect(await next.count()).toBe(0));
    await poll(async () =>
      expect(await page.getByLabel("Mobile number").inputValue()).toBe(asha.phoneNumber),
    );
    await page.getByLabel("Mobile number").fill(number);
    await save(page);
    await next.waitFor();
    await present.fill(await codeOf(asha.phoneNumber));
    await next.fill(await codeOf(number));
    await save(page);
    await page.getByText("Profile Updated").waitFor();
    expect((await asha.call(documents.me)).data.me.phoneNumber).toBe(number);
    await poll(async () => expect(await page.evaluate(() => localStorage.getItem("mobile"))).toBe(number));

    await page.getByLabel("Mobile number").fill(newPhoneNumber());
    await save(page);
    const codes = page.getByLabel(/^Code sent to your/);
    await codes.first().waitFor();
    expect(await codes.evaluateAll((all) => all.map((code) => (code as HTMLInputElement).value))).toEqual([
      "",
      "",
    ]);
    expect(complaints).toEqual([]);
  });

  test("a failed save is reported, both while offline and after a network error", async () => {
    const asha = await signIn(fixture.server);
    const { page } = await open(asha);
    await page.getByLabel("Name").fill("Asha");
    await context!.setOffline(true);
    await save(page);
    await page.getByRole("alert").getByText("You are offline. Nothing was sent.").waitFor();
    await context!.setOffline(false);
    await page.route("**/graphql", (route) => route.abort());
    await save(page);
    await page.getByRole("alert").getByText("Network Error").waitFor();
    await poll(async () => expect(await page.getByRole("button", { name: "Save" }).isEnabled()).toBe(true));
    await page.unroute("**/graphql");
    await save(page);
    await page.getByText("Profile Updated").waitFor();
  });

  test("without a login, the account pages render nothing and redirect home; a login then opens the page", async () => {
    const { page, context: own, complaints } = await openPage(fixture.browser, fixture.server.url, viewport);
    context = own;
    await page.addInitScript(() => {
      const painted: string[] = [];
      Object.assign(window, { painted });
      new MutationObserver(() => painted.push(document.querySelector("main")?.textContent ?? "")).observe(
        document,
        { childList: true, subtree: true, characterData: true },
      );
    });
    const anyId = "6c0f0f3e-0000-4000-8000-000000000000";
    for (const path of [
      `/application/${anyId}`,
      `/visaapplicants/${anyId}`,
      "/visa/applications",
      "/profile",
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { name: /^Search and Secure/ }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/");
      const painted = await page.evaluate(() =>
        (window as unknown as { painted: string[] }).painted.join("\n"),
      );
      expect(painted).not.toMatch(/All applications|Application for|Mobile number|Congratulations/);
    }

    await page.getByRole("dialog").getByText("Please log in to see that page.").waitFor();
    await logIn(page, newPhoneNumber());
    await page.waitForURL("**/profile");
    expect(complaints).toEqual([]);
  });

  test("logging out clears the browser's storage; Back shows no personal data, and only the same user returns", async () => {
    const asha = await signIn(fixture.server);
    await asha.do(documents.updateProfile, { name: "Asha of the profile" });
    const { page, complaints } = await open(asha);
    const menu = page.getByRole("navigation", { name: "Account" });
    await poll(async () =>
      expect(await menu.getByRole("link").allInnerTexts()).toEqual([
        "Search",
        "All applications",
        "Profile",
        "Logout",
      ]),
    );
    await poll(async () =>
      expect(await menu.getByRole("link", { name: "Profile" }).getAttribute("aria-current")).toBe("page"),
    );
    const ways = await menu.getByRole("link").evaluateAll((all) => all.map((it) => it.getAttribute("href")));
    expect(ways).toEqual(["/", "/visa/applications", "/profile", "/logout"]);
    await page.evaluate(() => sessionStorage.setItem("something", "of mine"));
    await save(page);
    await page.getByText("Profile Updated").waitFor();
    await menu.getByRole("link", { name: "Logout" }).click();
    await page.getByRole("heading", { level: 1, name: "You have successfully logged out..." }).waitFor();
    await poll(async () =>
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]),
    );
    expect(await page.getByText("Profile Updated").count()).toBe(0);
    await page.getByRole("button", { name: "Login or Signup" }).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.goBack();
    await page.getByRole("heading", { name: /^Search and Secure/ }).waitFor();
    await page.getByText("You are logged out. Log in to see that page.").waitFor();
    expect(await page.content()).not.toContain("Asha of the profile");
    expect((await asha.call(documents.me)).data.me).toBeNull();
    await page.getByRole("button", { name: "Login or Signup" }).click();
    await logIn(page, asha.phoneNumber);
    await page.waitForURL("**/profile");

    await menu.getByRole("link", { name: "Logout" }).click();
    await page.getByRole("heading", { level: 1, name: "You have successfully logged out..." }).waitFor();
    await page.goBack();
    await page.getByText("You are logged out. Log in to see that page.").waitFor();
    await page.getByRole("button", { name: "Login or Signup" }).click();
    await logIn(page, newPhoneNumber());
    expect(await pathAfterLogin(page)).toBe("/");
    expect(complaints).toEqual([]);
  });

  test("applications from before a long pause stay locked until an applicant's details are entered", async () => {
    const asha = await signedInTraveller(fixture.server)
      .withRequest()
      .withApplicant({ dateOfBirth: "1988-02-29" });
    const longAgo = new Date(Date.now() - 91 * 24 * 60 * 60 * 1000).toISOString();
    await editDatabase(fixture.server, `UPDATE user_account SET "lastSeenAt" = ? WHERE "userId" = ?`, [
      longAgo,
      asha.userId,
    ]);
    const { page, complaints } = await open(await signIn(fixture.server, asha.phoneNumber));
    await page.goto("/visa/applications");
    await page.getByText("No Applications").waitFor();
    const box = page.getByRole("region", { name: "Earlier account" });
    const openThem = box.getByRole("button", { name: "Open earlier applications" });
    await openThem.click();
    await box.getByText("Enter a date of birth or a passport number").waitFor();
    await box.getByLabel("Date of birth").fill("28-02-1988");
    await openThem.click();
    await box.getByText("4 attempts left").waitFor();
    await poll(async () => expect(await focusedId(page)).toBe("older-dateOfBirth"));
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await takePicture(page, `earlier-${page.viewportSize()!.width}`);
    await box.getByLabel("Date of birth").fill("29-02-1988");
    await openThem.click();
    await page.getByText("1 of 1").waitFor();
    expect(await box.count()).toBe(0);
    expect(await page.evaluate(() => localStorage.getItem("userId"))).toBe(asha.userId);
    expect(complaints).toEqual([]);
  });

  test("the account's sessions are listed, and one can be ended without ending the others", async () => {
    const asha = await signIn(fixture.server);
    const elsewhere = await signIn(fixture.server, asha.phoneNumber);
    const { page, complaints } = await open(asha);
    const devices = page.getByRole("region", { name: "Your devices" }).getByRole("listitem");
    await poll(async () => expect(await devices.count()).toBe(2));
    await devices.filter({ hasText: "this device" }).waitFor();
    const other = devices.filter({ hasNotText: "this device" });
    await other.getByText(/Logged in \d\d \w+ \d{4}, \d\d:\d\d, last used/).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await takePicture(page, `devices-${page.viewportSize()!.width}`);
    await other.getByRole("button", { name: "Log out Unknown device" }).click();
    await page.getByText("Unknown device is logged out").waitFor();
    await poll(async () => expect(await devices.count()).toBe(1));
    expect((await elsewhere.call(documents.me)).data.me).toBeNull();
    expect((await asha.call(documents.me)).data.me).not.toBeNull();
    expect(complaints).toEqual([]);
  });

  test("signing out everywhere can be retried after a failure, ends every session, and clears the browser's storage", async () => {
    const asha = await signIn(fixture.server);
    const elsewhere = await signIn(fixture.server, asha.phoneNumber);
    const { page, complaints } = await open(asha);
    const button = page.getByRole("button", { name: "Sign out everywhere" });
    await page.route("**/graphql", (route) => route.abort());
    await button.click();
    await page.getByRole("alert").getByText("Network Error").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.unroute("**/graphql");
    complaints.length = 0;
    await button.click();
    await page.getByRole("heading", { level: 1, name: "You have successfully logged out..." }).waitFor();
    await poll(async () =>
      expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]),
    );
    for (const session of [asha, elsewhere]) expect((await session.call(documents.me)).data.me).toBeNull();
    expect(complaints).toEqual([]);
  });
});

async function logIn(page: Page, phoneNumber: string): Promise<void> {
  await page.getByLabel("Mobile number").fill(phoneNumber);
  await page.getByRole("button", { name: "Send code" }).click();
  await page.getByLabel("OTP").waitFor();
  await page.getByLabel("OTP").fill(await fixture.server.readCode(phoneNumber));
  await page.getByRole("button", { name: "Verify" }).click();
}

const save = (page: Page) => page.getByRole("button", { name: "Save" }).click();
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id);

/** True if the toast does not cover a button of the page. */
const isFree = (page: Page) =>
  page.evaluate(() => {
    const toast = [...document.querySelectorAll("[aria-label='Close message']")]
      .map((button) => button.parentElement!.getBoundingClientRect())
      .at(0)!;
    return [...document.querySelectorAll("main button")].every((button) => {
      const box = button.getBoundingClientRect();
      return box.bottom <= toast.top || box.top >= toast.bottom || box.right <= toast.left;
    });
  });

test("staff have a link to the staff console in MyAccount, and travellers do not", async () => {
  for (const [who, count] of [
    [await signInStaff(fixture.server), 1],
    [await signIn(fixture.server), 0],
  ] as const) {
    const { page, context: own } = await signedInPage(fixture.browser, who, viewports.phone);
    await page.goto("/");
    await page.getByRole("link", { name: "MyAccount" }).click();
    await page.getByLabel("Mobile number").waitFor();
    const way = page.getByRole("link", { name: "Staff console" });
    expect(await way.count()).toBe(count);
    if (count) {
      await way.click();
      await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
      await page.getByRole("contentinfo").waitFor({ state: "hidden" });
    }
    await own.close();
  }
});

test("a page that fails to load sets its title and focuses its heading", async () => {
  const staff = await signInStaff(fixture.server);
  const { page, context: own } = await signedInPage(fixture.browser, staff, viewports.phone);
  await page.goto("/about");
  await page.route("**/graphql", (route) => route.fulfill({ status: 503, body: "" }));
  await page.getByRole("link", { name: "MyAccount" }).click();
  await page.getByRole("button", { name: "Retry" }).first().waitFor();
  await poll(async () => expect(await page.title()).toMatch(/^Error: Profile \| /));
  const isFocused = (name: string) =>
    page.getByRole("heading", { level: 1, name }).evaluate((heading) => heading === document.activeElement);
  await poll(async () => expect(await isFocused("Profile")).toBe(true));

  for (const [path, heading, title] of [
    ["/visa/applications", "All applications", "Error: All applications | "],
    ["/partners", "Partners", "Error: Partners | "],
    ["/staff", "We could not load the staff console", "Error: We could not load the staff console | "],
  ] as const) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: heading }).waitFor();
    await poll(async () => expect(await page.title()).toContain(title));
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await takePicture(page, `failed${path.replace("/", "-")}`);
  }
  await own.close();
});
