import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { poll } from "../../../server/test/kit/poll";
import { openPage, viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { readCatalogue } from "../kit/stories/catalogue";

/** The total price of a visa wherever it is listed, and the size of its cards on a phone. */

const fixture = provideFixture();
let page: Page;
let context: BrowserContext;

beforeEach(async () => {
  ({ page, context } = await openPage(fixture.browser, fixture.server.url, viewports.phone));
});
afterEach(() => context.close());

const linesOf = async (locator: Locator) => (await locator.innerText()).split("\n");

/** Opens the page and waits for its fonts. */
async function open(path: string): Promise<void> {
  await page.goto(path);
  await page.evaluate(() => document.fonts.ready);
}

test("each card of the home page shows the price and the total, and the page stays short", async () => {
  await open("/");
  const cards = page.locator("main li", { has: page.getByRole("link", { name: /^View Details/ }) });
  await poll(async () => expect(await cards.count()).toBe(12));
  for (const card of await cards.all()) {
    const lines = await linesOf(card);
    const [price, total] = [/^INR (\d+)\/-$/, /^INR (\d+)\/- in all, per adult$/].map((pattern) =>
      Number(lines.map((line) => pattern.exec(line)?.[1]).find(Boolean)),
    );
    expect(total! - price!).toBe(499);
  }
  expect((await page.locator("main").innerText()).match(/<<</g)!.length).toBeGreaterThan(0);
  expect(await page.getByText("<<<").count()).toBe(1);
  // On a busy machine, the first visit may use the wider fallback font; a reload uses the cached web font.
  await poll(async () => {
    await page.reload();
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500);
  });
});

test("on a country's page, the price and Apply share a row, even if the price has five digits", async () => {
  const { countries } = await readCatalogue(fixture.server);
  const { countryUrl, visas } = countries.find((one) =>
    one.visas.some(({ adultPrice }) => adultPrice > 9999),
  )!;
  await open(`/visas/${countryUrl}`);
  for (const { visaName, adultPrice } of visas) {
    const apply = page.getByRole("link", { name: `Apply – ${visaName}`, exact: true });
    const offer = page.getByRole("listitem").filter({ has: apply });
    const lines = await linesOf(offer);
    expect(lines).toContain(`INR ${adultPrice}/-`);
    expect(lines).toContain(`INR ${adultPrice + 499}/- in all, per adult`);
    const price = (await offer.getByText(`INR ${adultPrice}/-`, { exact: true }).boundingBox())!;
    const button = (await apply.boundingBox())!;
    expect(price.y).toBeGreaterThan(button.y - price.height);
    expect(price.y).toBeLessThan(button.y + button.height);
  }
});

test("a visa's page shows the total and Apply Now above the fold, and the total price of other visas", async () => {
  const { countries } = await readCatalogue(fixture.server);
  const { visas } = countries.find((one) => one.visas.length > 1)!;
  const [visa, other] = visas;
  await open(`/visa/${visa.visaUrl}`);
  const { height } = viewports.phone;
  for (const target of [
    page.getByRole("button", { name: "Apply Now" }),
    page.locator("[data-foot-bar]").getByText(`INR ${visa.priceSummary.total}/-`),
  ])
    await poll(async () => {
      const box = (await target.boundingBox())!;
      expect(box.y + box.height).toBeLessThanOrEqual(height);
    });
  const others = page.getByRole("region", { name: /^Check other visas from/ });
  const card = others.getByRole("listitem").filter({ hasText: other.visaName }).first();
  expect(await linesOf(card)).toContain(`INR ${other.adultPrice + 499}/- in all, per adult`);
});
