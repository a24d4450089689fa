import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { signedInTraveller, signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { enterAs } from "../kit/browser/enterAs";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { fillToDetails, restoredNotice } from "../kit/stories/draft";
import { changeDrafts, draftNames, findInClear, storeUnreadable } from "../kit/stories/draftRecords";
import { button, openWizard } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** Logging out asks whether to keep the drafts on the device. */

const { fixture, enterWizard } = provideWizard();
let traveller: Traveller;
let page: Page;

beforeEach(async () => {
  ({ traveller, page } = await enterWizard());
  await fillToDetails(page);
});

const question = () => page.getByRole("dialog", { name: "Keep your draft?" });
const answer = (name: string) => question().getByRole("button", { name }).click();
const loggedOut = () =>
  page.getByRole("heading", { level: 1, name: "You have successfully logged out..." }).waitFor();
/** Leaves the form first, because the form has no menu to log out from. */
async function logOutByMenu(): Promise<void> {
  await page.getByRole("link", { name: "Save and exit" }).click();
  await page.getByRole("link", { name: "Logout" }).click();
}
const isLoggedIn = () => page.evaluate(() => localStorage.getItem("userId") !== null);
const storedItems = () => page.evaluate(() => [localStorage.length, sessionStorage.length]);

describe("logging out with a draft", () => {
  test("keeps the draft and the session if the traveller cancels", async () => {
    await page.getByLabel("Comments").fill("Typed last");
    await logOutByMenu();
    await question()
      .getByText(/cannot be brought back/)
      .waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await takePicture(page, "logout-draft-360");
    await page.keyboard.press("Escape");
    await question().waitFor({ state: "hidden" });
    await openWizard(page, traveller);
    await restoredNotice(page).waitFor();
    await poll(async () => expect(await page.getByLabel("Comments").inputValue()).toBe("Typed last"));
    expect(await isLoggedIn()).toBe(true);
  });

  test("can keep the draft, which only the same account can restore", async () => {
    await logOutByMenu();
    await answer("Keep it and log out");
    await loggedOut();
    await page.getByText(/^Your draft is kept on this device, encrypted, until/).waitFor();
    await poll(async () => expect(await storedItems()).toEqual([0, 0]));
    expect(await draftNames(page)).toHaveLength(4);
    expect(await findInClear(page, ["Z1234567", "Asha", "First trip abroad", "JFIF"])).toEqual([]);

    await page.reload();
    await loggedOut();
    await button(page, "Delete the draft").waitFor();
    await takePicture(page, "logout-kept-360");
    expect(await draftNames(page)).toHaveLength(4);
    // Logs in again, because the logout ended the session on the server.
    await enterAs(page, await signIn(fixture.server, traveller.phoneNumber));
    await openWizard(page, traveller);
    await restoredNotice(page).waitFor();

    await logOutByMenu();
    await answer("Keep it and log out");
    await loggedOut();
    const someoneElse = await signedInTraveller(fixture.server).withRequest();
    await enterAs(page, someoneElse);
    await openWizard(page, someoneElse);
    await poll(async () => expect(await draftNames(page)).toEqual([]));
    expect(await restoredNotice(page).count()).toBe(0);
  });

  test("counts each form once, and says until when all drafts are kept", async () => {
    const { userId, request } = traveller;
    const question = page.getByRole("dialog");
    await storeUnreadable(page, `draft:${userId}:${request.visaRequestId}_travellers`);
    await page.goto("/logout");
    await question.getByText("A form that you have not sent is on this device").waitFor();

    const day = 24 * 60 * 60 * 1000;
    const savedAt = Date.now() - 3 * day;
    await changeDrafts(page, { savedAt });
    await storeUnreadable(page, `draft:${userId}:another-application_travellers`);
    await page.goto("/logout");
    await question.getByText("2 forms that you have not sent are on this device").waitFor();
    await button(page, "Keep them and log out").click();
    const until = await page.evaluate((time) => new Date(time).getDate(), savedAt + 7 * day);
    await page
      .getByText(
        `Your drafts are kept on this device, encrypted, the oldest until ${String(until).padStart(2, "0")} `,
      )
      .waitFor();
    await button(page, "Delete the drafts").waitFor();
  });

  test("offers to delete a kept draft afterwards", async () => {
    await logOutByMenu();
    await answer("Keep it and log out");
    await loggedOut();
    await button(page, "Delete the draft").click();
    await page.getByText("None of your data is kept on this device.").waitFor();
    await poll(async () => expect(await findInClear(page, ["draft:", "CryptoKey"])).toEqual([]));
    await poll(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("H1"));
  });

  test("asks the same question at /logout, and reports the logout only after the answer", async () => {
    await page.addInitScript(() => {
      const seen: string[] = [];
      Object.assign(window, { seen });
      new MutationObserver(() => seen.push(document.body?.textContent ?? "")).observe(document, {
        childList: true,
        subtree: true,
        characterData: true,
      });
    });
    await page.goto("/logout");
    await question().waitFor();
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen.join("\n"));
    expect(seen).not.toContain("successfully logged out");
    expect(await isLoggedIn()).toBe(true);
    await answer("Delete it and log out");
    await loggedOut();
    await page.getByText("None of your data is kept on this device.").waitFor();
    await poll(async () => expect(await findInClear(page, ["draft:", "CryptoKey"])).toEqual([]));
    await poll(async () => expect(await storedItems()).toEqual([0, 0]));
  });
});

test.each(["Logout", "Sign out everywhere"])(
  "%s ends the session even if the browser's storage does not answer",
  async (name) => {
    await page.addInitScript(() => {
      IDBFactory.prototype.open = () => new EventTarget() as IDBOpenDBRequest;
    });
    await page.goto("/profile");
    await page.getByText(name, { exact: true }).click();
    await loggedOut();
    expect(await isLoggedIn()).toBe(false);
    await page.getByText(/^We could not check this device for drafts/).waitFor();
    await button(page, "Delete the drafts").click();
    await page
      .getByRole("alert")
      .getByText(/^We could not delete the drafts/)
      .waitFor();
  },
);

test("signing out everywhere asks whether to keep the draft", async () => {
  await page.goto("/profile");
  const signOut = button(page, "Sign out everywhere");
  await signOut.click();
  await answer("Stay logged in");
  await question().waitFor({ state: "hidden" });
  expect(await isLoggedIn()).toBe(true);
  await signOut.click();
  await answer("Keep it and log out");
  await loggedOut();
  expect(await question().count()).toBe(0);
  expect(await draftNames(page)).toHaveLength(4);
  await poll(async () => expect(await storedItems()).toEqual([0, 0]));
});
