import { beforeEach, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { poll } from "../../../server/test/kit/poll";
import { fillPictures } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The calendar of each date field on the Details tab; the text field remains the primary input. */

const { enterWizard } = provideWizard();
let page: Page;
let complaints: string[];

beforeEach(async () => {
  ({ page, complaints } = await enterWizard());
  await fillPictures(page);
});

describe("the calendar", () => {
  test("can be operated by keyboard and returns the focus when it closes", async () => {
    await page.getByLabel("Date of birth").fill("5 mar 1990");
    await page.keyboard.press("Tab");
    await poll(async () => expect(await page.getByLabel("Date of birth").inputValue()).toBe("05-03-1990"));
    const opener = page.getByRole("button", { name: "Choose date of birth" });
    await poll(async () => expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true));
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Choose date of birth" }).waitFor();
    const untilOn = (day: string) =>
      page.waitForFunction(
        (it) => document.activeElement?.closest("[data-day]")?.getAttribute("data-day") === it,
        day,
      );
    await untilOn("1990-03-05");
    for (const [key, day] of [
      ["ArrowRight", "1990-03-06"],
      ["ArrowDown", "1990-03-13"],
      ["Home", "1990-03-11"],
      ["End", "1990-03-17"],
      ["PageUp", "1990-02-17"],
      ["PageDown", "1990-03-17"],
      ["Shift+PageUp", "1989-03-17"],
    ] as const) {
      await page.keyboard.press(key);
      await untilOn(day);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await poll(async () => expect(await page.getByLabel("Date of birth").inputValue()).toBe("17-03-1989"));
    await poll(async () => expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true));
    await poll(async () => expect(await opener.innerText()).toContain("now 17 Mar 1989"));

    await page.keyboard.press("Enter");
    await untilOn("1989-03-17");
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "hidden" });
    await poll(async () => expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true));
    await poll(async () => expect(await page.getByLabel("Date of birth").inputValue()).toBe("17-03-1989"));
    expect(complaints).toEqual([]);
  });

  test("offers birth dates up to today and expiry dates up to 20 years ahead", async () => {
    const thisYear = new Date().getFullYear();
    const lastYearOffered = async (name: string) => {
      await page.getByRole("button", { name }).click();
      const years = page.getByRole("dialog").getByRole("combobox", { name: /year/i });
      const last = await years.locator("option").last().getAttribute("value");
      await years.selectOption(last);
      return { last: Number(last), dialog: page.getByRole("dialog") };
    };
    const birth = await lastYearOffered("Choose date of birth");
    expect(birth.last).toBe(thisYear);
    expect(
      await birth.dialog.getByRole("combobox", { name: /month/i }).locator("option:not([disabled])").count(),
    ).toBe(new Date().getMonth() + 1);
    await page.keyboard.press("Escape");
    expect((await lastYearOffered("Choose passport issue date")).last).toBe(thisYear);
    await page.keyboard.press("Escape");
    const expiry = await lastYearOffered("Choose passport expiry date");
    expect(expiry.last).toBe(thisYear + 20);
    await expiry.dialog.getByRole("gridcell").getByRole("button").first().click();
    await poll(async () =>
      expect(await page.getByLabel("Passport expiry date").inputValue()).toMatch(
        new RegExp(`^01-\\d\\d-${expiry.last}$`),
      ),
    );
  });
});
