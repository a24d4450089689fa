import { expect, test } from "@jest/globals";
import type { Locator } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { yearsAgo } from "../../../server/test/kit/server/clock";
import { buffer } from "node:stream/consumers";
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import { signedInTraveller, toStory } from "../../../server/test/kit/personas/traveller";
import { openPage, travellerSizes, viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { waitFor } from "../../../server/test/kit/waitFor";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { isFocusLost } from "../kit/page/focusByName";
import { expectHeldOpen } from "../kit/page/heldDialog";

/** The receipt on the page and as a PDF; withdrawing, cancelling, and removing an applicant. */

const fixture = provideFixture();

test.each(travellerSizes)(
  "on a %s, the receipt can be downloaded, and a withdrawal refunds the money",
  async (_name, viewport) => {
    const payer = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
    const { visaRequestId, visaReferenceNo, totalPrice, netPrice, paymentGatewayNo } = payer.request;
    const { page, context, complaints } = await signedInPage(fixture.browser, payer, viewport);
    await page.clock.install();
    await page.goto(`/application/${visaRequestId}`);
    const receipt = page.getByRole("region", { name: "Receipt" });
    await receipt.waitFor();
    const shown = (await receipt.innerText()).replaceAll(/\s+/g, " ");
    for (const said of [
      visaReferenceNo,
      paymentGatewayNo,
      `Visa Fee INR ${netPrice}/-`,
      `Total paid INR ${totalPrice}/-`,
    ])
      expect(shown).toContain(said);
    await expectUsable(page);

    const [download] = await Promise.all([
      page.waitForEvent("download"),
      receipt.getByRole("button", { name: "Download receipt (PDF)" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`receipt-${visaReferenceNo}.pdf`);
    const pdf = await getDocument({
      data: new Uint8Array(await buffer(await download.createReadStream())),
      verbosity: 0,
    }).promise;
    const { items } = await (await pdf.getPage(1)).getTextContent();
    const text = items.map((item) => ("str" in item ? item.str : "")).join(" ");
    expect(text.replaceAll(/\s+/g, " ")).toContain(`Total paid INR ${totalPrice}/-`);

    const refund = page.getByRole("region", { name: "Refund" });
    await refund.getByText("You can withdraw until our staff begin the review").waitFor();
    const withdraw = refund.getByRole("button", { name: `Withdraw and get INR ${totalPrice}/- back` });
    await withdraw.click();
    const dialog = page.getByRole("dialog", { name: "Withdraw this application?" });
    await dialog.getByText(`INR ${totalPrice}/- is refunded to the original payment method`).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await dialog.getByRole("button", { name: "Keep the application" }).click();
    await dialog.waitFor({ state: "hidden" });
    expect((await payer.readRequest()).visaRequestStatus).toBe("SUBMITTED");

    await withdraw.click();
    await dialog.getByRole("button", { name: `Withdraw, INR ${totalPrice}/- back` }).click();
    await waitFor(
      "the payment is refunded",
      async () => (await payer.readRequest()).paymentStatus === "REFUNDED",
    );
    await page.clock.fastForward("00:05");
    await refund.getByText(`INR ${totalPrice}/- was sent back on`).waitFor();
    await page
      .getByRole("heading", { level: 1, name: /^Your (refund is on its way|money was refunded)$/ })
      .waitFor();
    expect(await payer.readRequest()).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUNDED",
    });
    await poll(async () => expect(await withdraw.count()).toBe(0));
    expect(await isFocusLost(page)).toBe(false);
    await poll(async () => expect(await page.getByText("PENDING", { exact: true }).count()).toBe(0));
    await expectUsable(page);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test("the dialog cannot be closed during a withdrawal, and shows an error if the withdrawal fails", async () => {
  const payer = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
  const { page, context } = await signedInPage(fixture.browser, payer);
  await page.goto(`/application/${payer.request.visaRequestId}`);
  await page.getByRole("button", { name: /^Withdraw and get/ }).click();
  const dialog = page.getByRole("dialog", { name: "Withdraw this application?" });
  await expectHeldOpen(dialog, {
    operation: "mutation withdrawVisaRequest",
    send: () => dialog.getByRole("button", { name: /^Withdraw, / }).click(),
    cancel: "Keep the application",
  });
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  expect((await payer.readRequest()).visaRequestStatus).toBe("SUBMITTED");
  await context.close();
});

test("an unpaid application can be cancelled on its page after a confirmation", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest().withApplicant();
  const { page, context, complaints } = await signedInPage(fixture.browser, traveller);
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  const giveUp = page.getByRole("button", { name: "Cancel this application" });
  await giveUp.click();
  const dialog = page.getByRole("dialog", { name: "Cancel this application?" });
  await dialog.waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await dialog.getByRole("button", { name: "Keep the application" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect((await traveller.readRequest()).visaRequestStatus).toBe("PENDING");

  await giveUp.click();
  await dialog.getByRole("button", { name: "Cancel the application" }).click();
  await page.getByRole("cell", { name: /^CANCELLED/ }).waitFor();
  expect((await traveller.readRequest()).visaRequestStatus).toBe("CANCELLED");
  await poll(async () => expect(await page.getByRole("button", { name: "Make Payment" }).count()).toBe(0));
  await poll(async () => expect(await giveUp.count()).toBe(0));
  expect(complaints).toEqual([]);
  await context.close();
});

test("an applicant is removed after a confirmation, and a failed removal is reported", async () => {
  const traveller = await signedInTraveller(fixture.server)
    .withRequest()
    .withApplicant()
    .withApplicant({ firstName: "Meera" });
  const { page, context } = await signedInPage(fixture.browser, traveller);
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  const { lastName } = traveller.request.visaApplicants[1];
  const remove = page.getByRole("button", { name: `Remove Meera ${lastName}` });
  await remove.click();
  const dialog = page.getByRole("dialog", { name: `Remove Meera ${lastName}?` });
  await dialog.waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await dialog.getByRole("button", { name: "Keep" }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.activeElement?.textContent.startsWith("Remove"));

  await remove.click();
  await context.setOffline(true);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await dialog.getByRole("alert").getByText("You are offline").waitFor();
  expect((await traveller.readRequest()).visaApplicants).toHaveLength(2);
  await context.setOffline(false);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await page.getByText(`Meera ${lastName} was removed`).waitFor();
  // The button that opened the dialog no longer exists, so the heading has the focus.
  await page.waitForFunction(() => document.activeElement?.textContent === "Applicants");
  expect((await traveller.readRequest()).visaApplicants).toHaveLength(1);
  await context.close();
});

test("a child's lower price has a separate line wherever an amount is shown", async () => {
  const family = await signedInTraveller(fixture.server)
    .withRequest("egypt-30-days-tourist-visa-single-entry")
    .withApplicant()
    .withApplicant({ firstName: "Ravi", dateOfBirth: yearsAgo(10) });
  const { visaRequestId } = family.request;
  const { page, context } = await signedInPage(fixture.browser, family, viewports.phone);
  const textOf = async (place: Locator) => (await place.innerText()).replaceAll(/\s+/g, " ");
  await page.goto(`/visaapplicants/${visaRequestId}`);
  const row = page.getByRole("row", { name: /^Price Per Applicant/ });
  await poll(async () => expect(await textOf(row)).toContain("1 adult × INR 4299/- 1 child × INR 3799/-"));
  const sums = ["Visa Fee, 1 adult × INR 4299/- INR 4299/-", "Visa Fee, 1 child × INR 3799/- INR 3799/-"];
  const card = page.getByRole("region", { name: "Payment" });
  for (const sum of sums) expect(await textOf(card)).toContain(sum);
  await poll(async () => expect(await findSidewaysScroll(page)).toEqual([]));

  await toStory(family).paid();
  await page.goto(`/application/${visaRequestId}`);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await receipt.waitFor();
  for (const sum of sums) expect(await textOf(receipt)).toContain(sum);
  await poll(async () => expect(await findSidewaysScroll(page)).toEqual([]));
  await context.close();
});

test.each([
  ["America/Los_Angeles", "2026-11-20T18:30:00.000Z", "21 Nov 2026, 00:00 IST"],
  ["Pacific/Auckland", "2026-11-20T18:29:00.000Z", "20 Nov 2026, 23:59 IST"],
])("for a traveller in %s, the progress is shown in Indian time", async (timezoneId, at, shown) => {
  const { browser, server } = fixture;
  const traveller = await signedInTraveller(server).withRequest().withApplicant().paid();
  const { visaRequestId } = traveller.request;
  const set = `UPDATE visa_request_event SET at = ? WHERE "visaRequestId" = ?`;
  await editDatabase(server, set, [at, visaRequestId]);
  const { page, context } = await openPage(browser, server.url, viewports.phone, { timezoneId });
  await enterAs(page, traveller);
  await page.goto(`/application/${visaRequestId}`);
  await page.getByRole("region", { name: "Progress" }).getByText(shown, { exact: true }).first().waitFor();
  await context.close();
});

test("for a traveller in Dubai, the receipt states the day of payment in India", async () => {
  const payer = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
  const { visaRequestId } = payer.request;
  const set = `UPDATE payment SET "createdAt" = '2026-11-20T18:30:00.000Z' WHERE "visaRequestId" = ?`;
  expect(await editDatabase(fixture.server, set, [visaRequestId])).toBe(1);
  const { browser, server } = fixture;
  const options = { timezoneId: "Asia/Dubai" };
  const { page, context } = await openPage(browser, server.url, viewports.phone, options);
  await enterAs(page, payer);
  await page.goto(`/application/${visaRequestId}`);
  await page.getByRole("region", { name: "Receipt" }).getByText("21 Nov 2026").waitFor();
  await context.close();
});
