import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import * as documents from "../../../server/test/kit/documents";
import { poll } from "../../../server/test/kit/poll";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { changeVisa, readVisa } from "../../../server/test/kit/stories/catalogueAdmin";
import { staffApprovals, staffEndApproval } from "../../../server/test/staff/fourEyes.generated";
import { staffSizes, viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { button, toCasePath } from "../kit/stories/staffCase";

/** A staff member requests a large refund and a new price, and another one approves them by keyboard. */

const fixture = provideOwnFixture({ FOUR_EYES_ABOVE_INR: "1000" });

const untilToast = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor();
test.each(staffSizes)(
  "on a %s, a second staff member has to approve a refund and a price",
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
      await untilToast(page, "Waiting for approval");
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
      await page.getByRole("heading", { level: 2, name: "Waiting for approval" }).waitFor();
      await takePicture(page, `four-eyes-queue-${name}`);
      await expectUsable(page);
      await page.getByRole("link", { name: "Open the catalogue" }).press("Enter");
      await page.getByRole("heading", { level: 1, name: "Oman" }).waitFor();
      const waiting = page.getByRole("main").getByText("Waiting for approval:", { exact: true });
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
      await poll(async () => expect(await page.getByText(/Waiting for approval/).count()).toBe(0));
    } finally {
      await second.context.close();
    }
  },
);

test("public pages show staff a price that they agreed to, or that a colleague changed", async () => {
  const { server, browser } = fixture;
  const [ravi, meera] = [await signInStaff(server), await signInStaff(server)];
  const visaUrl = "oman-10-days-tourist-visa-single-entry";
  const raise = async () => {
    const visa = await readVisa(ravi, "oman", visaUrl);
    await changeVisa(ravi, visa, { adultPrice: visa.adultPrice + 1 });
    return `INR ${visa.adultPrice + 1}/-`;
  };
  const { page, context } = await signedInPage(browser, meera, viewports.desktop);
  const follow = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
  const goBackTo = async (url: string) => {
    for (let back = 0; back < 10 && page.url() !== url; back++) await page.goBack();
  };
  try {
    await page.goto(`/visa/${visaUrl}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    const before = page.url();
    await follow("MyAccount");
    await follow("Staff console");
    const price = await raise();
    await button(page, "Reload").click();
    await button(page, "Agree").click();
    await button(page.getByRole("dialog", { name: "Agree?" }), "Agree").click();
    await untilToast(page, "Agreed and done");
    await goBackTo(before);
    await page.getByText(price).first().waitFor();

    await follow("MyAccount");
    await follow("Staff console");
    await page
      .getByRole("navigation", { name: "Staff console" })
      .getByRole("link", { name: "Catalogue" })
      .click();
    await page.getByRole("main").getByRole("link", { name: "Oman", exact: true }).click();
    const { visaName } = await readVisa(ravi, "oman", visaUrl);
    await button(page, `Edit – ${visaName}`).click();
    await page.getByLabel("Length of stay").fill("11 Days");
    await changeVisa(ravi, await readVisa(ravi, "oman", visaUrl), { validity: "77 Days" });
    await button(page, "Save").click();
    await page.getByText(/^This was changed in the meantime/).waitFor();
    await goBackTo(before);
    await page.getByText("77 Days").first().waitFor();
  } finally {
    await context.close();
  }
});

describe("an approval request", () => {
  let ravi: Traveller;
  let meera: Traveller;
  let traveller: Traveller;
  beforeAll(async () => {
    const { server } = fixture;
    [ravi, meera] = [await signInStaff(server), await signInStaff(server)];
    traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
    await ravi.do(documents.staffTakeCase, { visaRequestId: traveller.request.visaRequestId });
  });

  /** Requests a refund as Ravi, and returns the approval's id. */
  const ask = async (): Promise<string> => {
    const { visaRequestId, totalPrice } = traveller.request;
    const refund = {
      visaRequestId,
      reason: "OUR_MISTAKE",
      expectedAmount: totalPrice,
      note: "Charged twice",
    };
    await ravi.do(documents.staffRefund, refund);
    const { data } = await ravi.call(staffApprovals);
    return data.staffApprovals.find((one) => one.visaRequestId === visaRequestId)!.approvalId;
  };

  test.each([
    ["Agree", "case"],
    ["Agree", "queue"],
    ["Decline", "case"],
    ["Decline", "queue"],
  ])(
    "that was withdrawn in the meantime is reported as decided when %s is pressed in the %s",
    async (press, where) => {
      const approvalId = await ask();
      const { page, context } = await signedInPage(fixture.browser, meera, viewports.desktop);
      try {
        await page.goto(where === "case" ? toCasePath(traveller) : "/staff");
        await button(page, press).waitFor();
        await ravi.do(staffEndApproval, { approvalId });
        await button(page, press).click();
        if (press === "Agree") await button(page.getByRole("dialog", { name: "Agree?" }), press).click();
        await page.getByRole("alert").getByText("This has already been decided").waitFor();
        await poll(async () => expect(await button(page, "Agree").count()).toBe(0));
        await expectUsable(page);
      } finally {
        await context.close();
      }
    },
  );

  test("appears in an open queue on Reload and, once withdrawn, disappears when the window regains the focus", async () => {
    const { page, context } = await signedInPage(fixture.browser, meera, viewports.desktop);
    try {
      await page.goto("/staff");
      await page.getByText(traveller.request.visaReferenceNo).first().waitFor();
      const approvalId = await ask();
      await button(page, "Reload").click();
      const waiting = page.getByRole("heading", { level: 2, name: "Waiting for approval" });
      await waiting.waitFor();
      await ravi.do(staffEndApproval, { approvalId });
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await waiting.waitFor({ state: "detached" });
    } finally {
      await context.close();
    }
  });
});
