import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { FakeRazorpay } from "../../../server/test/kit/standIns/fakeRazorpay";
import { TestServer } from "../../../server/test/kit/server/testServer";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { daysAhead } from "../../../server/test/kit/server/clock";
import { signedInPage } from "../kit/browser/signedInPage";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { waitForIdle } from "../kit/page/waitForIdle";
import { timelyDay } from "../kit/stories/travelDate";

/** Payment with a checkout script from another origin, like Razorpay's, which only the payment page's CSP allows. */

let razorpay: FakeRazorpay;
let scripts: Server;
let server: TestServer;
let payer: Traveller;
let scriptOrigin: string;

/** A minimal checkout.js: once opened, it reports a payment or is closed. */
const checkoutScript = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  on() {}
  open() {
    fetch("/paid-for-the-test?order=" + this.options.order_id)
      .then((answer) => answer.json())
      .then((proof) => proof ? this.options.handler(proof) : this.options.modal.ondismiss());
  }
};`;

beforeAll(async () => {
  razorpay = await FakeRazorpay.start();
  scripts = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/javascript" }).end(checkoutScript);
  }).listen(0, "127.0.0.1");
  await once(scripts, "listening");
  scriptOrigin = `http://127.0.0.1:${(scripts.address() as AddressInfo).port}`;
  const settings = { ...razorpay.settings, RAZORPAY_CHECKOUT_URL: `${scriptOrigin}/v1/checkout.js` };
  server = await TestServer.start(settings);
  payer = await travellerToPay(timelyDay());
});
afterAll(async () => {
  await server?.dispose();
  scripts?.close();
  await razorpay?.close();
});

async function travellerToPay(travelDate: string): Promise<Traveller> {
  const traveller = await signedInTraveller(server).withRequest(undefined, travelDate);
  await addApplicant(traveller, await makeSmallFiles());
  return traveller;
}

test("after a client-side navigation, paying reloads the document once and continues", async () => {
  const { page, context, complaints } = await signedInPage(suiteBrowser, payer);
  try {
    await page.route("**/paid-for-the-test*", (route) => {
      const order = new URL(route.request().url()).searchParams.get("order")!;
      return route.fulfill({ json: razorpay.pay(order) });
    });
    const documents: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame())
        documents.push(new URL(request.url()).pathname);
    });
    const { visaRequestId } = payer.request;
    await page.goto("/visa/applications");
    await page.locator(`a[href="/visaapplicants/${visaRequestId}"]:visible`).first().click();
    const pay = page.getByRole("button", { name: "Make Payment" });
    await pay.click();
    await page.waitForURL(`**/application/${visaRequestId}`);
    expect(documents).toEqual(["/visa/applications", `/visaapplicants/${visaRequestId}`]);
    expect((await payer.readRequest()).paymentStatus).toBe("PAID");
    // The CSP blocked nothing, and the script's origin is the only other one that the page contacted.
    expect(new Set(complaints)).toEqual(new Set([`asked ${scriptOrigin}`]));
  } finally {
    await context.close();
  }
});

test("“I will travel later” stays checked after the reload, and is hidden while the payment is being confirmed", async () => {
  const late = await travellerToPay(daysAhead(1));
  const { page, context } = await signedInPage(suiteBrowser, late);
  try {
    let isClosed = true;
    await page.route("**/paid-for-the-test*", (route) => {
      const order = new URL(route.request().url()).searchParams.get("order")!;
      return route.fulfill({ json: isClosed ? null : razorpay.pay(order) });
    });
    const { visaRequestId } = late.request;
    await page.goto("/visa/applications");
    await page.locator(`a[href="/visaapplicants/${visaRequestId}"]:visible`).first().click();
    const pay = page.getByRole("button", { name: "Make Payment" });
    const travelLater = page.getByRole("checkbox", { name: "I will travel later" });
    await travelLater.check();
    const isReloaded = page.waitForEvent("load");
    await pay.click();
    await isReloaded;
    // The checkout was closed, and the button has the focus again.
    await poll(async () =>
      expect(await pay.evaluate((button) => button === document.activeElement)).toBe(true),
    );
    expect(await travelLater.isChecked()).toBe(true);

    isClosed = false;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/graphql", async (route) => {
      if (route.request().postData()?.includes("mutation confirmPayment")) await held;
      return route.fallback();
    });
    await pay.click();
    await page.getByText("Payment is being confirmed").waitFor();
    expect(await travelLater.count()).toBe(0);
    letGo();
    await page.waitForURL(`**/application/${visaRequestId}`);
  } finally {
    await context.close();
  }
});

test("leaving the page while the order is being created neither reloads it nor opens the checkout later", async () => {
  const leaver = await travellerToPay(timelyDay());
  const { page, context } = await signedInPage(suiteBrowser, leaver);
  try {
    const orders: string[] = [];
    const isOrder = ofOperation("mutation createPaymentOrder");
    page.on("request", (request) => void (isOrder(request) && orders.push(request.url())));
    await page.goto("/visa/applications");
    const toPayment = page
      .locator(`a[href="/visaapplicants/${leaver.request.visaRequestId}"]:visible`)
      .first();
    await toPayment.click();
    const order = await holdRequests(page, "**/graphql", isOrder);
    const pay = page.getByRole("button", { name: "Make Payment" });
    await pay.click();
    await order.isHeld;
    await page.getByRole("link", { name: "Profile" }).click();
    const name = page.getByLabel("Name", { exact: true });
    await name.fill("Typed in the meantime");
    const hasArrived = page.waitForResponse((response) => isOrder(response.request()));
    order.letGo("continue");
    await (await hasArrived).finished();
    await waitForIdle(page);
    expect(await name.inputValue()).toBe("Typed in the meantime");
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);

    await page.getByRole("link", { name: "All applications" }).click();
    await toPayment.click();
    await pay.waitFor();
    expect(orders).toHaveLength(1);
  } finally {
    await context.close();
  }
});
