import { beforeEach, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { makePng } from "../../../server/test/kit/files/makeImage";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { formatDay, formatDayTyped } from "../../lib/days";
import { takePicture } from "../kit/page/takePicture";
import { fillToDetails, restoredNotice } from "../kit/stories/draft";
import { waitForDraftWrite } from "../kit/stories/draftRecords";
import { timelyDay } from "../kit/stories/travelDate";
import { button, choose, openWizard, tab } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** Reloads and rejected files in the wizard on a phone. */

const { enter } = provideWizard();
let traveller: Traveller;
let page: Page;

beforeEach(async () => {
  ({ traveller, page } = await enter());
  await page.goto("/visa/applications");
  await page.getByRole("link", { name: /^Continue/ }).click();
  await page.getByRole("tablist").waitFor();
});

const untilStep = (name: string) =>
  poll(async () => expect(await tab(page, name).getAttribute("aria-selected")).toBe("true"));

test("after a reload of Details, Back passes through the steps and then leaves the form", async () => {
  await fillToDetails(page);
  await page.reload();
  await untilStep("Details");
  for (let back = 0; back < 4; back++) await page.goBack();
  await page.waitForURL((url) => url.search === "");
  await untilStep("Photo");
  await page.goBack();
  await page.waitForURL("**/visa/applications");
});

test("the URL contains the step of a restored draft, and Back leaves the form", async () => {
  await fillToDetails(page);
  await page.goto("/visa/applications");
  await page.getByRole("link", { name: /^Continue/ }).click();
  await untilStep("Details");
  await page.waitForURL(/step=details/);
  await page.goBack();
  await page.waitForURL("**/visa/applications");
});

test("text and a travel date typed right before a reload are restored", async () => {
  await fillToDetails(page);
  for (const [label, text] of [
    ["Comments", "Typed last"],
    ["First name", "Usha"],
    ["Travel date", formatDayTyped(timelyDay())],
  ] as const) {
    await page.getByLabel(label).fill(text);
    await page.reload();
    await poll(async () => expect(await page.getByLabel(label).inputValue()).toBe(text));
  }
  await page.reload();
  await poll(async () => expect(await page.getByLabel("Comments").inputValue()).toBe("Typed last"));
  await poll(async () => expect(await page.evaluate(() => sessionStorage.length)).toBe(0));

  await button(page, "Preview").click();
  await page.getByText(formatDay(timelyDay()), { exact: true }).waitFor();
  expect((await traveller.readRequest()).travelDate).toBe(timelyDay());
});

test("text typed right before a reload does not replace text that another tab has stored since", async () => {
  await fillToDetails(page);
  await page.evaluate(() => {
    // Keeps the draft from being written before the page is gone.
    crypto.subtle.encrypt = () => new Promise(() => {});
  });
  await page.getByLabel("Comments").fill("Typed in the first tab");
  await page.goto("/robots.txt");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(1);

  const second = await page.context().newPage();
  await openWizard(second, traveller);
  await restoredNotice(second).waitFor();
  const since = Date.now();
  await second.getByLabel("Comments").fill("Typed later in the second tab");
  await waitForDraftWrite(second, since);
  await second.close();

  await openWizard(page, traveller);
  await restoredNotice(page).waitFor();
  expect(await page.getByLabel("Comments").inputValue()).toBe("Typed later in the second tab");
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});

test("text typed right before the form is left is restored on return, even on a slow device", async () => {
  await fillToDetails(page);
  await page.evaluate(() => {
    const { subtle } = crypto;
    const encrypt = subtle.encrypt.bind(subtle);
    subtle.encrypt = async (...given) => {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      return encrypt(...given);
    };
  });
  await page.getByLabel("Comments").fill("Typed last");
  await page.getByRole("link", { name: "Save and exit" }).click();
  await page.getByRole("link", { name: /^Continue/ }).waitFor();
  await page.goBack();
  await restoredNotice(page).waitFor();
  expect(await page.getByLabel("Comments").inputValue()).toBe("Typed last");
});

test("the message about a rejected file replaces an earlier error, is in view, and is announced", async () => {
  await page.getByRole("button", { name: "Continue" }).click();
  const earlier = page.getByText("Please upload profile photo");
  await earlier.first().waitFor();
  await choose(page, "Passport-size photo", {
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: Buffer.from("hello"),
  });
  const message = page.getByText(/must be a JPG or PNG/).first();
  await message.waitFor();
  await poll(async () => expect(await earlier.count()).toBe(0));
  const spoken = page.locator("[aria-live]").getByText(/must be a JPG or PNG/);
  await poll(async () => expect(await spoken.count()).toBe(1));
  await poll(async () =>
    expect(
      await page.evaluate(() => {
        const { top = -1, bottom = 9999 } =
          document.getElementById("applicant-profileFile-error")?.getBoundingClientRect() ?? {};
        const foot = document.querySelector("[data-foot-bar]")?.getBoundingClientRect().top ?? innerHeight;
        return { focus: document.activeElement?.id, isSeen: top >= 0 && bottom <= foot };
      }),
    ).toEqual({ focus: "applicant-profileFile", isSeen: true }),
  );
  await takePicture(page, "refusedFile-360", false);
});

test("a photo that is too narrow is rejected, and the message states the minimum width", async () => {
  const photo = async (width: number, height: number) => ({
    name: "me.png",
    mimeType: "image/png",
    buffer: Buffer.from(await makePng({ width, height })),
  });
  await choose(page, "Passport-size photo", await photo(90, 120));
  await page
    .locator("#applicant-profileFile-error")
    .getByText(/at least 100 pixels wide/)
    .waitFor();
  await choose(page, "Passport-size photo", await photo(100, 128));
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
});
