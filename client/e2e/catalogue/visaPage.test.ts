import { applyFor, enterTravelDate, travelDateField } from "../kit/stories/travelDate";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { publicRefundTable, withdrawalText } from "../../../server/modules/payment/refund/refund.rules";
import { signIn } from "../../../server/test/kit/personas/traveller";
import { openPage, travellerSizes } from "../kit/browser/browser";
import { readCatalogue, type Catalogue } from "../kit/stories/catalogue";
import { enterAs } from "../kit/browser/enterAs";
import { waitFor } from "../../../server/test/kit/waitFor";
import { todayInKolkata } from "../../../server/core/day.rules";
import { expectedDay } from "../../../server/modules/visaRequest/expectedDate.rules";
import { formatDay } from "../../lib/days";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { holdApp } from "../kit/browser/holdApp";
import { waitForIdle } from "../kit/page/waitForIdle";

/** The page of a visa and its Apply Now. */

const fixture = provideFixture();
let brand: string;
let bahrain: Catalogue["countries"][number];
let visa: (typeof bahrain)["visas"][number];

beforeAll(async () => {
  const catalogue = await readCatalogue(fixture.server);
  brand = catalogue.siteInfo.brand;
  bahrain = catalogue.countries.find(({ countryUrl }) => countryUrl === "bahrain")!;
  visa = bahrain.visas[0];
});

describe.each(travellerSizes)("on a %s", (name, viewport) => {
  let page: Page;
  let context: BrowserContext;

  beforeEach(async () => {
    ({ page, context } = await openPage(fixture.browser, fixture.server.url, viewport));
  });
  afterEach(() => context.close());

  const apply = () => page.getByRole("button", { name: "Apply Now" });
  const main = () => page.locator("main");
  const open = async () => {
    await page.goto(`/visa/${visa.visaUrl}`);
    await page.getByRole("heading", { name: "Price Summary" }).waitFor();
  };
  const logIn = async () => enterAs(page, await signIn(fixture.server));
  const metaOf = (key: string) => page.locator(`meta[name=${key}]`).getAttribute("content");

  test("the document head names the visa, its country and the brand", async () => {
    await open();
    await waitFor(
      "the title is set",
      async () => (await page.title()) === `${visa.visaName} Visa for Bahrain | ${brand}`,
    );
    await poll(async () => expect(await metaOf("description")).toContain("Bahrain"));
    await poll(async () => expect(await metaOf("keywords")).toContain("Bahrain visa"));
    const canonical = page.locator("link[rel=canonical]");
    await poll(async () => expect(await canonical.count()).toBe(1));
    expect(new URL((await canonical.getAttribute("href"))!, fixture.server.url).pathname).toBe(
      `/visa/${visa.visaUrl}`,
    );
    // The server's meta tags remain after hydration, and are replaced on the next page.
    const previewTitle = page.locator("meta[property='og:title']");
    const titles = async () => [await previewTitle.count(), await previewTitle.getAttribute("content")];
    await poll(async () => expect(await titles()).toEqual([1, await page.title()]));
    const before = await page.title();
    await page.getByRole("link", { name: "Help Center" }).click();
    await poll(async () => expect(await page.title()).not.toBe(before));
    await poll(async () => expect(await titles()).toEqual([1, await page.title()]));
  });

  test("the page has the claims, the facts, four steps, documents, questions and terms", async () => {
    await open();
    const said = await main().innerText();
    const texts = [
      "4.8 (269)",
      "10K+ applied",
      `Get Visa in ${visa.processingTime + 1} Days`,
      visa.stayPeriod,
      visa.validity,
    ];
    for (const text of texts) expect(said).toContain(text);
    await poll(async () =>
      expect(await main().getByRole("img", { name: "Flag of Bahrain" }).count()).toBe(1),
    );
    await poll(async () =>
      expect(await main().locator("dt").allInnerTexts()).toEqual(
        expect.arrayContaining(["Visa Type", "Length of the stay", "Validity", "Entry"]),
      ),
    );
    await poll(async () =>
      expect(await main().locator("ol > li:not(nav li)").allInnerTexts()).toEqual([
        "Apply and pay",
        "Documents verified",
        "Processing visa",
        "Receive visa",
      ]),
    );
    for (const heading of ["Documents Required", "FAQ", "Terms"])
      await page.getByRole("heading", { level: 2, name: heading, exact: true }).waitFor();
    expect(said).not.toMatch(/\bnull\b/i);
    await page.locator("summary").first().click();
    await poll(async () =>
      expect(await page.locator("details[open]").first().innerText()).toMatch(/\?\s+\S/),
    );
  });

  test("the price is a visa fee and a service fee that add up to the total", async () => {
    await open();
    const rupees = async (label: string) => {
      const row = page.locator("dl > div", { has: page.locator("dt", { hasText: label }) });
      return Number(/^INR (\d+)\/-$/.exec(await row.locator("dd").innerText())![1]);
    };
    await poll(async () => expect(await rupees("Visa Fee")).toBe(visa.priceSummary.visaFee));
    expect((await rupees("Visa Fee")) + (await rupees("Service Fee"))).toBe(await rupees("Total"));
  });

  test("refunds are explained next to the price and in the terms", async () => {
    await open();
    await poll(async () => expect(await main().innerText()).toContain(withdrawalText));
    await page.getByRole("link", { name: "All refund terms" }).click();
    await page.waitForURL("**/terms#refunds");
    for (const { when, refunded } of publicRefundTable)
      await page.getByRole("row").filter({ hasText: when }).getByText(refunded, { exact: true }).waitFor();
  });

  test("the visa's canonical URL can be shared on three sites", async () => {
    await open();
    const links = page.getByRole("region", { name: "Share" }).getByRole("link");
    const addresses = await links.evaluateAll((all) =>
      all.map((link) => decodeURIComponent(link.getAttribute("href")!)),
    );
    await poll(async () =>
      expect(await links.allInnerTexts()).toEqual(["WhatsApp", "Twitter/X", "Facebook"]),
    );
    const canonical = await page.locator("link[rel=canonical]").getAttribute("href");
    expect(canonical).toMatch(new RegExp(`^http://.+/visa/${visa.visaUrl}$`));
    for (const address of addresses) expect(address).toContain(canonical);
    await poll(async () => expect(await links.first().getAttribute("rel")).toBe("noopener noreferrer"));
  });

  test("the other visas of the country link to their pages", async () => {
    await open();
    const others = page.getByRole("region", { name: "Check other visas from Bahrain" });
    for (const other of bahrain.visas.slice(1)) {
      const card = others.getByRole("listitem").filter({ hasText: other.visaName });
      const said = await card.innerText();
      const type = other.visaType === "TOURIST" ? "Tourist" : "Business";
      for (const text of [
        ...["Bahrain", type],
        ...[`Get in ${other.processingTime} days`, `From INR ${other.adultPrice}`],
      ])
        expect(said.split("\n")).toContain(text);
      await poll(async () =>
        expect(await card.getByRole("link").getAttribute("href")).toBe(`/visa/${other.visaUrl}`),
      );
    }
    await poll(async () => expect(await others.getByRole("listitem").count()).toBe(bahrain.visas.length - 1));
  });

  test.each(["/visa/nope", "/visa/", "/visa"])(
    "%s shows and logs that there is no such visa, offers the search, and is not indexed",
    async (path) => {
      const logged = page.waitForEvent("console", (message) => message.text().startsWith("Visa: no visa at"));
      await page.goto(path);
      await logged;
      await page.getByRole("heading", { level: 1, name: "Visa not found!" }).waitFor();
      await poll(async () => expect(await metaOf("robots")).toBe("noindex"));
      await poll(async () => expect(await main().getByRole("combobox").count()).toBe(1));
    },
  );

  test("exactly one Apply Now is in view at any scroll position, and never covers the focused element", async () => {
    await open();
    await poll(async () => expect(await apply().count()).toBe(1));
    await page.getByRole("heading", { name: "Terms" }).scrollIntoViewIfNeeded();
    await waitFor("one Apply Now is in view", async () => {
      const box = (await apply().count()) === 1 ? await apply().boundingBox() : null;
      return box !== null && box.y >= 0 && box.y + box.height <= viewport.height;
    });
    const bar = name === "phone" ? (await apply().boundingBox())!.y - 8 : viewport.height;
    await page.locator("h1").evaluate((element) => (element as HTMLElement).focus({ preventScroll: true }));
    await page.locator("summary").first().focus();
    for (let stops = 0; stops < 12; stops++) {
      await page.keyboard.press("Tab");
      const focused = await page.evaluate(() => {
        const { top, height } = document.activeElement!.getBoundingClientRect();
        return { middle: top + height / 2, isApply: document.activeElement!.textContent === "Apply Now" };
      });
      if (!focused.isApply) expect(focused.middle).toBeLessThan(bar);
    }
  });

  test("Apply Now asks for a login before it sends anything", async () => {
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.postData() ?? ""));
    await open();
    await applyFor(page);
    const dialog = page.getByRole("dialog", { name: "Login or Signup" });
    await dialog.waitFor();
    await poll(async () =>
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true),
    );
    expect(calls.filter((body) => body.includes("createVisaRequest"))).toEqual([]);
  });

  test("a double click on Apply Now sends one request, shows progress, and opens the wizard", async () => {
    await logIn();
    let calls = 0;
    let letGo = () => undefined as void;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route("**/graphql", async (route) => {
      if (!route.request().postData()?.includes("mutation createVisaRequest")) return route.continue();
      calls++;
      await held;
      await route.continue();
    });
    await open();
    await enterTravelDate(page);
    await poll(() => apply().dblclick({ timeout: 3_000 }));
    const busy = page.getByRole("button", { name: "Loading..." });
    await busy.waitFor();
    await poll(async () => expect(await busy.isDisabled()).toBe(true));
    await poll(async () => expect(await busy.getAttribute("aria-busy")).toBe("true"));
    letGo();
    await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
    expect(calls).toBe(1);
  });

  test("the travel date is empty at first, and the page shows the expected date", async () => {
    await open();
    const expected = expectedDay(todayInKolkata(new Date()), visa.processingTime);
    await main()
      .getByText(`We expect the visa by ${formatDay(expected)}.`)
      .waitFor();
    expect(await travelDateField(page).inputValue()).toBe("");
  });

  test("a failure to start an application is reported and can be retried", async () => {
    await logIn();
    await page.route("**/graphql", (route) =>
      route.request().postData()?.includes("mutation createVisaRequest") ? route.abort() : route.continue(),
    );
    await open();
    await applyFor(page);
    await main()
      .getByRole("alert")
      .getByText("We could not start your application. Please try again.")
      .waitFor();
    await poll(async () => expect(await apply().isEnabled()).toBe(true));
    await poll(async () =>
      expect(await apply().evaluate((element) => element === document.activeElement)).toBe(true),
    );
    await page.unroute("**/graphql");
    await apply().click();
    await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  });
});

test("Apply Now tapped before hydration moves the focus to the travel date", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  await enterAs(page, await signIn(fixture.server));
  const letAppCome = await holdApp(page);
  await page.goto(`/visa/${visa.visaUrl}`, { waitUntil: "domcontentloaded" });
  await page.getByRole("button", { name: "Apply Now" }).click();
  letAppCome();
  await page.getByText("Enter your travel date").waitFor();
  await poll(async () =>
    expect(await travelDateField(page).evaluate((element) => element === document.activeElement)).toBe(true),
  );
  await applyFor(page);
  await page.waitForURL(/\/visarequest\/[0-9a-f-]{36}/);
  await context.close();
});

test("on a small phone, focusing the bottom Apply Now neither scrolls the page nor hides the button", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url, { width: 320, height: 480 });
  await page.goto(`/visa/${visa.visaUrl}`);
  await page.getByText("Total per adult").waitFor();
  const button = page.getByRole("button", { name: "Apply Now" });
  await enterTravelDate(page);
  await page.evaluate(() => window.scrollTo(0, 0));
  await page
    .locator("[data-foot-bar]")
    .getByText(/^Travel date/)
    .waitFor();
  await button.focus();
  // Scrolls the button into view, as a click or a screen reader does before pressing it.
  await button.scrollIntoViewIfNeeded();
  await waitForIdle(page);
  await poll(async () => expect(await page.evaluate(() => window.scrollY)).toBe(0));
  await poll(async () =>
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true),
  );
  await button.click();
  await page.getByRole("dialog", { name: "Login or Signup" }).waitFor();
  await context.close();
});

test("on a busy phone, the bottom Apply Now returns after a quick look at the price summary", async () => {
  const { page, context } = await openPage(fixture.browser, fixture.server.url);
  await page.addInitScript(holdCrossings);
  await page.goto(`/visa/${visa.visaUrl}`);
  const bar = page.locator("[data-foot-bar]").getByText("Total per adult");
  await poll(async () => {
    await page.evaluate(() => window.dispatchEvent(new Event("deliver")));
    expect(await bar.isVisible()).toBe(true);
  });
  await page.evaluate(async () => {
    const nextFrames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    document.getElementById("price-summary")!.parentElement!.scrollIntoView({ block: "end" });
    await nextFrames();
    window.scrollTo(0, 0);
  });
  await page.waitForFunction(() => document.documentElement.dataset["crossings"] === "2");
  await page.evaluate(() => window.dispatchEvent(new Event("deliver")));
  await waitForIdle(page);
  expect(await bar.isVisible()).toBe(true);
  await context.close();
});

/** Collects an `IntersectionObserver`'s entries until the event `deliver`, as on a busy page. Runs in the page. */
function holdCrossings(): void {
  window.IntersectionObserver = class extends IntersectionObserver {
    constructor(callback: IntersectionObserverCallback) {
      const waiting: IntersectionObserverEntry[] = [];
      super((crossings) => {
        waiting.push(...crossings);
        document.documentElement.dataset["crossings"] = String(waiting.length);
      });
      window.addEventListener("deliver", () => {
        if (waiting.length > 0) callback(waiting.splice(0), this);
      });
    }
  };
}
