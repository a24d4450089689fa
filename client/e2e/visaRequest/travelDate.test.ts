import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Locator, Page, Request } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { daysAhead } from "../../../server/test/kit/server/clock";
import { poll } from "../../../server/test/kit/poll";
import { newPhoneNumber, signedInTraveller, signIn } from "../../../server/test/kit/personas/traveller";
import { formatDay, formatDayTyped } from "../../lib/days";
import { openPage } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits } from "../kit/page/findMisfits";
import { findViolations } from "../kit/page/findViolations";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { tabTo, untilFocusIsSeen } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";
import { readCatalogue } from "../kit/stories/catalogue";
import { applyFor, enterTravelDate, pressApply, timelyDay, travelDateField } from "../kit/stories/travelDate";
import { waitForCode } from "../kit/stories/waitForCode";
import { button } from "../kit/stories/wizard";

/** The travel date: required before applying, compared with the expected date, and changed before payment. */

const fixture = provideFixture();
const visaUrl = "vietnam-30-days-single-entry";
let processingTime: number;
/** Returns the expected date of an application that starts today; the day may change during the suite. */
const expectedDate = () => daysAhead(processingTime + 1);
let context: BrowserContext | undefined;

beforeAll(async () => {
  const { countries } = await readCatalogue(fixture.server);
  ({ processingTime } = countries.flatMap(({ visas }) => visas).find((one) => one.visaUrl === visaUrl)!);
});
afterEach(async () => {
  await context?.close();
});

const lateText = () => `Your visa is expected on ${formatDay(expectedDate())}, after your travel date.`;
const travelLater = (page: Page) => page.getByRole("checkbox", { name: "I will travel later" });
const payButton = (page: Page) => button(page, "Make Payment");
const checkout = (page: Page) => page.frameLocator("iframe").getByText("TEST PAYMENT").first();

/** Opens the page of the visa, and records the applications that are started from it. */
async function openVisa(isSignedIn = true) {
  const { page, ...opened } = await openPage(fixture.browser, fixture.server.url);
  context = opened.context;
  if (isSignedIn) await enterAs(page, await signIn(fixture.server));
  const started: string[] = [];
  page.on("request", (request) => {
    const body = request.postData() ?? "";
    if (body.includes("mutation createVisaRequest")) started.push(body);
  });
  await page.goto(`/visa/${visaUrl}`);
  return { page, started };
}

async function expectInView(target: Locator): Promise<void> {
  await poll(async () =>
    expect(
      await target.evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return { isFocused: element === document.activeElement, isSeen: top >= 0 && bottom <= innerHeight };
      }),
    ).toEqual({ isFocused: true, isSeen: true }),
  );
}

test("Apply Now without a travel date focuses the field instead of starting an application", async () => {
  const { page, started } = await openVisa();
  const field = travelDateField(page);
  await poll(async () => expect(await field.inputValue()).toBe(""));
  expect(await field.getAttribute("inputmode")).toBe("numeric");
  await page.getByRole("heading", { name: "Terms" }).scrollIntoViewIfNeeded();
  await pressApply(page);
  await expectInView(field);
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Enter your travel date").waitFor();
  await poll(async () => expect(await page.title()).toMatch(/^Error: /));
  await poll(async () => expect(await findViolations(page)).toEqual([]));

  await enterTravelDate(page, daysAhead(-1));
  await pressApply(page);
  await page.getByText("Travel date cannot be in the past").waitFor();
  await expectInView(field);
  expect(started).toEqual([]);

  await enterTravelDate(page);
  await poll(async () => expect(await page.title()).not.toMatch(/^Error: /));
  await page.getByRole("heading", { name: "Terms" }).scrollIntoViewIfNeeded();
  const bar = page.locator("[data-foot-bar]");
  await bar.getByText(`Travel date ${formatDay(timelyDay())}`).waitFor();
  expect(await findMisfits(page)).toEqual([]);
  await takePicture(page, "travelDate-bar");
  await pressApply(page);
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  expect(started).toEqual([expect.stringContaining(`"travelDate":"${timelyDay()}"`)]);
});

test("a travel date before the expected date requires a later date or “I will travel later”", async () => {
  const { page, started } = await openVisa();
  const day = daysAhead(1);
  await enterTravelDate(page, day);
  await page.getByRole("alert").getByText(`${lateText()} Choose a later date.`).waitFor();
  await pressApply(page);
  await expectInView(travelLater(page));
  expect(await travelLater(page).getAttribute("aria-invalid")).toBe("true");
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "travelDate-late-phone");
  expect(started).toEqual([]);

  await button(page, "Choose a later date").click();
  await expectInView(travelDateField(page));
  await enterTravelDate(page);
  await poll(async () => expect(await travelLater(page).count()).toBe(0));
  await enterTravelDate(page, day);
  await travelLater(page).check();
  await pressApply(page);
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  expect(started).toEqual([expect.stringContaining(`"travelDate":"${day}"`)]);
});

test("Make Payment asks once for a later date or “I will travel later” if the visa is expected too late", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
  const opened = await signedInPage(fixture.browser, traveller);
  context = opened.context;
  const { page } = opened;
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await page.getByText(`${lateText()} Choose a later date.`).waitFor();
  const orders: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("mutation createPaymentOrder")) orders.push(request.url());
  });
  await payButton(page).click();
  await expectInView(travelLater(page));
  expect(await travelLater(page).getAttribute("aria-invalid")).toBe("true");
  expect(await findMisfits(page)).toEqual([]);
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "travelDate-pay-phone");
  expect(orders).toEqual([]);

  await travelLater(page).check();
  await payButton(page).click();
  await checkout(page).waitFor();
  await page.frameLocator("iframe").getByRole("button", { name: "Close", exact: true }).click();
  await payButton(page).click();
  await checkout(page).waitFor();
  expect(orders).toHaveLength(2);
});

test("a later travel date can be chosen before payment, and the page shows it", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
  const opened = await signedInPage(fixture.browser, traveller);
  context = opened.context;
  const { page } = opened;
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  await button(page, "Choose a later date").click();
  await expectInView(travelDateField(page));
  await enterTravelDate(page);
  await poll(async () => expect(await travelLater(page).count()).toBe(0));
  await page.getByRole("row", { name: `Travel Date ${formatDay(timelyDay())}` }).waitFor();
  await page
    .locator("[data-foot-bar]")
    .getByText(`Travel date ${formatDay(timelyDay())}`)
    .waitFor();
  expect((await traveller.readRequest()).travelDate).toBe(timelyDay());
  await payButton(page).click();
  await checkout(page).waitFor();
});

test.each([
  [360, 740],
  [640, 360],
])(
  "on %i × %i, a travel date that has passed has to be changed, and the bottom bar does not cover a message",
  async (width, height) => {
    const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
    const opened = await signedInPage(fixture.browser, traveller, { width, height });
    context = opened.context;
    const { page } = opened;
    await page.clock.install({ time: Date.now() + 30 * 60 * 60 * 1000 });
    await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
    await page.getByText(/^The travel date .* has passed/).waitFor();
    await tabTo(page, page.getByRole("button", { name: /^Remove/ }));
    await tabTo(page, payButton(page));
    await payButton(page).press("Enter");
    await expectInView(travelDateField(page));
    await untilFocusIsSeen(page);
    await enterTravelDate(page);
    await poll(async () => expect(await page.getByText(/has passed/).count()).toBe(0));
    await page.route("**/checkout.js", (route) => route.abort());
    await payButton(page).click();
    const problem = page.getByRole("alert").getByText("Razorpay SDK failed to load. Are you online?");
    await problem.waitFor();
    const foot = page.locator("[data-foot-bar]");
    await poll(async () => {
      const [message, bar] = await Promise.all([problem.boundingBox(), foot.boundingBox()]);
      expect(message!.y).toBeGreaterThanOrEqual(0);
      expect(message!.y + message!.height).toBeLessThanOrEqual(bar!.y);
      expect(bar!.height).toBeLessThan(height / 3);
    });
  },
);

test("the payment waits until a new travel date has been saved, and does not begin if saving fails", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
  const opened = await signedInPage(fixture.browser, traveller);
  context = opened.context;
  const { page } = opened;
  await page.goto(`/visaapplicants/${traveller.request.visaRequestId}`);
  const calls: string[] = [];
  const note = (name: string) => (request: Request) => {
    if (ofOperation(`mutation ${name}`)(request)) calls.push(name);
  };
  page.on("requestfinished", note("changeTravelDate"));
  page.on("request", note("createPaymentOrder"));
  await travelLater(page).check();
  await button(page, "Choose a later date").click();

  const payWhileSaving = async () => {
    const change = await holdRequests(page, "**/graphql", ofOperation("mutation changeTravelDate"));
    await travelDateField(page).fill(formatDayTyped(timelyDay()));
    await payButton(page).click();
    await change.isHeld;
    await button(page, "Loading...").waitFor();
    return change;
  };
  (await payWhileSaving()).letGo("abort");
  await page.locator("#travel-date-error").getByText("We could not save this travel date").waitFor();
  expect(calls).toEqual([]);
  await expectInView(travelDateField(page));
  await page.unroute("**/graphql");
  (await payWhileSaving()).letGo("continue");
  await checkout(page).waitFor();
  expect(calls).toEqual(["changeTravelDate", "createPaymentOrder"]);
  expect((await traveller.readRequest()).travelDate).toBe(timelyDay());
});

test("the travel date survives a login, even with a reload in between", async () => {
  const { page, started } = await openVisa(false);
  await applyFor(page);
  const dialog = page.getByRole("dialog", { name: "Login or Signup" });
  const phoneNumber = newPhoneNumber();
  await dialog.getByLabel("Mobile number").fill(phoneNumber);
  await dialog.getByRole("button", { name: "Send code" }).click();
  await dialog.getByLabel("OTP").waitFor();
  await page.reload();
  await dialog.getByLabel("OTP").waitFor();
  await poll(async () => expect(await page.locator("#travel-date").inputValue()).not.toBe(""));
  await dialog.getByLabel("OTP").fill(await waitForCode(fixture.server, phoneNumber));
  await dialog.getByRole("button", { name: "Verify" }).click();
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  expect(started).toEqual([expect.stringContaining(`"travelDate":"${timelyDay()}"`)]);
});

test("loading the travel date field can be retried after a failure", async () => {
  const { page, context: own } = await openPage(fixture.browser, fixture.server.url);
  context = own;
  await page.route("**/ChooseTravelDate*.js", (route) => route.abort());
  await page.goto(`/visa/${visaUrl}`);
  await page.getByText("We could not load the travel date").waitFor();
  await pressApply(page);
  await expectInView(page.locator("#travel-date"));
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.unroute("**/ChooseTravelDate*.js");
  await button(page, "Retry").click();
  await applyFor(page);
  await page.getByRole("dialog", { name: "Login or Signup" }).waitFor();
});

test("a payment page that stayed open past midnight asks for a later travel date", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(visaUrl).withApplicant();
  const { visaRequestId } = traveller.request;
  const opened = await signedInPage(fixture.browser, traveller);
  context = opened.context;
  const { page } = opened;
  const set = `UPDATE visa_request SET "travelDate" = ? WHERE "visaRequestId" = ?`;
  await editDatabase(fixture.server, set, [daysAhead(-1), visaRequestId]);
  await page.clock.setFixedTime(`${daysAhead(-1)}T06:00:00Z`);
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await travelLater(page).check();
  await page.clock.setFixedTime(new Date());
  await payButton(page).click();
  await travelDateField(page).waitFor();
});
