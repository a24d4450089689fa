/** The page on which a partner's members manage its keys and members, and see its usage. */
import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { addDays, todayInKolkata } from "../../../server/core/day.rules";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import * as documents from "../../../server/test/kit/documents";
import { TestPartner } from "../../../server/test/kit/personas/partner";
import { newPhoneNumber, signIn, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { callGraphql } from "../../../server/test/kit/wire/callApi";
import { travellerSizes, viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { pressOn, tabTo, typeInto } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";

const fixture = provideOwnFixture();
let context: BrowserContext | undefined;
afterEach(() => context?.close());

async function open(who: Traveller, viewport = viewports.phone, colorScheme?: "dark") {
  const opened = await signedInPage(fixture.browser, who, viewport);
  context = opened.context;
  if (colorScheme) await opened.page.emulateMedia({ colorScheme });
  await opened.page.goto("/partners");
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  await opened.page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  return opened;
}

async function expectNoFaults(page: Page, picture: string): Promise<void> {
  await takePicture(page, picture);
  await expectUsable(page);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

/** Returns the key that the dialog shows. */
const readKey = async (page: Page) =>
  /vp_live_[0-9A-Za-z]{38}/.exec(await page.getByRole("dialog").innerText())![0];

async function enterCode(page: Page, owner: Traveller, submit: string): Promise<void> {
  const otp = page.getByRole("dialog").getByLabel("OTP");
  await otp.waitFor();
  await otp.fill(await fixture.server.readCode(owner.phoneNumber));
  await press(page, submit);
}

const list = (token: string) => callGraphql(fixture.server, documents.myVisaRequests, { token });

/** Creates a partner with keys, members, an application and weeks of usage. */
async function createBusyPartner(): Promise<TestPartner> {
  const partner = await TestPartner.create(fixture.server, "Ravi Travels");
  await partner.createKey({ name: "Booking server", networks: ["127.0.0.0/8", "2001:db8::/32"] });
  const old = await partner.createKey({ name: "Reports", scopes: ["READ"], expiresInDays: 90 });
  await partner.rotate(old.key.partnerKeyId);
  const ended = await partner.createKey({ name: "First attempt" });
  await partner.owner.do(documents.endPartnerKey, { partnerKeyId: ended.key.partnerKeyId });
  const program = await toStory(await partner.programWith()).withRequest();
  await toStory(program).withApplicant();
  const today = todayInKolkata(new Date());
  for (let days = 1; days < 30; days++) {
    const operations = Math.round(1800 + 1500 * Math.sin(days / 2) + ((days * 7919) % 500));
    await editDatabase(fixture.server, "INSERT INTO partner_usage VALUES (?, ?, ?, ?, ?)", [
      partner.partnerId,
      addDays(today, -days),
      ...[operations, days % 6 === 0 ? Math.round(operations / 7) : 0, operations * 23],
    ]);
  }
  const { partnerId } = partner;
  for (const role of ["DEVELOPER", "OWNER"] as const)
    await partner.owner.do(documents.addPartnerMember, { partnerId, phoneNumber: newPhoneNumber(), role });
  return partner;
}

describe.each(travellerSizes)("on a %s", (size, viewport) => {
  let partner: TestPartner;
  beforeAll(async () => {
    partner = await createBusyPartner();
  }, 60_000);

  test("a member sees keys, usage as a plot and a table, limits and members", async () => {
    const { page, complaints } = await open(partner.owner, viewport);
    await page.getByRole("heading", { level: 1, name: "Ravi Travels" }).waitFor();
    const main = page.getByRole("main");
    const server = main.getByRole("listitem").filter({ hasText: "Booking server" });
    await server.getByText("127.0.0.0/8, 2001:db8::/32").waitFor();
    await main.getByText(/Replaced\. It stays valid until/).waitFor();
    await main.getByText("Unpaid applications", { exact: true }).waitFor();
    await main.getByText("1 of 2,000").waitFor();
    await expectNoFaults(page, `partners-${size}`);
    await main.getByText("The last 30 days as a table").click();
    const rows = main.getByRole("table").getByRole("row");
    await poll(async () => expect(await rows.count()).toBe(31));
    await main.getByText("1 ended key").click();
    await main.getByText("First attempt").waitFor();
    await expectNoFaults(page, `partners-open-${size}`);
    expect(complaints).toEqual([]);
  });

  test("the page is accessible in dark mode", async () => {
    const { page } = await open(partner.owner, viewport, "dark");
    await expectNoFaults(page, `partners-dark-${size}`);
  });

  test("an owner creates a key by entering a code, and copies, rotates and ends the key", async () => {
    const fresh = await TestPartner.create(fixture.server, "Sea Tours");
    const { page, complaints } = await open(fresh.owner, viewport);
    await context!.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.getByText("No key yet.").waitFor();
    await page.getByText("No operation in the last 30 days.").waitFor();
    await expectNoFaults(page, `partners-new-${size}`);

    await press(page, "Create a key");
    const dialog = page.getByRole("dialog", { name: "Create a key" });
    await dialog.getByLabel(/^read/).uncheck();
    await press(page, "Continue");
    await dialog.getByText("Choose what the key may do").waitFor();
    await expectNoFaults(page, `partners-create-${size}`);
    await dialog.getByLabel("Name").fill("Booking server");
    await dialog.getByLabel(/^read/).check();
    await dialog.getByLabel("Networks").fill("10.0.0.0/33");
    await press(page, "Continue");
    await enterCode(page, fresh.owner, "Create the key");
    await dialog.getByText("Enter an address or a network").waitFor();
    await dialog.getByLabel("Networks").fill("127.0.0.0/8\n::1");
    await press(page, "Continue");
    await enterCode(page, fresh.owner, "Create the key");
    await dialog.getByText("Store the key now").waitFor();
    await expectNoFaults(page, `partners-key-${size}`);
    const secret = await readKey(page);
    await press(page, "Copy the key");
    await page.getByRole("button", { name: "Copied" }).waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret);
    expect((await list(secret)).status).toBe(200);
    await press(page, "Done");
    await page.getByText(`${secret.slice(0, 12)}…`).waitFor();
    expect(await page.content()).not.toContain(secret);

    // Deletes the sent codes, so that they do not count towards the limit of 3 codes in 15 minutes.
    await editDatabase(fixture.server, "DELETE FROM login_code");
    await press(page, "Rotate Booking server");
    await page.getByLabel("Keep the old key for").selectOption({ label: "3 days" });
    await press(page, "Continue");
    await enterCode(page, fresh.owner, "Create the new key");
    await page.getByText("Store the key now").waitFor();
    const next = await readKey(page);
    await press(page, "Done");
    await page.getByText(/Replaced\. It stays valid until/).waitFor();
    for (const one of [secret, next]) expect((await list(one)).status).toBe(200);

    const old = page.getByRole("listitem").filter({ hasText: `${secret.slice(0, 12)}…` });
    await old.getByRole("button", { name: "End Booking server" }).click();
    await press(page, "Keep it");
    expect((await list(secret)).status).toBe(200);
    await old.getByRole("button", { name: "End Booking server" }).click();
    await page.getByText("are refused from their next request on").waitFor();
    await expectNoFaults(page, `partners-end-${size}`);
    await press(page, "End the key");
    await page.getByText("1 ended key").waitFor();
    expect((await list(secret)).status).toBe(401);
    expect((await list(next)).status).toBe(200);
    expect(complaints).toEqual([]);
  });
});

test("an owner adds and removes a member; a developer can create keys but not manage members", async () => {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const developer = await signIn(fixture.server);
  const { page } = await open(partner.owner);
  await press(page, "Add member");
  await page.getByText("Error:").first().waitFor();
  await page.getByLabel("Mobile number").fill(developer.phoneNumber);
  await press(page, "Add member");
  await page.getByText(`${developer.phoneNumber} was added`).waitFor();
  await press(page, `Remove ${partner.owner.phoneNumber}`);
  await press(page, "Remove");
  await page.getByRole("alert").getByText("This is the only owner").waitFor();
  await press(page, "Keep them");
  await context!.close();

  const theirs = (await open(developer)).page;
  await theirs.getByText("Only an owner can add or remove members.").waitFor();
  expect(await theirs.getByRole("button", { name: /^Remove|Add member/ }).count()).toBe(0);
  expect(await theirs.getByRole("button", { name: "Create a key" }).isEnabled()).toBe(true);
  await context!.close();

  const again = (await open(partner.owner)).page;
  await press(again, `Remove ${developer.phoneNumber}`);
  await press(again, "Remove");
  await again.getByText(`${developer.phoneNumber} was removed`).waitFor();
  expect((await developer.call(documents.myPartners)).data.myPartners).toEqual([]);
});

test("a member of several partners can choose one, and an ended partner is marked", async () => {
  const owner = await signIn(fixture.server);
  await TestPartner.create(fixture.server, "Sea Tours", owner);
  const other = await TestPartner.create(fixture.server, "Hill Travels", owner);
  await fixture.server.runCommand("partners", "end", other.partnerId);
  const { page } = await open(owner);
  await page.getByRole("heading", { level: 1, name: "Sea Tours" }).waitFor();
  await page.getByLabel("Partner", { exact: true }).selectOption("Hill Travels");
  await page.getByRole("heading", { level: 1, name: "Hill Travels" }).waitFor();
  await page.getByText(/This partner ended on/).waitFor();
  expect(await page.getByRole("button", { name: "Create a key" }).count()).toBe(0);
  await expectNoFaults(page, "partners-ended");
});

test.each(travellerSizes)(
  "on a %s, a person without a partner is referred to the developer pages",
  async (size, viewport) => {
    const { page, complaints } = await open(await signIn(fixture.server), viewport);
    await page.getByText("You do not manage a partner.").waitFor();
    await page.getByRole("link", { name: "pages for developers" }).waitFor();
    await expectNoFaults(page, `partners-none-${size}`);
    expect(complaints).toEqual([]);
  },
);

test("a key can be created by keyboard", async () => {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const { page } = await open(partner.owner, viewports.desktop);
  await pressOn(page, page.getByRole("button", { name: "Create a key" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Name"), "Booking server");
  await pressOn(page, dialog.getByLabel(/^apply/), "Space");
  await pressOn(page, dialog.getByRole("button", { name: "Continue" }));
  await dialog.getByLabel("OTP").waitFor();
  await typeInto(page, dialog.getByLabel("OTP"), await fixture.server.readCode(partner.owner.phoneNumber));
  await page.keyboard.press("Enter");
  await dialog.getByText("Store the key now").waitFor();
  await pressOn(page, dialog.getByRole("button", { name: "Done" }));
  await page.getByRole("heading", { level: 3, name: "Booking server" }).waitFor();
  await tabTo(page, page.getByRole("button", { name: "Rotate Booking server" }));
  const [key] = (await partner.read()).keys;
  expect(key.scopes).toEqual(["READ", "APPLY"]);
});

test("a visitor is redirected to the home page", async () => {
  const partner = await TestPartner.create(fixture.server, "Sea Tours");
  const opened = await signedInPage(fixture.browser, partner.owner);
  context = opened.context;
  await opened.page.goto("/");
  await opened.page.evaluate(() => localStorage.clear());
  await opened.page.goto("/partners");
  await poll(async () => expect(new URL(opened.page.url()).pathname).toBe("/"));
});

test("a person can create a test partner without help from staff, and its key works only in the test world", async () => {
  fixture.server.configure({ TEST_MODE: "on" });
  await fixture.server.restart();
  const { page, complaints } = await open(await signIn(fixture.server));
  await context!.grantPermissions(["clipboard-read", "clipboard-write"]);
  await press(page, "Create a test partner");
  await page.getByText("Enter a name").waitFor();
  await page.getByLabel("Name of your company").fill("Trial Travels");
  await page.getByLabel("E-mail address").fill("dev@trial.example");
  await expectNoFaults(page, "partners-test-form");
  await press(page, "Create a test partner");
  const dialog = page.getByRole("dialog", { name: "Your test key" });
  await dialog.getByText("Store the key now").waitFor();
  await expectNoFaults(page, "partners-test-key");
  await press(page, "Copy the key");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const secret = await page.evaluate(() => navigator.clipboard.readText());
  expect(secret).toMatch(/^vp_test_/);
  const ask = async (path: string) => {
    const response = await fetch(fixture.server.url + path, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${secret}` },
      body: JSON.stringify({ query: "{ myVisaRequests { totalCount } }" }),
    });
    return response.status;
  };
  expect([await ask("/test/graphql"), await ask("/graphql")]).toEqual([200, 401]);
  await press(page, "Done");
  expect(complaints).toEqual([]);
});
