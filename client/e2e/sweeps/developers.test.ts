import { expect, test } from "@jest/globals";
import { openPage, viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";

const fixture = provideFixture();

test("the documentation for developers is readable on a phone and a laptop, and its menu marks the current page", async () => {
  const { url } = fixture.server;
  for (const [size, viewport] of Object.entries(viewports)) {
    const { page, context, complaints } = await openPage(fixture.browser, url, viewport);
    try {
      await page.goto("/developers");
      const menu = page.getByRole("navigation", { name: "Documentation" }).getByRole("link");
      const addresses = await menu.evaluateAll((links) => links.map((link) => link.getAttribute("href")!));
      expect(addresses[0]).toBe("/developers");
      for (const address of addresses) {
        await page.goto(address);
        expect(await page.locator('[aria-current="page"]').getAttribute("href")).toBe(address);
        expect(await page.title()).toBe(`${await page.locator("h1").innerText()} – Visaport`);
        // The markup does not depend on the width, and axe takes seconds, so it runs for one width only.
        if (viewport === viewports.phone) expect(await findViolations(page)).toEqual([]);
        expect(await findSidewaysScroll(page)).toEqual([]);
        await takePicture(page, `developers${address.replaceAll("/", "-")}-${size}`);
      }
      expect(complaints).toEqual([]);
    } finally {
      await context.close();
    }
  }
});

test("the menu can be skipped by keyboard, and every link of the documentation works", async () => {
  const { url } = fixture.server;
  const { page, context } = await openPage(fixture.browser, url, viewports.phone);
  try {
    await page.goto("/developers");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("content");
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("main") !== null)).toBe(true);

    const links = page.locator(`a[href^="/"], a[href^="#"]`);
    const addresses = await links.evaluateAll((found) =>
      found.map((link) => (link as HTMLAnchorElement).href),
    );
    for (const address of new Set(addresses)) {
      const response = await fetch(address, { headers: { accept: "text/html, */*" } });
      expect([address, response.status]).toEqual([address, 200]);
      const { hash } = new URL(address);
      if (hash) expect(await response.text()).toContain(`id="${hash.slice(1)}"`);
    }
  } finally {
    await context.close();
  }
});
