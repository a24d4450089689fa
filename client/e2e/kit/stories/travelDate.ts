import type { Locator, Page } from "playwright-core";
import { poll } from "../../../../server/test/kit/poll";
import { daysAhead } from "../../../../server/test/kit/server/clock";
import { formatDayTyped } from "../../../lib/days";

/** Returns a day after the expected date of every visa in the catalogue. */
export const timelyDay = () => daysAhead(60);

/** Returns the field on the page of a visa, in the wizard or on the payment page. */
export const travelDateField = (page: Page): Locator => page.getByLabel("Travel date", { exact: true });

const applyButton = (page: Page): Locator => page.getByRole("button", { name: "Apply Now" });

/** Types a day and leaves the field, which saves it. */
export async function enterTravelDate(page: Page, day = timelyDay()): Promise<void> {
  await travelDateField(page).fill(formatDayTyped(day));
  await travelDateField(page).blur();
}

/** Presses Apply Now. Retries, because scrolling moves the button between the price summary and the bar. */
export async function pressApply(page: Page): Promise<void> {
  await poll(() => applyButton(page).click({ timeout: 3_000 }));
}

/** Applies for the visa whose page is open. */
export async function applyFor(page: Page, day = timelyDay()): Promise<void> {
  await enterTravelDate(page, day);
  await pressApply(page);
}
