import { afterEach, beforeEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { signedInTraveller, signIn } from "../../../server/test/kit/personas/traveller";
import { enterAs } from "../kit/browser/enterAs";
import { waitFor } from "../../../server/test/kit/waitFor";
import { openPage, viewports } from "../kit/browser/browser";
import { poll } from "../../../server/test/kit/poll";
import { provideOwnFixture } from "../kit/browser/fixture";
import { button, fillDetails, fillPictures, openWizard } from "../kit/stories/wizard";

/** Pages that the service worker caches for offline use, and pages that it never caches. */

const visa = "/visa/bahrain-14-days-tourist-visa-single-entry";

const fixture = provideOwnFixture();
let page: Page;
let context: BrowserContext;

beforeEach(async () => {
  ({ page, context } = await openPage(fixture.browser, fixture.server.url, viewports.phone, {
    serviceWorkers: "allow",
  }));
});
afterEach(() => context.close());

const keptPaths = (of = "") =>
  page.evaluate(async (prefix) => {
    const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => url.slice(location.origin.length));
  }, of);

/** Opens a page as a first visit, and waits until it is cached. */
async function visit(path: string): Promise<void> {
  await page.goto(path);
  await untilKept(path);
}

async function untilKept(path: string): Promise<void> {
  await waitFor(`${path} is cached`, async () => {
    const kept = await keptPaths();
    return kept.includes(path) && kept.includes("/offline.html");
  });
}

const heading = () => page.getByRole("heading", { level: 1 });

test("a visited page can be opened again offline", async () => {
  await visit(visa);
  const loaded = await page
    .locator("script[src], link[rel=stylesheet]")
    .evaluateAll((elements) =>
      elements.map(
        (element) =>
          new URL(element.getAttribute("src") ?? element.getAttribute("href")!, location.href).pathname,
      ),
    );
  expect(loaded.length).toBeGreaterThan(1);
  const data = JSON.parse((await page.locator("#page-data").textContent())!) as { scripts: string[] };
  expect(data.scripts.length).toBeGreaterThan(2);
  const scripts = data.scripts.map((file) => `/${file}`);
  const wanted = [...loaded, ...scripts, "/offline.html", "/offline.css"];
  // Waits for each file, because the service worker caches the page and each file independently.
  await waitFor(`${wanted.join(", ")} are cached`, async () => {
    const kept = await keptPaths("files-");
    return wanted.every((file) => kept.includes(file));
  });

  await context.setOffline(true);
  await page.reload();
  await page.getByText("You are offline. Your entries are safe on this device.").waitFor();
  await page.getByRole("heading", { level: 1, name: "14 Days Tourist Visa" }).waitFor();
  await poll(async () => expect(await page.locator("main").innerText()).toContain("INR 2898/-"));
});

test("offline, a page that was not visited shows the offline page, which offers a retry", async () => {
  await visit("/terms");
  await context.setOffline(true);
  for (const path of [visa, "/visas/oman", "/profile"]) {
    await page.goto(path);
    await poll(async () => expect(await heading().innerText()).toBe("You are offline"));
  }
  await page.goto(visa);
  await context.setOffline(false);
  await page.getByRole("link", { name: "Try again" }).click();
  await page.getByRole("heading", { level: 1, name: "14 Days Tourist Visa" }).waitFor();
});

test("a page opened by client-side navigation is cached as well", async () => {
  await visit("/visas/bahrain");
  await page.getByRole("link", { name: "Apply – 14 Days Tourist Visa" }).click();
  await untilKept(visa);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole("heading", { level: 1, name: "14 Days Tourist Visa" }).waitFor();
});

test("a page opens from the cache if the network does not respond within three seconds", async () => {
  await visit("/about");
  // Clears the browser's HTTP cache, which would serve the page without the service worker.
  const devTools = await context.newCDPSession(page);
  await devTools.send("Network.clearBrowserCache");
  process.kill(fixture.server.pid, "SIGSTOP");
  try {
    await page.goto("/about");
    await page.getByRole("heading", { level: 1, name: /about/i }).waitFor();
  } finally {
    process.kill(fixture.server.pid, "SIGCONT");
  }
});

test("if the next page cannot be loaded after an applicant was submitted, a message says that the data is safe and offers a retry", async () => {
  const asha = await signedInTraveller(fixture.server).withRequest();
  await enterAs(page, asha);
  await openWizard(page, asha);
  await fillPictures(page);
  await fillDetails(page);
  await button(page, "Preview").click();
  await page.route("**/graphql", async (route) => {
    if (!route.request().postData()?.includes("mutation createVisaApplicant")) return route.fallback();
    const response = await route.fetch();
    await context.setOffline(true);
    return route.fulfill({ response });
  });
  await button(page, "Submit").click();
  await poll(async () =>
    expect(await page.locator("main").innerText()).toContain("What you sent is safe with us"),
  );
  expect(await heading().innerText()).toMatch(/^(You are offline|We could not load your application)$/);
  await context.setOffline(false);
  await page.getByRole("button", { name: /^(Try again|Retry)$/ }).click();
  await button(page, "Make Payment").waitFor();
});

test("private pages are never cached, and logging out deletes all cached pages", async () => {
  await visit("/");
  await enterAs(page, await signIn(fixture.server));
  for (const path of [
    "/profile",
    "/visa/applications",
    "/Visa/Applications",
    "/visas?q=om",
    "/logout-not",
    "/contact",
  ]) {
    await page.goto(path);
    await page.getByRole("contentinfo").waitFor();
  }
  await page.goto("/files/none?x=1");
  await page.goto("/api/visa/gettop");
  await visit("/privacy");
  const kept = await keptPaths();
  expect(kept).toEqual(expect.arrayContaining(["/", "/contact", "/privacy"]));
  const allowed = /^\/(assets\/.+|flags\/..\.svg|offline\.(html|css)|visas|contact|privacy)?$/;
  expect(kept.filter((path) => !allowed.test(path))).toEqual([]);

  await page.goto("/logout");
  await page.getByText("You have successfully logged out...").waitFor();
  await waitFor("no page is cached", async () => (await keptPaths("pages-")).length === 0);
});

test("a new build's worker deletes the caches of older builds", async () => {
  await page.goto("/offline.html");
  await page.evaluate(async () => {
    await (await caches.open("pages-older")).put("/about", new Response("old"));
    await (await caches.open("files-older")).put("/assets/old.js", new Response("old"));
  });
  // Does not use `visit`, which opens every cache and would create a deleted one again.
  await page.goto("/");
  await waitFor("the new caches exist and the older ones are deleted", async () => {
    const names = await page.evaluate(() => caches.keys());
    return names.some((name) => name.startsWith("pages-")) && names.every((name) => !name.endsWith("-older"));
  });
});

test("the manifest is complete, and its icons have the stated sizes", async () => {
  await page.goto("/");
  const href = await page.locator("link[rel=manifest]").getAttribute("href");
  const response = await fetch(new URL(href!, fixture.server.url));
  const manifest = (await response.json()) as { icons: { src: string; sizes: string; purpose?: string }[] };
  expect(manifest).toMatchObject({ start_url: "/", display: "standalone", theme_color: "#15233b" });
  for (const { src, sizes } of manifest.icons) {
    const size = await page.evaluate(async (from) => {
      const image = await createImageBitmap(await (await fetch(from)).blob());
      return `${image.width}x${image.height}`;
    }, src);
    expect(size).toBe(sizes);
  }
  expect(manifest.icons.some(({ purpose }) => purpose === "maskable")).toBe(true);
});

test("the service worker is smaller than three kilobytes", async () => {
  const worker = await (await fetch(`${fixture.server.url}/sw.js`)).text();
  expect(worker.length).toBeLessThan(3 * 1024);
});
