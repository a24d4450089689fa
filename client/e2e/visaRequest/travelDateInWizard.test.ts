import { beforeEach, expect, test } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import { addDays, addYears, todayInKolkata } from "../../../server/core/day.rules";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { daysAhead } from "../../../server/test/kit/server/clock";
import { formatDay, formatDayTyped } from "../../lib/days";
import { takePicture } from "../kit/page/takePicture";
import { enterTravelDate, timelyDay, travelDateField } from "../kit/stories/travelDate";
import { button, fillDetails, fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The travel date in the wizard: the field shows the day that the server has stored. */

const { enterWizard } = provideWizard();
let traveller: Traveller;
let page: Page;

beforeEach(async () => {
  ({ traveller, page } = await enterWizard({ travelDate: fifteenth() }));
  await fillPictures(page);
});

/** The 15th of a later month, because its text without the 5 is another valid day. */
const fifteenth = () => `${daysAhead(60).slice(0, 8)}15`;
const untilStep = (name: string) => page.getByRole("heading", { level: 2, name }).waitFor();
const untilOnServer = (day: string) =>
  poll(async () => expect((await traveller.readRequest()).travelDate).toBe(day));
const untilShown = (day: string) =>
  poll(async () => expect(await travelDateField(page).inputValue()).toBe(formatDayTyped(day)));
const summaryLink = (message: string) =>
  page.getByRole("alert").filter({ hasText: "There is a problem" }).getByRole("link", { name: message });

/** Intercepts only the calls that change the travel date. */
const onChangeCall = (handle: (route: Route) => unknown) =>
  page.route("**/graphql", (route) =>
    route.request().postData()?.includes("mutation changeTravelDate") ? handle(route) : route.fallback(),
  );

/** Holds the calls that change the travel date until the returned function lets them go. */
async function holdChanges(): Promise<() => void> {
  let letGo = () => {};
  const released = new Promise<void>((resolve) => (letGo = resolve));
  await onChangeCall(async (route) => {
    await released;
    await route.continue();
  });
  return () => letGo();
}

test("a new travel date is saved when the field is left, updates the category, and warns if it is too early", async () => {
  const today = todayInKolkata(new Date());
  await enterTravelDate(page, today);
  await page.getByText("after your travel date. Choose a later date.").waitFor();

  // The applicant turns 18 in 30 days.
  const birthday = addDays(today, 30);
  await page.getByLabel("Date of birth", { exact: true }).fill(formatDayTyped(addYears(birthday, -18)));
  const category = page.getByLabel(/^Traveler category/);
  await poll(async () => expect(await category.inputValue()).toBe("CHILD"));
  await enterTravelDate(page, birthday);
  await poll(async () => expect(await category.inputValue()).toBe("ADULT"));
  await untilOnServer(birthday);
  await poll(async () =>
    expect(await page.getByText("after your travel date. Choose a later date.").count()).toBe(0),
  );
});

test("a day that is picked in the calendar is saved", async () => {
  await button(page, `Choose travel date, now ${formatDay(fifteenth())}`).click();
  const nextDay = addDays(fifteenth(), 1);
  await page.getByRole("dialog").locator(`[data-day="${nextDay}"]`).getByRole("button").click();
  await untilOnServer(nextDay);
  await untilShown(nextDay);
});

test("a digit that is deleted and typed again leaves the travel date as it was", async () => {
  const letGo = await holdChanges();
  await travelDateField(page).focus();
  for (const key of ["Home", "ArrowRight", "ArrowRight", "Backspace"]) await page.keyboard.press(key);
  await poll(async () => expect(await travelDateField(page).inputValue()).toMatch(/^1-/));
  await page.keyboard.press("5");
  await travelDateField(page).blur();
  letGo();
  await fillDetails(page);
  await button(page, "Preview").click();
  await page.getByText(formatDay(fifteenth()), { exact: true }).waitFor();
  await untilOnServer(fifteenth());
});

test("the second of two travel dates entered in quick succession is saved", async () => {
  const letGo = await holdChanges();
  await enterTravelDate(page, timelyDay());
  await enterTravelDate(page, fifteenth());
  await fillDetails(page);
  await button(page, "Preview").click();
  await poll(async () => expect(await button(page, "Loading...").count()).toBe(1));
  letGo();
  await untilStep("Check before you send");
  await page.getByText(formatDay(fifteenth()), { exact: true }).waitFor();
  await untilOnServer(fifteenth());
});

test("the preview shows the new travel date with a link to change it", async () => {
  await fillDetails(page);
  await travelDateField(page).fill(formatDayTyped(timelyDay()));
  await button(page, "Preview").click();
  await page.getByText(formatDay(timelyDay()), { exact: true }).waitFor();
  await untilOnServer(timelyDay());
  await takePicture(page, "travelDate-preview");
  await button(page, "Edit travel date").click();
  await travelDateField(page).waitFor();
});

test.each([
  ["is in the past", () => formatDayTyped(daysAhead(-1)), "Travel date cannot be in the past"],
  ["is missing", () => "", "Enter your travel date"],
])(
  "a travel date that %s is listed as an error instead of opening the preview",
  async (_what, text, message) => {
    await fillDetails(page);
    await travelDateField(page).fill(text());
    await button(page, "Preview").click();
    await summaryLink(message).click();
    await poll(async () =>
      expect(await travelDateField(page).evaluate((it) => it === document.activeElement)).toBe(true),
    );
    expect(await travelDateField(page).getAttribute("aria-invalid")).toBe("true");
    await untilOnServer(fifteenth());
    await enterTravelDate(page);
    await poll(async () => expect(await summaryLink(message).count()).toBe(0));
    await button(page, "Preview").click();
    await untilStep("Check before you send");
  },
);

test("a travel date that could not be saved is listed as an error, and Preview saves it again", async () => {
  await fillDetails(page);
  await onChangeCall((route) => route.abort());
  await enterTravelDate(page);
  await page.locator("#applicant-travelDate-error").getByText("We could not save this travel date").waitFor();
  await button(page, "Preview").click();
  await summaryLink("We could not save this travel date").waitFor();
  await untilShown(timelyDay());
  await takePicture(page, "travelDate-not-saved");

  await page.unroute("**/graphql");
  await button(page, "Preview").click();
  await page.getByText(formatDay(timelyDay()), { exact: true }).waitFor();
  await untilOnServer(timelyDay());
});

test("a travel date is saved when browser Back leaves its field", async () => {
  await travelDateField(page).fill(formatDayTyped(timelyDay()));
  await page.goBack();
  await untilStep("Upload the passport");
  await untilOnServer(timelyDay());
});
