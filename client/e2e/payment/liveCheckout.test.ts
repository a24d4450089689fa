import { timelyDay } from "../kit/stories/travelDate";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { FakeRazorpay } from "../../../server/test/kit/standIns/fakeRazorpay";
import { TestServer } from "../../../server/test/kit/server/testServer";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { signedInPage } from "../kit/browser/signedInPage";

/** Paying with a checkout of another origin, as Razorpay's is: only one page's CSP lets its script in. */

let razorpay: FakeRazorpay;
let scripts: Server;
let server: TestServer;
let payer: Traveller;
let scriptOrigin: string;

/** What checkout.js is to the page: it says what was paid as soon as it is opened. */
const checkoutScript = `window.Razorpay = class {
  constructor(options) { this.options = options; }
  on() {}
  open() {
    fetch("/paid-for-the-test?order=" + this.options.order_id)
      .then((answer) => answer.json())
      .then((proof) => this.options.handler(proof));
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
  payer = await signedInTraveller(server).withRequest(undefined, timelyDay());
  await addApplicant(payer, await makeSmallFiles());
});
afterAll(async () => {
  await server?.dispose();
  scripts?.close();
  await razorpay?.close();
});

test("who came to the page by the router gets a fresh document when they pay, and the payment goes on by itself", async () => {
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
    // Nothing was refused by the CSP; the script's own address is the only foreign one.
    expect(new Set(complaints)).toEqual(new Set([`asked ${scriptOrigin}`]));
  } finally {
    await context.close();
  }
});
