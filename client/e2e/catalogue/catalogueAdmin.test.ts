import { afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import {
  changeCountry,
  changeVisa,
  readCountry,
  readVisa,
} from "../../../server/test/kit/stories/catalogueAdmin";
import * as documents from "../../../server/test/kit/documents";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signIn, type Traveller } from "../../../server/test/kit/personas/traveller";
import { openPage, staffSizes, viewports } from "../kit/browser/browser";
import { waitFor } from "../../../server/test/kit/waitFor";
import { takePicture } from "../kit/page/takePicture";
import { findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideOwnFixture } from "../kit/browser/fixture";

/** Staff edit the catalogue, and travellers see the changes immediately. */

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

const open = async (path: string, viewport = viewports.desktop) => {
  const opened = await signedInPage(fixture.browser, ravi, viewport);
  contexts.push(opened.context);
  await opened.page.goto(path);
  return opened;
};
/** Waits until a new visitor sees the text on the page. Opens the group that contains the text. */
const readAsTraveller = async (path: string, text: string) => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  contexts.push(context);
  await page.goto(path);
  const group = page.locator("details", { hasText: text }).locator("summary");
  if ((await group.count()) > 0) await group.first().click();
  await page.getByText(text).first().waitFor();
};
/** Finds the field by role, because the review queue, which is shown first, has a select with the same label. */
const searchFor = (page: Page) =>
  page.getByRole("main").getByRole("searchbox", { name: "Country", exact: true });
const focusedId = (page: Page) => page.evaluate(() => document.activeElement?.id ?? "");
const untilFocused = (page: Page, id: string) =>
  waitFor(`the focus is on ${id}`, async () => (await focusedId(page)) === id);

describe.each(staffSizes)("on a %s", (name, viewport) => {
  const visaUrl =
    name === "phone" ? "bahrain-14-days-tourist-visa-single-entry" : "vietnam-30-days-single-entry";
  const [countryUrl = "", country = ""] = name === "phone" ? ["bahrain", "Bahrain"] : ["vietnam", "Vietnam"];

  test("staff make another visa the lead visa, and the search leads to it", async () => {
    const { visas } = await readCountry(ravi, "georgia");
    const other = visas.at(-1)!;
    const { page, complaints } = await open("/staff/catalogue/georgia", viewport);
    const row = page.getByRole("listitem").filter({ hasText: other.visaName }).first();
    await page.getByRole("button", { name: `Make lead visa – ${other.visaName}` }).click();
    await row.getByText("Lead visa", { exact: true }).waitFor();
    await page.getByText(`Georgia now leads with ${other.visaName}`).waitFor();
    await takePicture(page, `staff-lead-visa-${name}`);
    expect(await findViolations(page)).toEqual([]);
    const { page: home, context } = await openPage(fixture.browser, fixture.server.url);
    contexts.push(context);
    await home.goto("/");
    await home.getByRole("combobox").fill("Georgia");
    await home.getByRole("option").first().click();
    await home.waitForURL(`**/visa/${other.visaUrl}`);
    await page.getByRole("button", { name: `Lead with the cheapest – ${other.visaName}` }).click();
    await page.getByText("Lead visa, because it is the cheapest").waitFor();
    expect(complaints).toEqual([]);
  });

  test("a changed price is shown on the public page and in the history", async () => {
    const visa = await readVisa(ravi, countryUrl, visaUrl);
    const { page, complaints } = await open("/staff", viewport);
    await page
      .getByRole("navigation", { name: "Staff console" })
      .getByRole("link", { name: "Catalogue" })
      .click();
    await searchFor(page).fill(countryUrl);
    await page.getByRole("status").filter({ hasText: "1 country" }).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("main").getByRole("link", { name: country, exact: true }).click();
    await page.getByRole("heading", { level: 1, name: country }).waitFor();
    await page.getByText("No changes by staff so far.").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));

    await page.getByRole("button", { name: `Edit – ${visa.visaName}`, exact: true }).click();
    const price = page.getByLabel("Price for an adult");
    await price.waitFor();
    await poll(async () => expect(await price.inputValue()).toBe(String(visa.adultPrice)));
    await untilFocused(page, "visa-adultPrice");
    await price.fill("12.50");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("whole rupees from 1 to 1,000,000").waitFor();
    await untilFocused(page, "visa-adultPrice");
    await poll(async () => expect(await findViolations(page)).toEqual([]));

    await price.fill("4,321");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Save the new price" }).click();
    await page.getByRole("status").filter({ hasText: "Travellers see it now" }).waitFor();
    await page.getByText("INR 4321/-").first().waitFor();
    await page.getByRole("region", { name: "History" }).getByText(ravi.phoneNumber).waitFor();
    const history = page.getByRole("region", { name: "History" });
    await poll(async () =>
      expect(await history.locator("del").textContent()).toBe(`INR ${visa.adultPrice}/-`),
    );
    await poll(async () => expect(await history.locator("ins").textContent()).toBe("INR 4321/-"));
    await readAsTraveller(`/visa/${visaUrl}`, "INR 4321/-");
    expect(complaints).toEqual([]);
  });

  test("terms can be moved, removed, added and saved by keyboard", async () => {
    const { terms } = await readCountry(ravi, countryUrl);
    const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`, viewport);
    await page.getByRole("button", { name: "Edit Terms", exact: true }).press("Enter");
    await page.locator("#terms-0-text").waitFor();
    await poll(async () => expect(await page.locator("#terms-0-up").isDisabled()).toBe(true));

    await page.locator("#terms-1-down").press("Enter");
    await untilFocused(page, "terms-2-down");
    await page.keyboard.press("Shift+Tab");
    await untilFocused(page, "terms-2-up");
    await page.keyboard.press("Enter");
    await untilFocused(page, "terms-1-up");
    await page.keyboard.press("Enter");
    // At the top, "up" is disabled, so the focus moves to "down".
    await untilFocused(page, "terms-0-down");
    await poll(async () => expect(await page.locator("#terms-0-text").inputValue()).toBe(terms[1]));

    await page.locator("#terms-1-remove").press("Enter");
    await untilFocused(page, "terms-1-remove");
    await page.locator("#terms-add").press("Enter");
    await untilFocused(page, `terms-${terms.length - 1}-text`);
    await page.getByRole("button", { name: "Save Terms", exact: true }).press("Enter");
    await page.getByText("Term is missing").waitFor();
    await untilFocused(page, `terms-${terms.length - 1}-text`);
    await page.keyboard.insertText(`A new term of ${country}.`);
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("button", { name: "Save Terms", exact: true }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Travellers see them now" }).waitFor();

    expect((await readCountry(ravi, countryUrl)).terms).toEqual([
      terms[1],
      ...terms.slice(2),
      `A new term of ${country}.`,
    ]);
    await readAsTraveller(`/visa/${visaUrl}`, `A new term of ${country}.`);
    expect(complaints).toEqual([]);
  });

  test("after a conflict, the typed values stay, and either version can be chosen", async () => {
    const visa = await readVisa(ravi, countryUrl, visaUrl);
    const { page } = await open(`/staff/catalogue/${countryUrl}`, viewport);
    await page.getByRole("button", { name: `Edit – ${visa.visaName}`, exact: true }).click();
    await page.getByLabel("Price for an adult").fill("4001");
    await changeVisa(meera, visa, { adultPrice: 5001, validity: "Meera's days" });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("alert").getByText("This was changed in the meantime by Meera").waitFor();
    await poll(async () => expect(await page.getByLabel("Price for an adult").inputValue()).toBe("4001"));
    await page.getByRole("alert").getByText("5001").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    expect(await readVisa(ravi, countryUrl, visaUrl)).toMatchObject({ adultPrice: 5001 });

    await page.getByRole("button", { name: "Overwrite with mine" }).click();
    await page.getByRole("status").filter({ hasText: "Travellers see it now" }).waitFor();
    // Overwrites only the price, which Ravi edited; Meera's validity stays.
    const mine = await readVisa(ravi, countryUrl, visaUrl);
    expect(mine).toMatchObject({ adultPrice: 4001, validity: "Meera's days" });

    await page.getByRole("button", { name: `Edit – ${visa.visaName}`, exact: true }).click();
    await page.getByLabel("Price for an adult").fill("4002");
    await changeVisa(meera, mine, { adultPrice: 5002 });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Load their version" }).click();
    await waitFor(
      "the form has Meera's price",
      async () => (await page.getByLabel("Price for an adult").inputValue()) === "5002",
    );
    await poll(async () => expect(await page.getByText("This was changed in the meantime").count()).toBe(0));
  });

  test("a list that another editor changed is not overwritten, even after an unrelated save", async () => {
    const { page, complaints } = await open("/staff/catalogue/georgia", viewport);
    await page.getByRole("button", { name: "Edit FAQs" }).click();
    const faqs = page.getByRole("form", { name: "Edit FAQs" });
    await faqs.getByLabel("Answer 1").fill("Ravi's answer.");
    const before = await readCountry(meera, "georgia");
    const present = before.faqs.map(({ question, answer }) => ({ question, answer }));
    await changeCountry(meera, before, {
      faqs: [...present, { question: "Is there a new rule?", answer: "Yes, since today." }],
    });
    // Saving the visa loads the country again.
    await page
      .getByRole("button", { name: /^Edit – / })
      .first()
      .click();
    const visa = page.getByRole("dialog");
    await visa.getByLabel("Validity").fill(`90 days from issue, ${name}`);
    await visa.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("status").filter({ hasText: "Travellers see it now" }).waitFor();

    await faqs.getByRole("button", { name: "Save FAQs" }).click();
    await faqs.getByText("What you typed is kept").waitFor();
    expect((await readCountry(meera, "georgia")).faqs).toHaveLength(present.length + 1);
    await faqs.getByRole("button", { name: "Load their version" }).click();
    await poll(async () =>
      expect(await faqs.getByLabel(`Answer ${present.length + 1}`).inputValue()).toBe("Yes, since today."),
    );
    await faqs.getByLabel("Answer 1").fill("Ravi's answer.");
    await faqs.getByRole("button", { name: "Save FAQs" }).click();
    await page.getByRole("status").filter({ hasText: "Travellers see them now" }).waitFor();
    const [first, ...others] = (await readCountry(meera, "georgia")).faqs;
    expect(first.answer).toBe("Ravi's answer.");
    expect(others.at(-1)).toMatchObject({ question: "Is there a new rule?" });
    expect(complaints).toEqual([]);
  });

  test("a price that changes by more than 20 % has to be confirmed before it is published", async () => {
    const visa = await readVisa(ravi, countryUrl, visaUrl);
    const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`, viewport);
    const save = page.getByRole("button", { name: "Save", exact: true });
    const edit = page.getByRole("button", { name: `Edit – ${visa.visaName}`, exact: true });
    const confirmation = page.getByRole("dialog", { name: "Change the price by more than 20 %?" });
    await edit.click();
    await page.getByLabel("Price for an adult").fill(`${visa.adultPrice}0`);
    await page.getByLabel("Price for a child").fill("500");
    await save.click();
    await confirmation.getByText(`INR ${visa.adultPrice}/- → INR ${visa.adultPrice}0/-`).waitFor();
    await confirmation.getByText(`INR ${visa.childPrice}/- → INR 500/-`).waitFor();
    await takePicture(page, `catalogue-price-${name}`, false);
    await poll(async () => expect(await findViolations(page)).toEqual([]));

    await confirmation.getByRole("button", { name: "Go back" }).click();
    await poll(async () => expect(await save.evaluate((one) => one === document.activeElement)).toBe(true));
    expect(await readVisa(ravi, countryUrl, visaUrl)).toEqual(visa);

    // 20 % is the largest change without confirmation.
    const fifthMore = Math.floor(visa.adultPrice * 1.2);
    await page.getByLabel("Price for an adult").fill(String(fifthMore));
    await save.click();
    await confirmation.getByText("INR 500/-").waitFor();
    await poll(async () => expect(await confirmation.getByText("Price for an adult").count()).toBe(0));
    await confirmation.getByRole("button", { name: "Save the new price" }).press("Enter");
    await page.getByRole("status").filter({ hasText: "Travellers see it now" }).waitFor();
    await poll(async () => expect(await edit.evaluate((one) => one === document.activeElement)).toBe(true));
    expect(await readVisa(ravi, countryUrl, visaUrl)).toMatchObject({
      adultPrice: fifthMore,
      childPrice: 500,
    });
    expect(complaints).toEqual([]);
  });

  test("unpublishing a visa explains the consequences first", async () => {
    const visa = await readVisa(ravi, countryUrl, visaUrl);
    const { page } = await open(`/staff/catalogue/${countryUrl}`, viewport);
    await page.getByRole("button", { name: `Unpublish – ${visa.visaName}`, exact: true }).click();
    const dialog = page.getByRole("dialog", { name: `Unpublish ${visa.visaName}?` });
    await dialog.getByText("Applications already started continue at their price.").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await dialog.getByRole("button", { name: "Unpublish" }).click();
    await page.getByRole("status").filter({ hasText: "is unpublished" }).waitFor();
    await page.getByRole("button", { name: `Publish – ${visa.visaName}`, exact: true }).waitFor();
    expect(
      (await fetch(`${fixture.server.url}/visa/${visaUrl}`, { headers: { accept: "text/html" } })).status,
    ).toBe(404);

    // The list of countries can be filtered by unpublished visas.
    await page.getByRole("link", { name: "All countries" }).click();
    const countries = page.getByRole("main").getByRole("link", { name: /^(Armenia|Bahrain|Vietnam)$/ });
    const show = (choice: string) => page.getByLabel("Show", { exact: true }).selectOption(choice);
    await show("With something unpublished");
    await poll(async () => expect(await countries.allTextContents()).toContain(country));
    expect(await countries.allTextContents()).not.toContain("Armenia");
    await show("Published");
    await poll(async () =>
      expect(await countries.allTextContents()).toEqual(expect.arrayContaining(["Armenia", country])),
    );
  });
});

test.each(staffSizes)(
  "on a %s, unpublishing reports another editor's change before it continues",
  async (name, viewport) => {
    const countryUrl = name === "phone" ? "oman" : "georgia";
    const country = await readCountry(meera, countryUrl);
    const [visa] = country.visas;
    const { page, complaints } = await open(`/staff/catalogue/${countryUrl}`, viewport);
    const openDialog = async (ofWhat: string) => {
      await page.getByRole("button", { name: `Unpublish – ${ofWhat}`, exact: true }).click();
      return page.getByRole("dialog", { name: `Unpublish ${ofWhat}?` });
    };
    const visaDialog = await openDialog(visa.visaName);
    await changeVisa(meera, visa, { validity: "Meera's days" });
    await visaDialog.getByRole("button", { name: "Unpublish" }).click();
    await visaDialog.getByText("This was changed in the meantime by Meera").waitFor();
    await takePicture(page, `unpublish-conflict-${name}`, false);
    await visaDialog.getByRole("button", { name: "Unpublish" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: `${visa.visaName} is unpublished` })
      .waitFor();

    const dialog = await openDialog(country.name);
    await changeCountry(meera, await readCountry(meera, countryUrl), { isActive: false });
    await dialog.getByRole("button", { name: "Unpublish" }).click();
    await page
      .getByRole("status")
      .filter({ hasText: `${country.name} is already unpublished` })
      .waitFor();
    await poll(async () => expect(await page.getByRole("dialog").count()).toBe(0));
    expect(await readCountry(meera, countryUrl)).toMatchObject({ isActive: false });
    await takePicture(page, `unpublished-already-${name}`, false);
    expect(complaints).toEqual([]);
  },
);

test("an input keeps the focus while it is being corrected, even if another is still invalid", async () => {
  const { page } = await open("/staff/catalogue/georgia");
  await page
    .getByRole("button", { name: /^Edit – / })
    .first()
    .click();
  const price = page.getByLabel("Price for an adult");
  await price.fill("0");
  await page.getByLabel("Processing time").fill("0");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("whole rupees from 1 to 1,000,000").waitFor();
  await price.selectText();
  await page.keyboard.type("12");
  expect(await price.inputValue()).toBe("12");
});

test("a failed load can be retried, and an unknown country is reported", async () => {
  const { page } = await open("/staff/catalogue/atlantis");
  await page.getByRole("heading", { name: "Country not found" }).waitFor();
  await page.route("**/graphql", (route) =>
    route.request().postData()?.includes("staffCountries") ? route.abort() : route.fallback(),
  );
  await page.goto("/staff/catalogue");
  await page.getByRole("button", { name: "Retry" }).waitFor();
  await page.unroute("**/graphql");
  await page.getByRole("button", { name: "Retry" }).click();
  await page.getByRole("link", { name: "Armenia", exact: true }).last().waitFor();
  await searchFor(page).fill("zzz");
  await page.getByText("No country matches", { exact: true }).waitFor();
});

test("a traveller cannot open the catalogue admin", async () => {
  const eve = await signIn(fixture.server);
  const { page, context } = await signedInPage(fixture.browser, eve);
  contexts.push(context);
  await page.goto("/staff/catalogue/vietnam");
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await poll(async () => expect(await page.getByRole("button", { name: "Unpublish" }).count()).toBe(0));
});
