/** The partners page of the staff console. */
import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { defaultLimits } from "../../../server/modules/partner/partner.rules";
import { noPhoneNumber } from "../../../server/modules/user/phone.rules";
import * as documents from "../../../server/test/kit/documents";
import { TestPartner } from "../../../server/test/kit/personas/partner";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { pressOn, typeInto } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";

const fixture = provideOwnFixture();
let staff: Traveller;
let context: BrowserContext | undefined;
beforeAll(async () => {
  staff = await signInStaff(fixture.server);
}, 60_000);
afterEach(() => context?.close());

async function open(viewport = viewports.phone, colorScheme?: "dark") {
  const opened = await signedInPage(fixture.browser, staff, viewport);
  context = opened.context;
  if (colorScheme) await opened.page.emulateMedia({ colorScheme });
  await opened.page.goto("/staff");
  const nav = opened.page.getByRole("navigation", { name: "Staff console" });
  await nav.getByRole("link", { name: "Partners" }).click();
  await opened.page.getByRole("heading", { level: 1, name: "Partners" }).waitFor();
  await opened.page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  return opened;
}

async function expectNoFaults(page: Page, picture: string): Promise<void> {
  await takePicture(page, picture);
  await expectUsable(page);
}

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();
const rowOf = (page: Page, name: string) =>
  page
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: page.getByRole("heading", { level: 2, name }) });

test("staff create a partner, change its fee and limits, and end it", async () => {
  const owner = await signIn(fixture.server);
  const name = "Sea Tours";
  await TestPartner.create(fixture.server, "Ravi Travels").then((one) => one.createKey());
  const { page, complaints } = await open(viewports.desktop);
  await press(page, "New partner");
  const dialog = page.getByRole("dialog");
  await press(page, "Create partner");
  await dialog.getByText("Enter an e-mail address").waitFor();
  await expectNoFaults(page, "staff-partners-new-desktop");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("E-mail address").fill("dev@sea.example");
  await dialog.getByLabel("GSTIN").fill("27aapfu0939f1zv");
  await press(page, "Create partner");
  await dialog.getByText(noPhoneNumber).waitFor();
  await dialog.getByLabel("Mobile number of the first owner").fill(owner.phoneNumber);
  await press(page, "Create partner");
  await page.getByText(`${name} was created`).waitFor();
  const row = rowOf(page, name);
  await row.getByText("GSTIN 27AAPFU0939F1ZV").waitFor();
  await row.getByText("(as for all)").waitFor();
  expect((await owner.call(documents.myPartners)).data.myPartners).toHaveLength(1);

  await row.getByText("Members, keys and limits").click();
  await row.getByText(owner.phoneNumber).waitFor();
  await expectNoFaults(page, "staff-partners-desktop");

  await row.getByRole("button", { name: "Fee and limits" }).click();
  await dialog.getByLabel(/^Service fee/).fill("₹400");
  await dialog.getByLabel("Unpaid applications").fill("no");
  await press(page, "Save");
  await dialog.getByText("Enter 0 to 100000 rupees").waitFor();
  await dialog.getByLabel(/^Service fee/).fill("99");
  await press(page, "Save");
  await dialog.getByText("Enter a whole number above 0").waitFor();
  await expectNoFaults(page, "staff-partners-edit-desktop");
  await dialog.getByLabel("Unpaid applications").fill("5,000");
  await dialog.getByLabel("Size of all files, in MB").fill("40960");
  await press(page, "Save");
  await page.getByText(`${name} is changed`).waitFor();
  await row.getByText("INR 99/-").waitFor();
  await row.getByText("40 GB").waitFor();
  const [changed] = (await owner.call(documents.myPartners)).data.myPartners;
  expect(changed).toMatchObject({ serviceFee: 99, limits: { openApplications: 5_000, write: 600 } });

  await row.getByRole("button", { name: `End ${name}` }).click();
  await press(page, "Keep it");
  await row.getByRole("button", { name: `End ${name}` }).click();
  await press(page, "End the partner");
  await page.getByText(/\d ended partners?/).click();
  await row.getByText(/^Ended /).waitFor();
  expect(await row.getByRole("button", { name: /^End/ }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("after a conflict, staff can apply only their own change, or load the other staff member's version", async () => {
  const partner = await TestPartner.create(fixture.server, "Stale Tours");
  const { page } = await open(viewports.desktop);
  const row = rowOf(page, "Stale Tours");
  await row.waitFor();
  const { applications: _none, ...limits } = defaultLimits;
  const { partnerId } = partner;
  await staff.do(documents.staffUpdatePartner, { partnerId, serviceFee: 99, limits });
  await row.getByRole("button", { name: "Fee and limits" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Unpaid applications").fill("500");
  await press(page, "Save");
  await dialog.getByText("What you typed is kept").waitFor();
  await expectNoFaults(page, "staff-partners-conflict-desktop");
  expect(await partner.read()).toMatchObject({ serviceFee: 99, limits: { openApplications: 2_000 } });
  await press(page, "Overwrite with mine");
  await page.getByText("Stale Tours is changed").waitFor();
  expect(await partner.read()).toMatchObject({ serviceFee: 99, limits: { openApplications: 500 } });

  await row.getByRole("button", { name: "Fee and limits" }).click();
  await staff.do(documents.staffUpdatePartner, { partnerId, serviceFee: 98, limits });
  await dialog.getByLabel(/^Service fee/).fill("97");
  await press(page, "Save");
  await press(page, "Load their version");
  await poll(async () => expect(await dialog.getByLabel(/^Service fee/).inputValue()).toBe("98"));
});

test("a partner is created once, even if the list cannot be reloaded afterwards", async () => {
  const owner = await signIn(fixture.server);
  const { page } = await open(viewports.desktop);
  await press(page, "New partner");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("Once Tours");
  await dialog.getByLabel("E-mail address").fill("dev@once.example");
  await dialog.getByLabel("Mobile number of the first owner").fill(owner.phoneNumber);
  await page.route("**/graphql", (route) =>
    route.request().postData()?.includes('"staffPartners"') ? route.abort() : route.continue(),
  );
  await press(page, "Create partner");
  await page.getByText("Once Tours was created").waitFor();
  await page.getByText("This list could not be updated").waitFor();
  await poll(async () => expect(await dialog.count()).toBe(0));
  await page.unroute("**/graphql");
  await press(page, "Retry");
  await rowOf(page, "Once Tours").waitFor();
});

test("the partners page is accessible in dark mode", async () => {
  await TestPartner.create(fixture.server, "Hill Travels");
  const { page } = await open(viewports.desktop, "dark");
  await expectNoFaults(page, "staff-partners-dark-desktop");
});

test("a partner can be created by keyboard", async () => {
  const owner = await signIn(fixture.server);
  const { page } = await open(viewports.desktop);
  await pressOn(page, page.getByRole("button", { name: "New partner" }));
  const dialog = page.getByRole("dialog");
  await typeInto(page, dialog.getByLabel("Name"), "Keyboard Tours");
  await typeInto(page, dialog.getByLabel("E-mail address"), "dev@keyboard.example");
  await typeInto(page, dialog.getByLabel("Mobile number of the first owner"), owner.phoneNumber);
  await pressOn(page, dialog.getByRole("button", { name: "Create partner" }));
  await page.getByText("Keyboard Tours was created").waitFor();
  await rowOf(page, "Keyboard Tours").waitFor();
});

test("a traveller cannot open the partners page", async () => {
  const opened = await signedInPage(fixture.browser, await signIn(fixture.server));
  context = opened.context;
  await opened.page.goto("/staff/partners");
  await opened.page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
});
