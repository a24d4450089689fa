import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { openPage } from "../kit/browser/browser";
import { waitFor } from "../../../server/test/kit/waitFor";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { holdApp } from "../kit/browser/holdApp";

/** Favourites are stored on the device, without a request. */

const fixture = provideFixture();

let page: Page;
let context: BrowserContext;
let complaints: string[];

beforeEach(async () => {
  ({ page, context, complaints } = await openPage(fixture.browser, fixture.server.url));
});
afterEach(() => context.close());

const hearts = (where = page) => where.getByRole("button", { name: /^Save .+ to favourites$/ });
const heart = (visa: string, where = page) =>
  where.getByRole("button", { name: `Save ${visa}, Bahrain to favourites` });
const cards = () =>
  page.getByRole("listitem").filter({ has: page.getByRole("link", { name: /^View Details/ }) });
const isPressed =
  (visa: string, where = page) =>
  async () =>
    (await heart(visa, where).getAttribute("aria-pressed")) === "true";
const tourist = "14 Days Tourist Visa";
const long = "30 Days Multiple Entry Tourist Visa";
const business = "1 Year Business Visa";
const names = async () => {
  const shown = await cards().allInnerTexts();
  return shown.map((text) => [tourist, long, business].find((name) => text.includes(name)));
};
const untilNothingIsKept = () =>
  waitFor("the placeholders show", async () => (await page.getByText("Nothing saved yet").count()) === 3);
const keepAll = async () => {
  await page.goto("/visas/bahrain");
  for (const name of [tourist, long, business]) await heart(name).click();
};

test("the confirmation after saving does not cover a price or button", async () => {
  for (const path of ["/visas/bahrain", "/visa/bahrain-14-days-tourist-visa-single-entry"]) {
    await page.goto(path);
    await hearts().first().waitFor();
    for (const scrolled of [0, 150, 300, 450]) {
      await page.evaluate((top) => window.scrollTo(0, top), scrolled);
      // Clicks through the DOM, because Playwright's click would scroll to the heart.
      await hearts()
        .first()
        .evaluate((one: HTMLElement) => one.click());
      await page.getByRole("button", { name: "Close message" }).waitFor();
      await poll(async () => expect(await underToast(page)).toEqual([]));
      await page.getByRole("button", { name: "Close message" }).click();
      await hearts()
        .first()
        .evaluate((one: HTMLElement) => one.click());
    }
  }
  expect(complaints).toEqual([]);
});

test("each tap before hydration is replayed once", async () => {
  const letAppCome = await holdApp(page);
  await page.goto("/visas/bahrain", { waitUntil: "domcontentloaded" });
  for (const name of [tourist, long, tourist]) await heart(name).click();
  letAppCome();
  await waitFor("the first visa is saved", isPressed(tourist));
  await waitFor("the second visa is saved", isPressed(long));
  expect(await isPressed(business)()).toBe(false);
});

test("while no visa is saved, the page has placeholder cards and a link to the search", async () => {
  await page.goto("/fav");
  await page.getByRole("heading", { level: 1, name: "Favourites" }).waitFor();
  await untilNothingIsKept();
  await poll(async () =>
    expect(await page.getByRole("link", { name: "Search for visas" }).getAttribute("href")).toBe("/"),
  );
  await page.evaluate(() => localStorage.setItem("favourites", "{ not a list"));
  await page.reload();
  await untilNothingIsKept();
  expect(complaints).toEqual([]);
});

test("the heart on a card saves the visa and does not open it", async () => {
  await page.goto("/");
  await hearts().first().waitFor();
  await page.waitForLoadState("networkidle");
  const calls: string[] = [];
  page.on("request", (request) => calls.push(request.url()));
  await hearts().first().click();
  await page.getByRole("status").getByText("Saved on this device.").waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
  await poll(async () => expect(await hearts().first().getAttribute("aria-pressed")).toBe("true"));
  const box = (await hearts().first().boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await poll(async () => expect(await hearts().count()).toBe(12));
  await hearts().first().press("Space");
  await poll(async () => expect(await hearts().first().getAttribute("aria-pressed")).toBe("false"));
  await poll(async () => expect(await page.evaluate(() => localStorage.getItem("favourites"))).toBeNull());
  expect(calls).toEqual([]);
});

test("visas saved on a country page, a visa's page and another visa's card are listed, newest first", async () => {
  await page.goto("/visas/bahrain");
  await heart(tourist).click();
  await page.getByRole("link", { name: `Apply – ${long}` }).click();
  await page.getByRole("heading", { level: 1, name: long }).waitFor();
  await heart(long).click();
  await heart(business).click();
  await poll(async () => expect(await isPressed(tourist)()).toBe(true));

  await page.getByRole("link", { name: "Favourites", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Favourites" }).waitFor();
  await poll(async () => expect(await names()).toEqual([business, long, tourist]));
  await poll(async () => expect(await page.getByText("Nothing saved yet").count()).toBe(0));
  const said = await cards().last().innerText();
  expect(said).toMatch(/^INR 2399\/-$/m);
  expect(said).toMatch(/Price when saved on \d{2} [A-Z][a-z]{2} \d{4}/);
  await page.reload();
  await cards().first().waitFor();
  await poll(async () => expect(await names()).toEqual([business, long, tourist]));
  await cards().last().getByRole("link").click();
  await page.getByRole("heading", { level: 1, name: tourist }).waitFor();
  expect(complaints).toEqual([]);
});

test("a removed favourite can be restored to its position, and the focus follows", async () => {
  await keepAll();
  await page.goto("/fav");
  await heart(long).press("Enter");
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.waitFor();
  await poll(async () => expect(await names()).toEqual([business, tourist]));
  await waitFor("the focus is on Undo", () => undo.evaluate((element) => element === document.activeElement));
  await page
    .locator("[aria-live]", { hasText: `${long}, Bahrain is no longer in your favourites` })
    .waitFor({ state: "attached" });
  await page.keyboard.press("Enter");
  await waitFor(
    "the visa is listed again",
    async () => (await names()).join() === [business, long, tourist].join(),
  );
  await waitFor("the focus is on its heart", () =>
    heart(long).evaluate((element) => element === document.activeElement),
  );

  for (const name of [business, long, tourist]) await heart(name).click();
  await untilNothingIsKept();
  await undo.click();
  await poll(async () => expect(await names()).toEqual([tourist]));
});

test("two tabs stay in sync, and logging out removes all favourites", async () => {
  await keepAll();
  const other = await context.newPage();
  await other.goto("/visas/bahrain");
  await waitFor("the visa is saved in the other tab", isPressed(tourist, other));
  await heart(tourist, other).click();
  await waitFor("the visa is no longer saved in this tab", async () => !(await isPressed(tourist)()));
  await other.goto("/logout");
  await other.getByText("You have successfully logged out...").waitFor();
  await waitFor("the logout has removed the favourites in this tab", async () => !(await isPressed(long)()));
  await page.goto("/fav");
  await untilNothingIsKept();
});

/** Returns controls and prices under the toast; none on wide screens, where the toast is at the side. */
const underToast = (page: Page) =>
  page.evaluate(() => {
    if (window.innerWidth > 767) return [];
    const toast = document.querySelector("[data-toast]")?.getBoundingClientRect();
    if (!toast) return ["There is no toast."];
    return [...document.querySelectorAll("main :is(button, a, input, [class*=price])")]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }))
      .filter((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return height < 120 && top < toast.bottom && bottom > toast.top;
      })
      .map((element) => element.outerHTML);
  });
