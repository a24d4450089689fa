import { expect, test } from "@jest/globals";
import { poll } from "../../../server/test/kit/poll";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { openPage } from "../kit/browser/browser";
import { provideOwnFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";

/** Suggestions of the country search, including those for countries without visas and for misspelt names. */

const fixture = provideOwnFixture();

test("a search for a country without visas suggests its neighbours, and staff see that a visitor asked for it", async () => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  await page.goto("/");
  await page.getByRole("combobox").fill("Thailand visa");
  await page.getByText("No country matches 'Thailand visa'").waitFor();
  await page.getByRole("button", { name: "Search" }).click();
  await page.waitForURL("**/visas?q=Thailand*");
  await page.getByRole("heading", { name: "We do not offer visas for Thailand yet" }).waitFor();
  for (const neighbour of ["Vietnam", "Singapore", "Malaysia", "Cambodia"])
    await page.getByRole("link", { name: neighbour, exact: true }).first().waitFor();
  await expectUsable(page);
  await takePicture(page, "search-unoffered-phone");
  await page.getByRole("button", { name: "I want a visa for Thailand" }).click();
  await page.getByText("Thank you. We have counted your request for Thailand.").waitFor();
  expect(complaints).toEqual([]);
  await context.close();

  const staff = await signedInPage(fixture.browser, await signInStaff(fixture.server));
  await staff.page.goto("/staff/catalogue");
  await staff.page.getByRole("heading", { name: "Requested by visitors" }).waitFor();
  await staff.page.getByText("1 request, 1 in the last 30 days").waitFor();
  await poll(async () => expect(await findViolations(staff.page)).toEqual([]));
  await takePicture(staff.page, "staff-wishes-phone");
  await staff.context.close();
});

test("a search for a misspelt country suggests the country that was probably meant", async () => {
  const { page, context, complaints } = await openPage(fixture.browser, fixture.server.url);
  await page.goto("/visas?q=barhein");
  await page.getByRole("heading", { name: "Did you mean Bahrain?" }).waitFor();
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "search-did-you-mean-phone");
  await page.getByRole("link", { name: "Bahrain", exact: true }).first().click();
  await page.getByRole("heading", { level: 1, name: "Bahrain Visas" }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test("the suggestions stay in view when a phone's keyboard covers half of the page", async () => {
  const small = { width: 360, height: 360 };
  const { page, context } = await openPage(fixture.browser, fixture.server.url, small);
  await page.goto("/");
  await page.getByRole("combobox").pressSequentially("an");
  const list = page.getByRole("listbox", { name: "Countries" });
  const bottom = () => list.evaluate((element) => element.getBoundingClientRect().bottom);
  await poll(async () => expect(await bottom()).toBeLessThanOrEqual(small.height));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "search-above-keyboard", false);
  // The page can still be scrolled back to the top.
  await page.mouse.wheel(0, -300);
  await poll(async () => expect(await page.evaluate(() => window.scrollY)).toBe(0));
  await context.close();
});

test("the suggestions are shown without JavaScript", async () => {
  const html = await (await fetch(`${fixture.server.url}/visas?q=japan`)).text();
  expect(html).toContain("We do not offer visas for");
  expect(html).toContain("/visas/hong-kong");
});

test("the search accepts Hindi names, dots and the word visa", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  await page.goto("/");
  for (const text of ["uae visa", "u.a.e.", "संयुक्त अरब अमीरात", "यूएई वीज़ा"]) {
    await page.getByRole("combobox").fill(text);
    const options = page.getByRole("option");
    await poll(async () => expect(await options.count()).toBe(1));
    expect(await options.innerText()).toContain("United Arab Emirates");
  }
  await page.keyboard.press("Enter");
  await page.waitForURL("**/visa/uae-30-days-tourist-visa-single-entry");
  await context.close();
});
