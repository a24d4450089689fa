import { timelyDay } from "../kit/stories/travelDate";
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page, Route } from "playwright-core";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import * as documents from "../../../server/test/kit/documents";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { travellerSizes } from "../kit/browser/browser";
import { findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { waitFor } from "../../../server/test/kit/waitFor";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** The payment page: paying, and each way in which it can fail. */

const fixture = provideFixture();
let payer: Traveller;
let emptyRequestId: string;
let context: BrowserContext | undefined;

beforeAll(async () => {
  payer = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay());
  await addApplicant(payer, await makeSmallFiles());
  const { visaId } = payer.request;
  emptyRequestId = (await payer.do(documents.createVisaRequest, { visaId })).visaRequestId;
});
afterEach(async () => {
  await context?.close();
});

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  const open = async (visaRequestId: string) => {
    const opened = await signedInPage(fixture.browser, payer, viewport);
    context = opened.context;
    await opened.page.goto(`/visaapplicants/${visaRequestId}`);
    await payButton(opened.page).waitFor();
    return opened;
  };

  test("a blocked payment script is reported, and Make Payment works once the script can be loaded", async () => {
    const { page } = await open(payer.request.visaRequestId);
    await page.route("**/checkout.js", (route) => route.abort());
    await payButton(page).click();
    await refused(page, "Razorpay SDK failed to load. Are you online?");
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.unroute("**/checkout.js");
    await payButton(page).click();
    await page.frameLocator("iframe").getByText("TEST PAYMENT").first().waitFor();
  });

  test("a missing response and a rejected order are reported with different messages", async () => {
    const { page } = await open(payer.request.visaRequestId);
    await page.route("**/graphql", (route) => answerOrder(route, { status: 200, body: "" }));
    await payButton(page).click();
    await refused(page, "Server error. Are you online?");
    await page.unroute("**/graphql");
    await page.route("**/graphql", (route) => answerOrder(route, { status: 400, body: "no" }));
    await payButton(page).click();
    await refused(page, "Payment failed. Please try again");
  });

  test("the checkout receives the order, the fixed description, the brand's colour, and the traveller's number", async () => {
    const { page } = await open(payer.request.visaRequestId);
    await page.evaluate(noteCheckoutOptions);
    await payButton(page).click();
    await page.frameLocator("iframe").getByText("Visa Booking Fee").waitFor();
    const options = await page.evaluate(() => (window as { noted?: unknown }).noted);
    expect(options).toMatchObject({
      key: "rzp_test_sandbox",
      amount: (await payer.readRequest()).totalPrice * 100,
      currency: "INR",
      name: "Visaport",
      description: "Visa Booking Fee",
      order_id: expect.stringMatching(/^order_/),
      prefill: { contact: payer.phoneNumber, email: "" },
      theme: { color: "#FACC15" },
    });
  });

  test("closing the checkout enables and focuses Make Payment", async () => {
    const { page, complaints } = await open(payer.request.visaRequestId);
    const checkout = page.frameLocator("iframe");
    await payButton(page).click();
    await checkout.getByText("TEST PAYMENT").first().waitFor();
    const busy = page.getByRole("button", { name: "Loading...", includeHidden: true });
    await poll(async () => expect(await busy.isDisabled()).toBe(true));
    await checkout.getByRole("button", { name: "Close", exact: true }).click();
    await hasFocus(page, "Make Payment");
    await poll(async () => expect(await payButton(page).isEnabled()).toBe(true));
    expect(complaints).toEqual([]);
  });

  test("a lost confirmation is retried, and Make Payment stays disabled meanwhile", async () => {
    const other = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay()).withApplicant();
    const { page, context: own } = await signedInPage(fixture.browser, other, viewport);
    context = own;
    await page.clock.install();
    await page.goto(`/visaapplicants/${other.request.visaRequestId}`);
    let tries = 0;
    await page.route("**/graphql", (route) => {
      const isConfirmation = route.request().postData()?.includes("mutation confirmPayment");
      return isConfirmation && tries++ === 0 ? route.abort() : route.continue();
    });
    // Blocks this query, because the webhook confirms the payment on the server and the query would report it.
    await page.route("**/graphql", (route) =>
      route.request().postData()?.includes("query paymentState") ? route.abort() : route.fallback(),
    );
    const askedInVain = page.waitForEvent("requestfailed", (request) =>
      Boolean(request.postData()?.includes("query paymentState")),
    );
    await payButton(page).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Pay (success)" }).click();
    await page.getByText("Payment is being confirmed").waitFor();
    await poll(async () => expect(await payButton(page).isDisabled()).toBe(true));
    await askedInVain;
    await page.clock.fastForward("00:02");
    await page.waitForURL(`**/application/${other.request.visaRequestId}`);
    expect(tries).toBe(2);
  });

  test("a payment that only the webhook confirms leads to the confirmation page", async () => {
    const other = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay()).withApplicant();
    const { visaRequestId } = other.request;
    const { page, context: own, complaints } = await signedInPage(fixture.browser, other, viewport);
    context = own;
    await page.clock.install();
    await page.goto(`/visaapplicants/${visaRequestId}`);
    await payButton(page).click();
    await page.frameLocator("iframe").getByRole("button", { name: "Pay, but close the browser" }).click();
    await page.locator("iframe").waitFor({ state: "detached" });
    await waitFor(
      "the application is paid",
      async () => (await other.readRequest()).paymentStatus === "PAID",
    );
    await page.clock.fastForward("00:04");
    await ledToConfirmation(page, visaRequestId);
    expect(await other.readRequest()).toMatchObject({
      visaRequestStatus: "SUBMITTED",
      paymentStatus: "PAID",
    });
    expect(complaints).toEqual([]);
  });

  test("a payment made elsewhere leads the open page to the confirmation page", async () => {
    const other = await signedInTraveller(fixture.server).withRequest(undefined, timelyDay()).withApplicant();
    const { visaRequestId } = other.request;
    const { page, context: own, complaints } = await signedInPage(fixture.browser, other, viewport);
    context = own;
    await page.clock.install();
    await page.goto("/contact");
    await page.goto(`/visaapplicants/${visaRequestId}`);
    await payButton(page).waitFor();
    await toStory(other).paid();
    await page.clock.fastForward("00:10");
    await ledToConfirmation(page, visaRequestId);
    // Back skips the payment, because it is complete.
    await page.goBack();
    await page.waitForURL("**/contact");
    expect(complaints).toEqual([]);
  });

  test("without applicants, Make Payment reports that they are missing", async () => {
    const { page, complaints } = await open(emptyRequestId);
    await page.getByText("No applicants yet").waitFor();
    await poll(async () => expect(await page.getByRole("link", { name: "Add Applicant" }).count()).toBe(1));
    await payButton(page).click();
    await page.getByRole("alert").filter({ hasText: "This application has no applicants yet." }).waitFor();
    // On phones, the bottom bar covers part of the page, so the test scrolls to the end.
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("link", { name: "Add an applicant" }).click();
    await page.waitForURL(`**/visarequest/${emptyRequestId}*`);
    expect(complaints).toEqual([]);
  });

  test("while offline, Make Payment sends nothing and shows the reason", async () => {
    const { page } = await open(payer.request.visaRequestId);
    const orders: string[] = [];
    page.on("request", (request) => {
      if (request.postData()?.includes("createPaymentOrder")) orders.push(request.url());
    });
    await context!.setOffline(true);
    await page.getByText("You are offline. Your entries are safe on this device.").waitFor();
    await payButton(page).click();
    await refused(page, "You are offline. Nothing was sent.");
    expect(orders).toEqual([]);
    await context!.setOffline(false);
    await payButton(page).click();
    await page.frameLocator("iframe").getByText("TEST PAYMENT").first().waitFor();
    expect(orders).toHaveLength(1);
  });
});

const payButton = (page: Page) => page.getByRole("button", { name: "Make Payment" });

/** Checks that the page reports the payment and shows the confirmation. */
async function ledToConfirmation(page: Page, visaRequestId: string): Promise<void> {
  await page.waitForURL(`**/application/${visaRequestId}`);
  await page.getByRole("status").filter({ hasText: "Your payment has been received" }).waitFor();
  await page.getByText("Congratulations, Application successfully submitted.").waitFor();
}

async function refused(page: Page, text: string): Promise<void> {
  await page.getByRole("alert").filter({ hasText: text }).waitFor();
  await payButton(page).waitFor();
  await poll(async () => expect(await payButton(page).isEnabled()).toBe(true));
}

async function hasFocus(page: Page, name: string): Promise<void> {
  await page.waitForFunction((text) => document.activeElement?.textContent === text, name);
}

/** Records the options passed to the checkout without changing it. */
function noteCheckoutOptions(): void {
  type Checkout = new (options: object) => object;
  let real: Checkout | undefined;
  Object.defineProperty(window, "Razorpay", {
    get: () => real,
    set: (loaded: Checkout) => {
      real = class extends loaded {
        constructor(options: object) {
          super(options);
          Object.assign(window, { noted: JSON.parse(JSON.stringify(options)) as object });
        }
      };
    },
  });
}

/** Responds to order requests in place of the server; other requests pass through. */
function answerOrder(route: Route, answer: { status: number; body: string }): Promise<void> {
  const isOrder = route.request().postData()?.includes("createPaymentOrder");
  return isOrder ? route.fulfill(answer) : route.continue();
}
