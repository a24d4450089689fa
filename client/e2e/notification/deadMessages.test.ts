import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext } from "playwright-core";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { FakeMsg91 } from "../../../server/test/kit/standIns/fakeMsg91";
import { readMessages } from "../../../server/test/kit/data/messages";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { waitFor } from "../../../server/test/kit/waitFor";
import { viewports } from "../kit/browser/browser";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideOwnFixture } from "../kit/browser/fixture";
import { takePicture } from "../kit/page/takePicture";

/** Failed messages in the staff console. */

const fixture = provideOwnFixture();
let msg91: FakeMsg91;
let staff: Traveller;
let travellers: Traveller[];
let context: BrowserContext | undefined;

beforeAll(async () => {
  msg91 = await FakeMsg91.start();
  staff = await signInStaff(fixture.server);
  travellers = [];
  for (let count = 0; count < 5; count++)
    travellers.push(await signedInTraveller(fixture.server).withRequest().withApplicant());
  fixture.server.configure(msg91.settings);
  await fixture.server.restart();
}, 120_000);
afterAll(() => msg91.close());
afterEach(async () => {
  await context?.close();
});

/** Returns a traveller who has paid and whose SMS was permanently rejected by MSG91. */
async function withDeadMessage(): Promise<Traveller> {
  msg91.mood = { error: "Please provide valid mobile number" };
  const traveller = travellers.shift()!;
  await toStory(traveller).paid();
  await waitFor(
    "MSG91 has rejected the SMS",
    async () => (await readMessages(traveller))[0]?.state === "DEAD",
  );
  return traveller;
}

/** Retries the traveller's first message, as another staff member would. */
async function retryOf(traveller: Traveller): Promise<void> {
  const { notificationId } = (await readMessages(traveller))[0];
  await staff.call(
    `mutation { staffRetryMessage(input: { notificationId: "${notificationId}" }) { notificationId } }`,
  );
}

test("staff see why a message failed, and can retry it", async () => {
  const [older, newer] = [await withDeadMessage(), await withDeadMessage()];
  const { page, context: own, complaints } = await signedInPage(fixture.browser, staff, viewports.desktop);
  context = own;
  await page.goto("/staff");
  const nav = page.getByRole("navigation", { name: "Staff console" });
  await nav.getByRole("link", { name: "Messages 2 not sent", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Messages" }).waitFor();
  const row = (traveller: Traveller) =>
    page.getByRole("listitem").filter({ hasText: traveller.request.visaReferenceNo });
  await row(newer).getByText("SMS: Payment received").waitFor();
  await row(newer).getByText("The number or address is not valid").waitFor();
  await row(newer).getByText("MSG91_NUMBER").waitFor();
  await row(newer).getByText("Tried once").waitFor();
  const links = page.getByRole("main").getByRole("link", { name: /^VP-/ });
  await poll(async () =>
    expect(await links.allInnerTexts()).toEqual([
      newer.request.visaReferenceNo,
      older.request.visaReferenceNo,
    ]),
  );
  await poll(async () =>
    expect(await links.first().getAttribute("href")).toBe(`/staff/case/${newer.request.visaRequestId}`),
  );
  await expectUsable(page);
  await takePicture(page, "staff-messages-1280");

  msg91.mood = "takes it";
  await row(newer).getByRole("button", { name: "Try again" }).click();
  await page.getByText("The message is being sent again").waitFor();
  await row(newer).waitFor({ state: "detached" });
  await nav.getByRole("link", { name: "Messages 1 not sent", exact: true }).waitFor();
  await waitFor("the message is sent", async () => (await readMessages(newer))[0].state === "SENT");
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");

  // Another staff member retries the message first.
  await retryOf(older);
  await row(older).getByRole("button", { name: "Try again" }).click();
  await row(older)
    .getByRole("alert")
    .getByText("Only a message that could not be sent can be retried")
    .waitFor();
  await nav.getByRole("link", { name: "Messages", exact: true }).waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));

  // Waits for the message to be sent, because the next test makes MSG91 reject messages again.
  await waitFor("the message is sent", async () => (await readMessages(older))[0].state === "SENT");
  await page.reload();
  await page.getByText("Every message was sent.").waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  expect(complaints).toEqual([]);
});

test("the count of failed messages is updated every 30 seconds", async () => {
  const { page, context: own } = await signedInPage(fixture.browser, staff);
  context = own;
  let asked = 0;
  page.on("request", (request) => {
    if (request.postData()?.includes("deadMessages")) asked++;
  });
  await page.clock.install();
  await page.goto("/staff");
  const messages = page
    .getByRole("navigation", { name: "Staff console" })
    .getByRole("link", { name: /^Messages/ });
  const shown = () => messages.ariaSnapshot();
  await poll(async () => expect(asked).toBe(1));
  await poll(async () => expect(await shown()).toContain('link "Messages":'));

  const traveller = await withDeadMessage();
  await page.clock.fastForward("00:30");
  await poll(async () => expect(await shown()).toContain('link "Messages 1 not sent":'));
  msg91.mood = "takes it";
  await retryOf(traveller);
  await waitFor("the message is sent", async () => (await readMessages(traveller))[0].state === "SENT");
  await page.clock.fastForward("00:30");
  await poll(async () => expect(await shown()).toContain('link "Messages":'));
});

test("a long list is loaded in pages, and a failed load can be retried", async () => {
  await editDatabase(
    fixture.server,
    `WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 52)
     INSERT INTO notification SELECT 'copy-' || n, event, channel, 'copy-' || n, "visaRequestId", "userId",
       "toSealed", "paramsSealed", 'DEAD', 7, "nextTryAt", 'SMTP_550', "createdAt", NULL
     FROM number, (SELECT * FROM notification LIMIT 1)`,
  );
  const { page, context: own } = await signedInPage(fixture.browser, staff);
  context = own;
  await page.route("**/graphql", (route) =>
    route.request().postData()?.includes("staffDeadMessages") ? route.abort() : route.continue(),
  );
  await page.goto("/staff/messages");
  await page.getByRole("alert").getByText("Network Error").waitFor();
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Retry" }).click();
  const rows = page.getByRole("main").getByRole("listitem").filter({ hasText: "SMTP_550" });
  await rows.nth(49).waitFor();
  await poll(async () => expect(await rows.count()).toBe(50));
  await page.getByRole("button", { name: "Show more" }).click();
  await rows.nth(51).waitFor();
  await poll(async () => expect(await rows.count()).toBe(52));
  await poll(async () => expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0));
});
