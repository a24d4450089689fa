import { afterEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { openPage, sizes, viewports } from "../kit/browser/browser";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { readCatalogue } from "../kit/stories/catalogue";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** The static pages, header and footer. */

const textSizes = [["small phone", { width: 320, height: 640 }] as const, ...sizes];

const fixture = provideFixture();
let context: BrowserContext | undefined;

afterEach(() => context?.close());

async function open(path: string, viewport = viewports.phone) {
  const opened = await openPage(fixture.browser, fixture.server.url, viewport);
  ({ context } = opened);
  const response = await opened.page.goto(path);
  await opened.page.getByRole("heading", { level: 1 }).waitFor();
  return { ...opened, status: response?.status() };
}

test("the home page's heading is printed in black on white", async () => {
  const { page } = await open("/");
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const colours = () =>
    page.getByRole("heading", { level: 1 }).evaluate((title) => {
      const grounds: string[] = [];
      for (let one: Element | null = title; one; one = one.parentElement)
        grounds.push(getComputedStyle(one).backgroundColor);
      const ground = grounds.find((colour) => colour !== "rgba(0, 0, 0, 0)");
      return `${getComputedStyle(title).color} on ${ground}`;
    });
  await poll(async () => expect(await colours()).toBe("rgb(0, 0, 0) on rgb(255, 255, 255)"));
});

test("a page is shown even if its address ends with an invalid escape sequence", async () => {
  const { page, complaints } = await open("/terms#%zz", viewports.phone);
  await page.getByRole("heading", { level: 1, name: /Terms/ }).waitFor();
  expect(complaints).toEqual([]);
});

describe.each(textSizes)("on a %s", (name, viewport) => {
  test.each(["/about", "/contact", "/privacy", "/terms", "/logout", "/no-such-page"])(
    "%s fits, has one main heading, and is accessible",
    async (path) => {
      const { page } = await open(path, viewport);
      await page.getByRole("contentinfo").getByText("09:00AM - 09:00PM").waitFor();
      await page.getByRole("contentinfo").getByRole("link", { name: "Vietnam visas" }).waitFor();
      await poll(async () => expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1));
      await poll(async () => expect(await findSidewaysScroll(page)).toEqual([]));
      await poll(async () => expect(await smallTargets(page)).toEqual([]));
      await poll(async () => expect(await findViolations(page)).toEqual([]));
    },
  );

  test("the header's links and its login button are side by side, and one link leads to the favourites", async () => {
    const { page } = await open("/about", viewport);
    const header = page.getByRole("banner");
    const parts = [
      header.getByRole("link", { name: "Visaport home" }),
      header.getByRole("link", { name: "Favourites" }),
      header.getByRole("button", { name: "Login or Signup" }),
    ];
    const boxes = await Promise.all(parts.map(async (part) => (await part.boundingBox())!));
    for (const [index, box] of boxes.entries()) {
      expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
      const next = boxes[index + 1];
      if (next) expect(box.x + box.width).toBeLessThanOrEqual(next.x);
      else expect(box.x + box.width).toBeLessThanOrEqual(viewport.width);
    }
    if (name === "small phone") expect((await header.boundingBox())!.height).toBeLessThanOrEqual(64);
    await header.getByRole("link", { name: "Favourites" }).click();
    await page.waitForURL("**/fav");
    await header.locator('[aria-current="page"]').and(header.getByLabel("Favourites")).waitFor();
  });
});

describe("on a phone", () => {
  test("About and Contact load the map only on request", async () => {
    for (const path of ["/about", "/contact"]) {
      const { page, complaints } = await open(path);
      await page.route("https://www.openstreetmap.org/**", (route) => route.fulfill({ body: "a map" }));
      await page.getByText("Connaught Place, New Delhi 110001, India").waitFor();
      await poll(async () => expect(await page.locator("iframe").count()).toBe(0));
      expect(complaints).toEqual([]);
      await page.getByRole("button", { name: "Show map" }).click();
      await page.frameLocator('iframe[title="Office location map"]').getByText("a map").waitFor();
      await poll(async () => expect(await findSidewaysScroll(page)).toEqual([]));
      expect(complaints).toEqual(["asked https://www.openstreetmap.org"]);
      await context?.close();
      context = undefined;
    }
  });

  test("Contact has the contact details and answers frequent questions", async () => {
    const { page } = await open("/contact#help");
    const help = page.getByRole("heading", { name: "Help Center" });
    await page.waitForFunction(() => document.activeElement?.id === "help");
    await poll(async () =>
      expect(await help.evaluate((heading) => heading === document.activeElement)).toBe(true),
    );
    const main = page.getByRole("main");
    await main.getByRole("link", { name: "help@visaport.example" }).waitFor();
    await poll(async () =>
      expect(await main.getByRole("link", { name: "+91 22 5550 1234" }).getAttribute("href")).toBe(
        "tel:+912255501234",
      ),
    );
    await main.getByText("09:00AM - 09:00PM").waitFor();
    const questions = main.locator("details");
    await poll(async () => expect(await questions.count()).toBeGreaterThanOrEqual(6));
    await questions.first().locator("summary").click();
    await main.getByText(/press Resend code/).waitFor();
  });

  test("Privacy shows its date and links to its sections and the terms", async () => {
    const { page } = await open("/privacy");
    await page.getByText("May 05, 2024").waitFor();
    const contents = page.getByRole("navigation", { name: "On this page" }).getByRole("link");
    for (const link of await contents.all()) {
      await link.click();
      const id = (await link.getAttribute("href"))!.slice(1);
      await page.waitForFunction((wanted) => document.activeElement?.id === wanted, id);
    }
    await poll(async () =>
      expect(await page.getByRole("main").locator("details").count()).toBeGreaterThan(0),
    );
    await page.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
    await page.getByRole("heading", { level: 1, name: "Terms" }).waitFor();
    await page.getByRole("row").filter({ hasText: "We made a mistake" }).waitFor();
  });

  test("an unknown URL shows “Page not found” with links to continue", async () => {
    const { page, status } = await open("/no-such-page");
    expect(status).toBe(404);
    await poll(async () =>
      expect(await page.getByRole("heading", { level: 1 }).innerText()).toBe("Page not found"),
    );
    await page.getByRole("banner").waitFor();
    await page.getByRole("contentinfo").waitFor();
    await page.getByRole("main").getByRole("combobox").waitFor();
    await page.getByRole("main").getByRole("link", { name: "contact support" }).click();
    await page.getByRole("heading", { level: 1, name: "Contact" }).waitFor();
  });

  test("a navigation scrolls to the top, sets the title, and focuses the heading", async () => {
    const { page, complaints } = await open("/about");
    const ways = [
      ["Privacy", "Privacy"],
      ["Contact", "Contact"],
      ["About Us", "About Us"],
    ] as const;
    for (const [link, title] of ways) {
      await page.getByRole("contentinfo").getByRole("link", { name: link }).click();
      await page.getByRole("heading", { level: 1, name: title }).waitFor();
      await page.waitForFunction(() => document.activeElement?.tagName === "H1");
      await poll(async () => expect(await page.evaluate(() => window.scrollY)).toBe(0));
      await poll(async () => expect(await page.title()).toBe(`${title} | Visaport`));
    }
    expect(complaints).toEqual([]);
  });

  test("the footer links to every country and further pages, and shows contact details", async () => {
    const { countries } = await readCatalogue(fixture.server);
    const { page } = await open("/about");
    await page.getByRole("link", { name: "Vietnam visas" }).waitFor();
    const links = page.getByRole("navigation", { name: "Explore Visas" }).getByRole("link");
    const addresses = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")));
    expect(addresses).toEqual(countries.map(({ countryUrl }) => `/visas/${countryUrl}`));
    const foot = page.getByRole("contentinfo");
    await foot.getByRole("link", { name: "help@visaport.example" }).waitFor();
    await foot.getByRole("link", { name: "+91 22 5550 1234" }).waitFor();
    await foot.getByText("09:00AM - 09:00PM", { exact: true }).waitFor();
    const house = foot.getByRole("navigation", { name: "Footer" }).getByRole("link");
    expect(
      await house.evaluateAll((all) => all.map((it) => [it.textContent, it.getAttribute("href")])),
    ).toEqual([
      ["About Us", "/about"],
      ["Help Center", "/contact#help"],
      ["Contact", "/contact"],
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
      ["Favourites", "/fav"],
    ]);
  });

  test("social links are labelled, and open a new tab without access to this page", async () => {
    const { page } = await open("/about");
    const links = page.getByRole("list", { name: "Social media" }).getByRole("link");
    await poll(async () => expect(await links.count()).toBe(3));
    for (const link of await links.all()) {
      await poll(async () => expect(await link.getAttribute("target")).toBe("_blank"));
      await poll(async () => expect(await link.getAttribute("rel")).toBe("noopener noreferrer"));
      await poll(async () =>
        expect(await link.getAttribute("aria-label")).toMatch(/ \(opens in a new tab\)$/),
      );
    }
  });

  test("a notice is shown while the browser is offline", async () => {
    const { page } = await open("/about");
    const strip = page.getByText("You are offline. Your entries are safe on this device.");
    await poll(async () => expect(await strip.count()).toBe(0));
    await page.context().setOffline(true);
    await strip.waitFor();
    await expectUsable(page);
    await page.context().setOffline(false);
    await strip.waitFor({ state: "detached" });
  });
});

/** Returns standalone buttons and links smaller than 44 px; links within prose are exempt. */
const smallTargets = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, summary, header a, footer a, nav a")]
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return width > 0 && (width < 44 || height < 44);
      })
      .map(
        (control) =>
          `${control.textContent || control.ariaLabel}: ${control.offsetWidth}x${control.offsetHeight}`,
      ),
  );
