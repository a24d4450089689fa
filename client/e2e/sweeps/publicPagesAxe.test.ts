import { applyFor } from "../kit/stories/travelDate";
import { test } from "@jest/globals";
import type { Page } from "playwright-core";
import { openPage } from "../kit/browser/browser";
import { expectNoViolations } from "../kit/page/findViolations";
import { provideFixture } from "../kit/browser/fixture";

/** axe-core finds no violations on the public pages, in any state and in both themes. */

const fixture = provideFixture();

const visa = "/visa/bahrain-14-days-tourist-visa-single-entry";
const h1 = (page: Page, name: string) => page.getByRole("heading", { level: 1, name }).waitFor();
const hearts = (page: Page) => page.getByRole("button", { name: /to favourites$/ });
const type = async (page: Page, text: string) => {
  await page.goto("/");
  await page
    .getByRole("link", { name: /^View Details/ })
    .first()
    .waitFor();
  await page.getByRole("combobox").fill(text);
};

const states: [string, (page: Page) => Promise<unknown>][] = [
  [
    "the home page with open suggestions",
    async (page) => {
      await type(page, "an");
      await page.getByRole("option").first().waitFor();
      await page.keyboard.press("ArrowDown");
      await page.getByRole("option", { selected: true }).waitFor();
    },
  ],
  [
    "the home page without a matching country",
    async (page) => {
      await type(page, "zzz");
      await page.getByText("No country matches").first().waitFor();
    },
  ],
  ["the list of countries", (page) => page.goto("/visas").then(() => h1(page, "Visas by country"))],
  ["a country's page", (page) => page.goto("/visas/bahrain").then(() => h1(page, "Bahrain Visas"))],
  [
    "a visa's page with an open question",
    async (page) => {
      await page.goto(visa);
      await page.locator("summary").first().click();
    },
  ],
  [
    "a visa's page with the login dialog",
    async (page) => {
      await page.goto(visa);
      await applyFor(page);
      await page.getByRole("dialog").waitFor();
    },
  ],
  ["the page of an unknown visa", (page) => page.goto("/visa/nope").then(() => h1(page, "Visa not found!"))],
  [
    "the page of a visa that did not load",
    async (page) => {
      await page.goto("/visas/bahrain");
      await page
        .getByRole("link", { name: /^Apply/ })
        .first()
        .waitFor();
      await page.route("**/graphql", (route) => route.abort());
      await page
        .getByRole("link", { name: /^Apply/ })
        .first()
        .click();
      await page.getByRole("button", { name: "Retry" }).waitFor();
    },
  ],
  [
    "the page of a country that did not load",
    async (page) => {
      await page.goto("/about");
      await page.getByRole("link", { name: "Bahrain visas" }).waitFor();
      await page.route("**/graphql", (route) => route.abort());
      await page.getByRole("link", { name: "Bahrain visas" }).click();
      await page.getByRole("button", { name: "Retry" }).waitFor();
    },
  ],
  ["an empty list of favourites", (page) => page.goto("/fav").then(() => h1(page, "Favourites"))],
  [
    "a list of favourites with one saved and one removed",
    async (page) => {
      await page.goto("/visas/bahrain");
      await hearts(page).nth(0).click();
      await hearts(page).nth(1).click();
      await page.goto("/fav");
      await hearts(page).first().click();
      await page.getByRole("button", { name: "Undo" }).waitFor();
    },
  ],
  ["the offline page", (page) => page.goto("/offline.html")],
];

test.each(states)(
  "%s has no axe violations and does not scroll sideways, on a phone and on a laptop",
  async (_state, arrive) => {
    const options = { bypassCSP: true, reducedMotion: "reduce" as const };
    const { page, context } = await openPage(fixture.browser, fixture.server.url, undefined, options);
    await arrive(page);
    await expectNoViolations(page);
    await context.close();
  },
);
