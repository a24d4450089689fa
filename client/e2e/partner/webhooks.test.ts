/** A partner's webhook endpoints, with a local HTTP server as receiver. */
import { afterAll, afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import * as documents from "../../../server/test/kit/documents";
import { TestPartner } from "../../../server/test/kit/personas/partner";
import { toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { verify, WebhookReceiver } from "../../../server/test/kit/standIns/webhookReceiver";
import { waitFor } from "../../../server/test/kit/waitFor";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findMisfits, setLetters, styleAs, wideSpacing } from "../kit/page/findMisfits";
import { expectUsable } from "../kit/page/findViolations";
import { pressOn, tabTo, typeInto } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";

const fixture = provideFixture();
let context: BrowserContext | undefined;
const receivers: WebhookReceiver[] = [];
afterEach(() => context?.close());
afterAll(() => Promise.all(receivers.map((one) => one.close())));

async function listen(...given: Parameters<typeof WebhookReceiver.start>): Promise<WebhookReceiver> {
  const receiver = await WebhookReceiver.start(...given);
  receivers.push(receiver);
  return receiver;
}

async function open(who: Traveller, viewport = viewports.phone) {
  const opened = await signedInPage(fixture.browser, who, viewport);
  context = opened.context;
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await opened.page.goto("/partners");
  await opened.page.getByRole("heading", { level: 2, name: "Webhooks" }).waitFor();
  await opened.page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  return opened;
}

async function expectNoFaults(page: Page, picture: string): Promise<void> {
  await takePicture(page, picture);
  await expectUsable(page);
}

/** Checks a narrow window, wide spacing and a large font. */
async function expectNoMisfits(page: Page): Promise<void> {
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await findMisfits(page)).toEqual([]);
  await page.setViewportSize(viewports.phone);
  await styleAs(page, wideSpacing);
  expect(await findMisfits(page)).toEqual([]);
  await styleAs(page, "");
  await setLetters(page, 32);
  expect(await findMisfits(page)).toEqual([]);
  await setLetters(page, 16);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Copies and returns the secret that the dialog shows, and closes the dialog. */
async function takeSecret(page: Page): Promise<string> {
  await page.getByText("Store the secret now").waitFor();
  await press(page, "Copy the secret");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^whsec_/);
  await press(page, "Done");
  expect(await page.content()).not.toContain(secret);
  return secret;
}

/** Causes an `application.cancelled` event. */
async function cancelOne(program: Traveller): Promise<void> {
  await toStory(program).withRequest();
  const { visaRequestId } = program.request;
  await program.do(documents.cancelVisaRequest, { visaRequestId });
}

/** Creates a partner with a paused endpoint, for which `count` deliveries have failed. */
async function createPaused(receiver: WebhookReceiver, count: number): Promise<TestPartner> {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const program = await partner.programWith();
  const { endpointId } = await partner.addEndpoint(receiver.url);
  for (let nth = 0; nth < count; nth++) await cancelOne(program);
  await waitFor("the attempts fail", () => receiver.ids.length === count);
  const daysAgo = new Date(Date.now() - 4 * 24 * 60 * 60_000).toISOString();
  await editDatabase(
    fixture.server,
    `UPDATE webhook_endpoint SET "failingSince" = ? WHERE "endpointId" = ?`,
    [daysAgo, endpointId],
  );
  await waitFor("the endpoint is paused", async () => {
    const { data } = await program.call(documents.webhookEndpoints);
    return data.webhookEndpoints[0].state === "PAUSED";
  });
  return partner;
}

test("an owner adds an endpoint, tests it, reads its attempts, rotates its secret and ends it", async () => {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const receiver = await listen((response) => response.writeHead(204).end());
  const { page, complaints } = await open(partner.owner);
  await page.getByText("No endpoint yet.").waitFor();
  const guide = page.getByRole("link", { name: "how to receive and verify events" });
  expect(await guide.getAttribute("href")).toBe("/developers/events");
  await expectNoFaults(page, "webhooks-none-phone");

  await press(page, "Add an endpoint");
  const dialog = page.getByRole("dialog", { name: "Add an endpoint" });
  await press(page, "Choose none");
  await press(page, "Add the endpoint");
  await dialog.getByText("Enter the URL of your endpoint").waitFor();
  await dialog.getByText("Choose one or more types of events").waitFor();
  await dialog.getByLabel("URL").fill("http://10.0.0.1/");
  await dialog.getByLabel(/application\.cancelled/).check();
  await press(page, "Add the endpoint");
  await dialog.getByText("Choose one or more types of events").waitFor({ state: "hidden" });
  await dialog.getByText("Error:").waitFor();
  await expectNoFaults(page, "webhooks-add-phone");
  await dialog.getByLabel("URL").fill(receiver.url);
  await press(page, "Add the endpoint");
  await page.getByText("Store the secret now").waitFor();
  await expectNoFaults(page, "webhooks-secret-phone");
  const secret = await takeSecret(page);
  await page.getByText("Active", { exact: true }).waitFor();

  await press(page, `Send a test event to ${receiver.url}`);
  await page.getByText(/responded to the test event with 204 after \d+ ms/).waitFor();
  expect(verify(receiver.received[0]!, secret)).toMatchObject({ type: "ping" });
  receiver.answer = (response) => response.writeHead(503).end("We are <b>closed</b>");
  await press(page, `Send a test event to ${receiver.url}`);
  await page.getByText(/with 503 after \d+ ms/).waitFor();
  receiver.answer = (response) => response.writeHead(200).end("thank you");
  const program = await partner.programWith();
  await cancelOne(program);
  await waitFor("the event arrives", () => receiver.received.length === 3);
  expect(verify(receiver.received[2]!, secret)).toMatchObject({ type: "application.cancelled" });
  await poll(async () => {
    await press(page, "Refresh");
    await page.getByText("Attempts, newest: 200").waitFor({ timeout: 1_000 });
  });
  await page.getByText("Attempts, newest: 200").click();
  await page.getByText("We are <b>closed</b>").last().waitFor();
  const records = page.getByText("Duration", { exact: true });
  expect(await records.count()).toBe(3);
  await expectNoFaults(page, "webhooks-attempts-phone");

  await press(page, `Rotate the secret of ${receiver.url}`);
  await page.getByText("each message also has a signature by the old one").waitFor();
  await expectNoFaults(page, "webhooks-rotate-phone");
  await press(page, "Make a new secret");
  await page.getByText("The old secret stays valid for 24 hours.").waitFor();
  const newSecret = await takeSecret(page);
  expect(newSecret).not.toBe(secret);
  await cancelOne(program);
  await waitFor("the next event arrives", () => receiver.received.length === 4);
  for (const each of [secret, newSecret]) expect(verify(receiver.received[3]!, each)).toBeTruthy();

  await press(page, `Rotate the secret of ${receiver.url}`);
  await page.getByText("If you have lost it, replace it").waitFor();
  await expectNoFaults(page, "webhooks-replace-phone");
  await press(page, "Make a new secret");
  const replacement = await takeSecret(page);
  await press(page, `Send a test event to ${receiver.url}`);
  await waitFor("the ping arrives", () => receiver.received.length === 5);
  for (const each of [secret, replacement]) expect(verify(receiver.received[4]!, each)).toBeTruthy();
  expect(() => verify(receiver.received[4]!, newSecret)).toThrow();

  await press(page, `Change ${receiver.url}`);
  await page
    .getByRole("dialog")
    .getByLabel(/refund\.done/)
    .check();
  await press(page, "Save the endpoint");
  await page.getByText("The endpoint was changed").waitFor();
  await page.getByLabel("Types of events").getByText("refund.done").waitFor();
  await press(page, `End ${receiver.url}`);
  await press(page, "Keep it");
  await press(page, `End ${receiver.url}`);
  await expectNoFaults(page, "webhooks-end-phone");
  await press(page, "End the endpoint");
  await page.getByText("1 ended endpoint").click();
  await page.getByText("No endpoint yet.").waitFor();
  await expectNoFaults(page, "webhooks-ended-phone");
  expect(complaints).toEqual([]);
});

test("a paused endpoint states the reason; once it is resumed, its missed events can be delivered again", async () => {
  const receiver = await listen((response) => response.writeHead(500).end("out of order"));
  const partner = await createPaused(receiver, 3);
  const { page, complaints } = await open(partner.owner);
  await page.getByText(/^Paused on .* because every attempt had failed since/).waitFor();
  await page.getByText("Failed deliveries: 3").click();
  await page.getByText("Attempts, newest: 500").click();
  await page.getByText("Resume the endpoint before you deliver them again.").waitFor();
  await expectNoFaults(page, "webhooks-paused-phone");
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoFaults(page, "webhooks-paused-dark-phone");
  await page.emulateMedia({ colorScheme: "light" });
  await expectNoMisfits(page);

  receiver.answer = (response) => response.writeHead(204).end();
  receiver.received.length = 0;
  await press(page, `Resume ${receiver.url}`);
  await page.getByText("Active", { exact: true }).waitFor();
  const again = page.getByRole("button", { name: /^Deliver again application\.cancelled of / });
  expect(await again.count()).toBe(3);
  await expectNoFaults(page, "webhooks-failed-phone");
  await again.first().click();
  await page.getByText("1 event will be delivered again").waitFor();
  await waitFor("the event arrives again", () => receiver.received.length === 1);
  await page.getByText("Failed deliveries: 2").waitFor();
  await press(page, "Deliver events again");
  await page.getByText("Enter a start time").waitFor();
  await page.getByLabel("From").fill("2026-01-01T00:00");
  await page.getByLabel("To (optional)").fill("2025-01-01T00:00");
  await press(page, "Deliver events again");
  await page.getByText("Enter a time after the start").waitFor();
  await page.getByLabel("To (optional)").fill("");
  await press(page, "Deliver events again");
  await page.getByText("3 events will be delivered again").waitFor();
  await waitFor("all events arrive again", () => receiver.received.length === 4);
  await page.getByText("Failed deliveries: none").waitFor();
  expect(receiver.ids).toHaveLength(3);
  expect(complaints).toEqual([]);
});

test("an endpoint can be added and tested by keyboard", async () => {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const receiver = await listen();
  const { page } = await open(partner.owner, viewports.desktop);
  await pressOn(page, page.getByRole("button", { name: "Add an endpoint" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("URL"), receiver.url);
  await pressOn(page, dialog.getByLabel(/refund\.due/), "Space");
  await pressOn(page, dialog.getByRole("button", { name: "Add the endpoint" }));
  await dialog.getByText("Store the secret now").waitFor();
  await pressOn(page, dialog.getByRole("button", { name: "Done" }));
  await pressOn(page, page.getByRole("button", { name: `Send a test event to ${receiver.url}` }));
  await page.getByText(/responded to the test event with 204/).waitFor();
  await pressOn(page, page.getByText("Attempts, newest: 204"));
  await pressOn(page, page.getByText("Failed deliveries: none"));
  await tabTo(page, page.getByRole("button", { name: "Deliver events again" }));
  const { data } = await partner.owner.call(documents.webhookEndpoints, { partnerId: partner.partnerId });
  expect(data.webhookEndpoints[0].types).not.toContain("REFUND_DUE");
});

test("the members of an ended partner see that nothing is sent, and cannot add an endpoint", async () => {
  const partner = await TestPartner.create(fixture.server, "Hill Travels");
  await partner.addEndpoint((await listen()).url);
  await fixture.server.runCommand("partners", "end", partner.partnerId);
  const { page } = await open(partner.owner);
  const webhooks = page.getByRole("region", { name: "Webhooks" });
  await webhooks.getByText("Nothing is sent to a partner that has ended.").waitFor();
  expect(await webhooks.getByRole("button").count()).toBe(0);
});
