import { expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { poll } from "../../../server/test/kit/poll";
import { signedInTraveller } from "../../../server/test/kit/personas/traveller";
import { changeVisa, readVisa } from "../../../server/test/kit/stories/catalogueAdmin";
import { staffSizes } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, toCasePath } from "../kit/stories/staffCase";

/**
 * A staff member requests a large refund and a new price, and another one approves. By keyboard, on a phone
 * and on a laptop.
 */

const fixture = provideOwnFixture({ FOUR_EYES_ABOVE_INR: "1000" });

const untilToast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
async function expectUsable(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([]);
  expect([await findSidewaysScroll(page), await findSmallTargets(page)]).toEqual([[], []]);
}

test.each(staffSizes)(
  "a second staff member's approval is required and given: %s",
  async (name, viewport) => {
    const { server, browser } = fixture;
    const ravi = await signInStaff(server);
    const meera = await signInStaff(server);
    const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
    const desk = await signedInPage(browser, ravi, viewport);
    try {
      const { page } = desk;
      await page.goto(toCasePath(traveller));
      await button(page, "Assign to me").click();
      await button(page, "Refund").click();
      await page.getByRole("radio", { name: /^Our mistake/ }).check();
      await page
        .getByRole("dialog", { name: "Refund" })
        .getByLabel("Note for colleagues")
        .fill("Charged twice");
      await page.getByRole("button", { name: /^Refund INR/ }).click();
      await untilToast(page, "Waits for a second person");
      await page.getByText("Asked for by you").waitFor();
      await button(page, "Take back").waitFor();
      expect(await button(page, "Agree").count()).toBe(0);
      await takePicture(page, `four-eyes-asked-${name}`);
      await expectUsable(page);
    } finally {
      await desk.context.close();
    }
    const visa = await readVisa(ravi, "oman", "oman-10-days-tourist-visa-single-entry");
    await changeVisa(ravi, visa, { adultPrice: visa.adultPrice + 1 });

    const second = await signedInPage(browser, meera, viewport);
    try {
      const { page } = second;
      await page.goto("/staff");
      await page.getByRole("heading", { level: 2, name: "Waiting for a second person" }).waitFor();
      await takePicture(page, `four-eyes-queue-${name}`);
      await expectUsable(page);
      await page.getByRole("link", { name: "Open the catalogue" }).press("Enter");
      await page.getByRole("heading", { level: 1, name: "Oman" }).waitFor();
      const waiting = page.getByRole("main").getByText("Waits for a second person:", { exact: true });
      await waiting.waitFor();
      await takePicture(page, `four-eyes-catalogue-${name}`);
      await expectUsable(page);
      await button(page, "Agree").press("Enter");
      const dialog = page.getByRole("dialog", { name: "Agree?" });
      await button(dialog, "Agree").press("Enter");
      await untilToast(page, "Agreed and done");
      await poll(async () => expect(await waiting.count()).toBe(0));
      expect((await readVisa(ravi, "oman", visa.visaUrl)).adultPrice).toBe(visa.adultPrice + 1);

      await page.goto("/staff");
      await page.getByRole("link", { name: "Open the application" }).press("Enter");
      await page.getByRole("heading", { level: 2, name: "Payments" }).waitFor();
      await button(page, "Agree").press("Enter");
      await takePicture(page, `four-eyes-agreeing-${name}`, false);
      await expectUsable(page);
      await button(page.getByRole("dialog", { name: "Agree?" }), "Agree").press("Enter");
      await untilToast(page, "Agreed and done");
      await page.getByText(/^Refund of INR .*: done/).waitFor();
      await page.goto("/staff");
      await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
      await poll(async () => expect(await page.getByText(/Waiting for a second person/).count()).toBe(0));
    } finally {
      await second.context.close();
    }
  },
);
