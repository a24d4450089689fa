import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { openPage, travellerSizes } from "../kit/browser/browser";
import { readCatalogue, type Catalogue } from "../kit/stories/catalogue";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** The home page with its search, the list of countries, a country's page, and unknown addresses. */

const fixture = provideFixture();
let catalogue: Catalogue;
let bahrain: Catalogue["countries"][number];

beforeAll(async () => {
  catalogue = await readCatalogue(fixture.server);
  bahrain = catalogue.countries.find(({ countryUrl }) => countryUrl === "bahrain")!;
});

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  let page: Page;
  let context: BrowserContext;
  let complaints: string[];

  beforeEach(async () => {
    ({ page, complaints, context } = await openPage(fixture.browser, fixture.server.url, viewport));
  });
  afterEach(() => context.close());

  const search = () => page.getByPlaceholder("Search by country...");
  const options = () => page.getByRole("option");
  const list = () => page.getByRole("listbox", { name: "Countries" });
  const texts = async (selector: string) => (await page.locator(selector).allInnerTexts()).join("\n");
  const openHome = async () => {
    await page.goto("/");
    await page
      .getByRole("link", { name: /^View Details/ })
      .first()
      .waitFor();
  };

  test("the home page has its heading, the promises and the four steps in order", async () => {
    await openHome();
    const headings = (await page.getByRole("heading").allInnerTexts()).map((text) => text.replace("\n", " "));
    expect(headings[0]).toBe("Search and Secure Your Visa on Time");
    expect(headings).toEqual(
      expect.arrayContaining(["Global Coverage", "Seamless Process", "24/7 Support", "Secure Transactions"]),
    );
    const steps = await page
      .locator("section", { hasText: "How It Works" })
      .locator("ol > li h3")
      .allInnerTexts();
    expect(steps).toEqual([
      "Choose Your Visa Type",
      "Submit Your Application",
      "Track Your Progress",
      "Receive Your Visa",
    ]);
    expect(complaints).toEqual([]);
  });

  test("each card on the home page matches the catalogue", async () => {
    await openHome();
    const visas = catalogue.countries.flatMap((country) =>
      country.visas.map((visa) => ({ ...visa, country: country.name })),
    );
    const cards = page.locator("section", { hasText: "Popular visas" }).locator("ul > li");
    await poll(async () => expect(await cards.count()).toBe(catalogue.popularVisas.length));
    for (const [index, { visaUrl }] of catalogue.popularVisas.entries()) {
      const card = cards.nth(index);
      const visa = visas.find((one) => one.visaUrl === visaUrl)!;
      const said = await card.innerText();
      const days = visa.processingTime === 1 ? "Upto 24 hours" : `Upto ${visa.processingTime} days`;
      for (const text of [
        visa.country,
        visa.visaName,
        days,
        visa.stayPeriod,
        visa.validity,
        ...entryOf(visa),
      ])
        expect(said.split("\n")).toContain(text);
      expect(said.split("\n")).toContainEqual(
        expect.stringMatching(new RegExp(`^INR ${visa.adultPrice}/-$`)),
      );
      expect(said).not.toMatch(/null/i);
      const link = card.getByRole("link", { name: `View Details – ${visa.visaName}, ${visa.country}` });
      await poll(async () => expect(await link.getAttribute("href")).toBe(`/visa/${visaUrl}`));
      const flag = (await card.getByRole("img", { name: `Flag of ${visa.country}` }).boundingBox())!;
      expect(flag.width).toBeLessThanOrEqual(400);
      expect(flag.height).toBeLessThanOrEqual(150);
    }
  });

  test("a country is found by any part of its name, and the list can be used by keyboard", async () => {
    await openHome();
    await poll(async () =>
      expect(await page.getByLabel("Where are you going?").getAttribute("aria-expanded")).toBe("false"),
    );
    await poll(async () => expect(await list().count()).toBe(0));

    await search().fill("AN");
    await list().waitFor();
    await poll(async () => expect(await search().getAttribute("aria-expanded")).toBe("true"));
    const found = catalogue.countries.map(({ name }) => name).filter((name) => /an/i.test(name));
    await poll(async () => expect(await options().allInnerTexts()).toEqual(found));
    await page
      .locator("[aria-live]", { hasText: `${found.length} countries` })
      .waitFor({ state: "attached" });
    expect((await options().first().boundingBox())!.height).toBeGreaterThanOrEqual(44);

    await page.keyboard.press("ArrowDown");
    await poll(async () => expect(await options().first().getAttribute("aria-selected")).toBe("true"));
    const active = await search().getAttribute("aria-activedescendant");
    await poll(async () => expect(await options().first().getAttribute("id")).toBe(active));
    await page.keyboard.press("ArrowUp");
    await poll(async () => expect(await search().getAttribute("aria-activedescendant")).toBeNull());

    await page.keyboard.press("Escape");
    await poll(async () => expect(await list().count()).toBe(0));
    await poll(async () => expect(await search().inputValue()).toBe("AN"));
    await page.keyboard.press("Alt+ArrowDown");
    await list().waitFor();
    await page.keyboard.press("Tab");
    await poll(async () => expect(await list().count()).toBe(0));
    await poll(async () => expect(await search().inputValue()).toBe("AN"));

    await search().fill("");
    await poll(async () => expect(await list().count()).toBe(0));
    await search().fill("zzz");
    await page.getByText("No country matches 'zzz'").waitFor();
    await poll(async () => expect(await options().count()).toBe(0));
    await poll(async () => expect(await search().getAttribute("aria-expanded")).toBe("false"));
    await page.keyboard.press("Enter");
    expect(new URL(page.url()).pathname).toBe("/");
  });

  test("the title for link previews is the title of the open page", async () => {
    const shareTitle = () => page.locator("meta[property='og:title']").getAttribute("content");
    await openHome();
    await poll(async () => expect(await shareTitle()).toBe(await page.title()));
    const title = await page.title();
    await search().fill("BAH");
    await page.keyboard.press("Enter");
    await page.waitForURL("**/visa/**");
    await poll(async () => expect(await page.title()).not.toBe(title));
    await poll(async () => expect(await shareTitle()).toBe(await page.title()));
  });

  test("Enter picks the highlighted country, or the only match if none is highlighted", async () => {
    await openHome();
    await search().fill("om");
    await page.keyboard.press("ArrowDown");
    const picked = await options().first().innerText();
    await page.keyboard.press("Enter");
    const leadOf = (name: string) => catalogue.countries.find((one) => one.name === name)!.leadVisa.visaUrl;
    await page.waitForURL(`**/visa/${leadOf(picked)}`);

    await openHome();
    await search().fill("BAH");
    await poll(async () => expect(await options().allInnerTexts()).toEqual(["Bahrain"]));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/visa/${leadOf("Bahrain")}`);

    await openHome();
    await search().fill("duabi");
    await poll(async () => expect(await options().allInnerTexts()).toEqual(["United Arab Emirates (Dubai)"]));
    await page.keyboard.press("Enter");
    await page.waitForURL(`**/visa/${leadOf("United Arab Emirates")}`);
  });

  test("choosing a country fills the search box and closes the suggestions before the visa's page loads", async () => {
    await openHome();
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/assets/*.js", async (route) => {
      await held;
      await route.continue();
    });
    await search().fill("bah");
    await options().first().click();
    await poll(async () => expect(await search().inputValue()).toBe("Bahrain"));
    await poll(async () => expect(await list().count()).toBe(0));
    letGo();
    await page.getByRole("heading", { name: "Price Summary" }).waitFor();
  });

  test("the list of countries shows only the matches, and says if there are none", async () => {
    await page.goto("/visas?q=an");
    await page.getByText("countries for 'an'").waitFor();
    await poll(async () => expect(await search().inputValue()).toBe("an"));
    await search().fill("zzz");
    await page.getByRole("button", { name: "Search" }).click();
    await page.locator("main").getByRole("status").getByText("No country matches 'zzz'").waitFor();
    await poll(async () => expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BUTTON"));
    await page.getByRole("link", { name: "Show all countries" }).click();
    await page.getByRole("link", { name: "Zambia", exact: true }).waitFor();
    await poll(async () => expect(await search().inputValue()).toBe(""));
    await poll(async () => expect(await page.locator("main li").count()).toBe(catalogue.countries.length));
  });

  test("a country's page shows the fixed claims, the actual figures, and each of its visas", async () => {
    await page.goto("/visas/bahrain");
    await page.getByRole("heading", { level: 1, name: "Bahrain Visas", exact: true }).waitFor();
    const said = await texts("main");
    expect(said).toContain("Processing time: Upto 48Hrs");
    expect(said).toContain("Starting from: INR 1999/-");
    expect(said).toContain("Lowest here today: INR 2399/-, 1 Day");
    for (const visa of bahrain.visas) {
      const { visaName, visaUrl, visaType, processingTime, stayPeriod, validity, adultPrice } = visa;
      const offer = page.getByRole("listitem").filter({ hasText: visaName });
      const offered = (await offer.innerText()).split("\n");
      for (const text of [
        ...[visaType === "TOURIST" ? "Tourist" : "Business", stayPeriod, validity, ...entryOf(visa)],
        ...[processingTime === 1 ? "1 Day" : `${processingTime} Days`, `INR ${adultPrice}/-`],
      ])
        expect(offered).toContain(text);
      const apply = offer.getByRole("link", { name: `Apply – ${visaName}` });
      await poll(async () => expect(await apply.getAttribute("href")).toBe(`/visa/${visaUrl}`));
    }
    const placeholder = page.locator("main ul > li[aria-hidden=true]");
    await poll(async () => expect(await placeholder.innerText()).toBe("More visas soon"));
  });

  test.each([
    ["/no-such-page", "Page not found"],
    ["/visas/nope", "Page not found"],
    ["/visa/no%20pe", "Visa not found!"],
    ["/visa", "Visa not found!"],
    ["/visa/7a0ad1a7-5b04-4d0a-8f0f-3f1d8a0f7b11", "Visa not found!"],
  ])("%s keeps the server's markup after hydration", async (path, title) => {
    await page.addInitScript(() =>
      new MutationObserver((_changes, observer) => {
        const heading = document.querySelector("h1");
        if (!heading) return;
        Object.assign(window, { heading });
        observer.disconnect();
      }).observe(document, { childList: true, subtree: true }),
    );
    await page.goto(path);
    await search().fill("bah");
    await poll(async () => expect(await options().allInnerTexts()).toEqual(["Bahrain"]));
    const first = await page.evaluateHandle(() => (window as unknown as { heading: HTMLElement }).heading);
    expect(await first.evaluate(({ isConnected, innerText }) => ({ isConnected, innerText }))).toEqual({
      isConnected: true,
      innerText: title,
    });
    // Ignores the browser's own message about the 404.
    expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  });

  test("a country's documents are expanded on its page; its questions and terms can be opened", async () => {
    await page.goto("/visas/bahrain");
    const needed = page.getByRole("region", { name: "What you need" });
    await needed.getByText("Return or onward ticket").first().waitFor();
    expect(await needed.getByRole("heading", { level: 3 }).allInnerTexts()).toEqual([
      "Tourist visa",
      "Business visa",
    ]);
    const knowledge = page.locator("main details");
    const summaries = await knowledge.locator("summary").allInnerTexts();
    expect(summaries.at(-1)).toBe("Terms");
    expect(summaries.slice(0, -1).length).toBeGreaterThan(0);
    for (const question of summaries.slice(0, -1)) expect(question).toMatch(/\?$/);
    await knowledge.first().locator("summary").click();
    await poll(async () => expect(await knowledge.first().locator("p").isVisible()).toBe(true));
  });

  test("loading a country can be retried after a failure", async () => {
    const logged = page.waitForEvent("console", (message) => message.text().startsWith("country bahrain:"));
    await page.route("**/graphql", (route) =>
      route.request().postData()?.includes("query country(") ? route.abort() : route.continue(),
    );
    await page.goto("/");
    await page
      .getByRole("navigation", { name: "Explore Visas" })
      .getByRole("link", { name: "Bahrain visas" })
      .click();
    await page.getByRole("alert").getByText("We could not load this country").waitFor();
    await logged;
    await poll(async () => expect(await page.getByRole("banner").isVisible()).toBe(true));
    await poll(async () => expect(await page.getByRole("contentinfo").count()).toBe(1));
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Retry" }).click();
    await page.getByRole("heading", { level: 1, name: "Bahrain Visas" }).waitFor();
  });
});

/** Returns an array with the label of the entry type, empty if the type is not stated. */
const entryOf = ({ entry }: { entry: "SINGLE" | "MULTIPLE" | null }): string[] =>
  entry === null ? [] : [entry === "SINGLE" ? "Single" : "Multiple"];
