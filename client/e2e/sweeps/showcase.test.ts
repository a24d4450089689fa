import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { findFreePort } from "../../../server/test/kit/server/testServer";
import { poll } from "../../../server/test/kit/poll";
import { openPage, sizes, viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { expectNoViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";

/** `npm run components`: every example is accessible and fits, and none is in the product's build. */

const fixture = provideFixture();
let vite: ChildProcess;
let url: string;

beforeAll(async () => {
  const port = await findFreePort();
  url = `http://127.0.0.1:${port}`;
  const options = ["--config", "client/showcase/vite.config.ts", "--port", String(port), "--strictPort"];
  vite = spawn(process.execPath, ["node_modules/vite/bin/vite.js", ...options], {
    env: { ...process.env, NODE_ENV: "development" },
    stdio: "ignore",
  });
  await poll(async () => expect((await fetch(url)).status).toBe(200));
});

afterAll(async () => {
  vite.kill();
  await once(vite, "exit");
});

const groups = "client/showcase/groups/";
const examples = readdirSync(groups).flatMap((file) =>
  [...readFileSync(groups + file, "utf8").matchAll(/^ {2}(?:example|small)\(\s*"(\w+)"/gm)].map(
    ([, name]) => name!,
  ),
);

/** Returns the components whose states are all visible. */
const findDrawn = (page: Page) =>
  page
    .locator("[data-component]")
    .evaluateAll((sections) =>
      sections
        .filter((section) =>
          [...section.querySelectorAll("figcaption")].every(
            ({ nextElementSibling: state }) => state && state.getBoundingClientRect().height > 0,
          ),
        )
        .map((section) => section.getAttribute("data-component")),
    );

test("every component is shown without axe violations, on a phone and on a laptop, in both themes", async () => {
  const options = { reducedMotion: "reduce" as const };
  const { page, context, complaints } = await openPage(fixture.browser, url, viewports.phone, options);
  try {
    await page.goto("/");
    for (const [device, viewport] of sizes) {
      await page.setViewportSize(viewport);
      await poll(async () => expect((await findDrawn(page)).sort()).toEqual([...examples].sort()));
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme });
        await takePicture(page, `showcase-${device}-${colorScheme}`);
      }
    }
    await expectNoViolations(page);
    const openers = page.locator("figure > [aria-haspopup=dialog]");
    // Removes the components without a dialog: with them, axe would take 2 s instead of 0.4 s per dialog.
    const others = page.locator("[data-component]").filter({ hasNot: openers });
    await others.evaluateAll((sections) => sections.forEach((section) => section.remove()));
    expect(await openers.count()).toBeGreaterThan(8);
    for (const opener of await openers.all()) {
      await opener.click();
      const dialog = page.locator("dialog[open]");
      await dialog.getByRole("heading").waitFor();
      await expectNoViolations(page, "dialog[open]");
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    expect(complaints).toEqual([]);
  } finally {
    await context.close();
  }
});

test("a selected theme overrides the device's, and hover and focus are shown", async () => {
  const { page, context } = await openPage(fixture.browser, url, viewports.desktop, { colorScheme: "light" });
  const style = (selector: string, property: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);
  try {
    await page.goto("/");
    const light = await style("body", "background-color");
    await page.getByLabel("Theme").selectOption("dark");
    expect(await style("body", "background-color")).not.toBe(light);
    await page.getByLabel("Theme").selectOption("system");
    expect(await style("body", "background-color")).toBe(light);
    const button = "[data-component=Button] figure";
    expect(await style(`${button}[data-pseudo=focus] button`, "outline-style")).toBe("solid");
    const [idle, hover] = [`${button}:not([data-pseudo]) button`, `${button}[data-pseudo=hover] button`];
    await poll(async () =>
      expect(await style(hover, "background-color")).not.toBe(await style(idle, "background-color")),
    );
  } finally {
    await context.close();
  }
});

test("the product's build does not contain an example", () => {
  const manifest = JSON.parse(readFileSync("dist/client/.vite/manifest.json", "utf8")) as object;
  expect(Object.keys(manifest)).toContain("pages/home/Page.tsx");
  expect(Object.keys(manifest).filter((name) => name.includes("showcase"))).toEqual([]);
});
