import { afterEach, beforeAll, expect, test } from "@jest/globals";
import type { BrowserContext, Page, Request } from "playwright-core";
import {
  changeCountry,
  checkRequirements,
  readCountry,
} from "../../../server/test/kit/stories/catalogueAdmin";
import * as documents from "../../../server/test/kit/documents";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findViolationsInThemes } from "../kit/page/findViolations";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { focusedText } from "../kit/stories/staffCase";
import { takePicture } from "../kit/page/takePicture";

/** Staff edit the requirements of a country's visas, and record when they checked them against the source. */

const fixture = provideOwnFixture();
const contexts: BrowserContext[] = [];
let ravi: Traveller;
let meera: Traveller;
beforeAll(async () => {
  ravi = await signInStaff(fixture.server);
  meera = await signInStaff(fixture.server);
  await meera.do(documents.updateProfile, { name: "Meera" });
});
afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

const open = async (path: string) => {
  const opened = await signedInPage(fixture.browser, ravi, viewports.desktop);
  contexts.push(opened.context);
  await opened.page.goto(path);
  return opened;
};
const factsOf = async (countryUrl: string, label: string) =>
  (await readCountry(ravi, countryUrl)).documents.find(({ requirement }) => requirement.label === label);
const expectLegible = async (page: Page, name: string, isWhole = true) => {
  await poll(async () => expect(await findViolationsInThemes(page)).toEqual([]));
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  for (const colorScheme of ["dark", "light"] as const) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `staff-${name}-${colorScheme}`, isWhole);
  }
};
const saved = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).waitFor();

const countryUrl = "vietnam";

test("a requirement can be edited by keyboard, and the change is in the history", async () => {
  const country = await readCountry(ravi, countryUrl);
  const { label } = country.documents[0].requirement;
  const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`);
  const edit = page.getByRole("button", { name: `Edit – ${label}, Tourist`, exact: true });
  await edit.waitFor();
  await expectLegible(page, "requirements-desktop");
  await edit.press("Enter");
  const form = page.getByRole("dialog", { name: "Edit requirement" });
  const input = form.getByLabel("Label", { exact: true });
  await poll(async () => expect(await input.evaluate((one) => one === document.activeElement)).toBe(true));
  await expectLegible(page, "requirement-form-desktop", false);

  await input.fill("<b>Pages</b>");
  await form.getByLabel("Source").fill("http://visa.example");
  await form.getByText("When it applies").click();
  await form.getByLabel("Shortest stay").fill("30");
  await form.getByLabel("Longest stay").fill("10");
  await form.getByText("When it applies").click();
  await page.keyboard.press("Escape");
  await edit.press("Enter");
  expect(await input.inputValue()).toBe(label);

  await input.fill("<b>Pages</b>");
  await form.getByLabel("Source").fill("http://visa.example");
  await form.getByLabel("Checked on").fill("01-01-2999");
  await form.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await form.getByText("Label is shown as it is typed: remove the markup").waitFor();
  await form.getByText("Source: a link that begins with https://").waitFor();
  await form.getByText("The day of the check is in the future").waitFor();
  await poll(async () => expect(await input.evaluate((one) => one === document.activeElement)).toBe(true));
  await expectLegible(page, "requirement-errors-desktop", false);
  expect((await readCountry(ravi, countryUrl)).version).toBe(country.version);

  await input.fill("Both pages");
  await form.getByLabel("Source").fill("https://visa.example/pages");
  await form.getByRole("button", { name: "Checked today" }).press("Enter");
  await form.getByText("When it applies").press("Enter");
  await form.getByLabel("Circumstance").fill("If you carry one");
  await form.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await saved(page, "Both pages is saved. Travellers see it now.");
  const { requirement } = (await factsOf(countryUrl, "Both pages"))!;
  expect(requirement).toMatchObject({
    sourceUrl: "https://visa.example/pages",
    when: { circumstance: "If you carry one" },
  });
  expect(requirement.checkedOn).not.toBeNull();
  const history = page.getByRole("region", { name: "History" });
  await history.getByRole("strong").filter({ hasText: label }).waitFor();
  expect((await history.locator("ins").allTextContents()).slice(0, 2)).toEqual([
    "Both pages",
    "If you carry one",
  ]);
  expect(complaints).toEqual([]);
});

test("a requirement can be added, moved to the top by keyboard, and removed after a confirmation", async () => {
  const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`);
  await page.getByRole("button", { name: "Add a requirement" }).click();
  const form = page.getByRole("dialog", { name: "Add a requirement" });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.getByText("Label is missing").waitFor();
  await form.getByLabel("Label", { exact: true }).fill("Letter of a host");
  await form.getByLabel("Text", { exact: true }).fill("A letter of the person you stay with");
  await form.getByLabel("Infants").uncheck();
  await form.getByText("visas of this type ask for it.").waitFor();
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await saved(page, "Letter of a host is saved.");
  expect(await factsOf(countryUrl, "Letter of a host")).toMatchObject({
    documentName: "A letter of the person you stay with",
    requirement: { requirementId: "letter-of-a-host", categories: ["ADULT", "CHILD"], checkedOn: null },
  });

  await page.getByRole("button", { name: "Change the order" }).click();
  const order = page.getByRole("form", { name: "Order of the requirements" });
  const up = order.getByRole("button", { name: "Up – Letter of a host" });
  await up.focus();
  while (await up.isEnabled()) await page.keyboard.press("Enter");
  await expectLegible(page, "requirements-order-desktop");
  await page.getByRole("button", { name: "Save the order" }).click();
  await saved(page, "The order is saved.");
  const {
    documents: [first],
  } = await readCountry(ravi, countryUrl);
  expect(first.requirement.label).toBe("Letter of a host");

  await page.getByRole("button", { name: /^Edit – Letter of a host/ }).click();
  await page.getByRole("button", { name: "Remove this requirement" }).click();
  const question = page.getByRole("dialog", { name: "Remove Letter of a host?" });
  await question.getByText("Applications already started keep it.").waitFor();
  await question.getByRole("button", { name: "Remove", exact: true }).click();
  await saved(page, "Letter of a host is removed.");
  expect(await factsOf(countryUrl, "Letter of a host")).toBeUndefined();
  expect(complaints).toEqual([]);
});

test("while a check is being saved, no second change can refer to the version before it", async () => {
  const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`);
  const checks = page.getByRole("button", { name: /^Checked today – / });
  await checks.first().waitFor();
  const count = await checks.count();
  const lead = page.getByRole("button", { name: /^Make lead visa/ }).first();
  const { isHeld, letGo } = await holdRequests(page, "**/graphql", ofOperation("staffUpdateCountry"));
  await checks.first().press("Enter");
  await isHeld;
  expect(await checks.nth(1).isDisabled()).toBe(true);
  expect(await lead.isDisabled()).toBe(true);
  letGo("continue");
  await saved(page, "is marked as checked today");
  await poll(async () => expect(await focusedText(page)).toMatch(/^Undo the check/));
  await page.keyboard.press("Enter");
  await saved(page, "is as it was before the check");
  await poll(async () => expect(await focusedText(page)).toMatch(/^Checked today/));
  await page.keyboard.press("Enter");
  await poll(async () => expect(await checks.count()).toBe(count - 1));
  await checks.first().press("Enter");
  await poll(async () => expect(await checks.count()).toBe(count - 2));
  expect(complaints).toEqual([]);
});

test("after a conflict, the typed values stay, and both changes can be kept", async () => {
  const country = await readCountry(ravi, countryUrl);
  const [first, second] = country.documents.map(({ requirement }) => requirement.label);
  const { page } = await open(`/staff/catalogue/${countryUrl}`);
  await page.getByRole("button", { name: `Edit – ${first}, Tourist`, exact: true }).click();
  const form = page.getByRole("dialog", { name: "Edit requirement" });
  await form.getByLabel("Label", { exact: true }).fill("My label");
  await changeCountry(meera, country, {
    documents: country.documents.map((one) =>
      one.requirement.label === second
        ? { ...one, requirement: { ...one.requirement, label: "Her label" } }
        : one,
    ),
  });
  await form.getByRole("button", { name: "Save", exact: true }).click();
  await form.getByText("This was changed in the meantime by Meera").waitFor();
  expect(await form.getByLabel("Label", { exact: true }).inputValue()).toBe("My label");
  expect(await factsOf(countryUrl, "My label")).toBeUndefined();
  await form.getByRole("button", { name: "Overwrite with mine" }).click();
  await saved(page, "My label is saved.");
  expect(await factsOf(countryUrl, "My label")).toBeDefined();
  expect(await factsOf(countryUrl, "Her label")).toBeDefined();
});

test("due requirements are listed by country and can be marked as checked with one tap", async () => {
  const due = "kenya";
  const country = await readCountry(ravi, due);
  const [visa] = country.visas;
  const { page, complaints } = await open("/staff/catalogue");
  const list = page.getByRole("region", { name: "Requirements to check" });
  await list.getByText(/\d+ requirements in \d+ countries/).waitFor();
  const group = list.locator(`#due-${due}`);
  await list.getByText("Show them by country").press("Enter");
  await group.locator("summary").press("Enter");
  await expectLegible(page, "requirements-due-desktop");

  const { visaType, requirement: linked } = country.documents.at(-1)!;
  const place = `${visaType.toLowerCase()}-${linked.requirementId}`;
  const item = group.getByRole("listitem").filter({ has: page.locator(`a[href$="#${place}"]`) });
  const source = item.getByRole("link", { name: "opens a new tab" });
  expect(await source.getAttribute("href")).toBe(linked.sourceUrl);
  await group.locator(`a[href$="#${place}"]`).click();
  await page.getByRole("heading", { level: 1, name: country.name }).waitFor();
  await poll(async () => expect(await page.evaluate(() => document.activeElement?.id)).toBe(place));
  const row = page.getByRole("listitem").filter({ has: page.locator(`[id="${place}"]`) });
  await row.getByRole("button", { name: /^Checked today/ }).press("Enter");
  await saved(page, "marked as checked today");
  await row.getByRole("button", { name: /^Undo the check/ }).press("Enter");
  await saved(page, "is as it was before the check");
  await row.getByText("Never checked").waitFor();
  await page.goBack();

  await list.getByText("Show them by country").click();
  await group.locator("summary").click();
  await group.getByRole("button", { name: `Checked today – ${visa.visaName}` }).click();
  await saved(page, `${visa.visaName}: marked as checked today`);
  await poll(async () =>
    expect(await group.getByRole("button", { name: `Checked today – ${visa.visaName}` }).count()).toBe(0),
  );
  if ((await group.count()) > 0) {
    await group.getByRole("button", { name: `All of ${country.name} checked today` }).click();
    await poll(async () => expect(await group.count()).toBe(0));
  }
  for (const { requirement } of (await readCountry(ravi, due)).documents)
    expect(requirement.checkedOn).not.toBeNull();
  const lost = await page.evaluate(() => document.activeElement === document.body);
  expect(lost).toBe(false);
  expect(complaints).toEqual([]);
});

test("a requirement that was just checked stays off the list when an outdated response arrives", async () => {
  const due = "egypt";
  const [visa] = (await readCountry(ravi, due)).visas;
  const { page, complaints } = await open("/staff/catalogue");
  const list = page.getByRole("region", { name: "Requirements to check" });
  await list.waitFor();
  await page.getByRole("link", { name: "Egypt", exact: true }).click();
  await page.getByRole("heading", { level: 1, name: "Egypt" }).waitFor();
  // The list below has the version before this check, until its next response arrives.
  await page
    .getByRole("button", { name: /^Checked today – / })
    .first()
    .click();
  await saved(page, "is marked as checked today");

  let isHeld = false;
  let letGo = () => {};
  const held = new Promise<void>((resolve) => (letGo = resolve));
  const sends = (request: Request, operation: string) => request.postData()?.includes(operation) ?? false;
  await page.route("**/graphql", async (route) => {
    if (isHeld || !sends(route.request(), "staffDueRequirements")) return route.fallback();
    isHeld = true;
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await page.goBack();
  await list.getByText("Show them by country").click();
  const group = list.locator(`#due-${due}`);
  await group.locator("summary").click();
  const check = group.getByRole("button", { name: `Checked today – ${visa.visaName}` });
  const checked = page.waitForResponse((response) => sends(response.request(), "staffCheckRequirements"));
  await check.click();
  await checked;
  letGo();
  await saved(page, `${visa.visaName}: marked as checked today`);
  expect(await check.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test("a check that is refused because of a colleague's check cannot be undone", async () => {
  const country = await readCountry(ravi, "zambia");
  const { page } = await open("/staff/catalogue/zambia");
  const checks = page.getByRole("button", { name: /^Checked today – / });
  await checks.first().waitFor();
  const count = await checks.count();
  await checkRequirements(meera, country);
  await checks.first().click();
  await page.getByText("This was changed in the meantime by Meera").first().waitFor();
  await poll(async () => expect(await checks.count()).toBe(0));
  expect(count).toBeGreaterThan(0);
  expect(await page.getByRole("button", { name: /^Undo the check/ }).count()).toBe(0);
});
