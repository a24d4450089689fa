import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type BrowserServer,
  type Page,
} from "playwright-core";
import { findChromium } from "./findChromium";

/** A mid-range phone and a laptop. */
export const viewports = { phone: { width: 360, height: 740 }, desktop: { width: 1280, height: 800 } };

/**
 * What Chromium would do beside the page. Each window of it draws the suggestions of its own address bar, which take
 * twice the time of a page of ours; the others are of Playwright's list, which a second list takes the place of.
 */
const disabledFeatures = [
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
  "AimEnabled",
  "AvoidUnnecessaryBeforeUnloadCheckSync",
  "DestroyProfileOnBrowserClose",
  "HttpsFirstBalancedModeAutoEnable",
  "HttpsUpgrades",
  "LensOverlay",
  "MediaRouter",
  "OptimizationHints",
  "PaintHolding",
  "PreconnectToSearch",
  "ThirdPartyStoragePartitioning",
];

const launchOptions = (fontSize: number) => ({
  executablePath: findChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${disabledFeatures.join(",")}`,
    // Without its windows Chromium does not know its line, and would fetch pictures from further below than by 4G.
    `--blink-settings=defaultFontSize=${fontSize},lazyLoadingImageMarginPxUnknown=1250`,
  ],
});

/** With `fontSize`, in px, for somebody who set the browser to other letters than the usual ones of 16 px. */
export const launchBrowser = (fontSize = 16): Promise<Browser> => chromium.launch(launchOptions(fontSize));

/** One that several suites connect to, one after another. */
export const launchBrowserServer = (): Promise<BrowserServer> => chromium.launchServer(launchOptions(16));

/** An empty profile. Without a service worker, which would answer before a route of the test does, unless `options` allow it. */
export const openContext = (
  browser: Browser,
  url: string,
  viewport = viewports.phone,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> =>
  browser.newContext({
    baseURL: url,
    viewport,
    locale: "en-IN",
    timezoneId: "Asia/Kolkata",
    serviceWorkers: "block",
    ...options,
  });

/** A page of that profile; what it logs as an error, or asks of another origin than its own, is in `complaints`. */
export async function openPageIn(
  context: BrowserContext,
  url: string,
): Promise<{ page: Page; complaints: string[] }> {
  const page = await context.newPage();
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    const { origin } = new URL(request.url());
    if (origin !== new URL(url).origin && origin !== "null") complaints.push(`asked ${origin}`);
  });
  return { page, complaints };
}

/** Both at once, for a page that needs no other beside it. */
export async function openPage(
  ...given: Parameters<typeof openContext>
): Promise<{ page: Page; context: BrowserContext; complaints: string[] }> {
  const context = await openContext(...given);
  return { context, ...(await openPageIn(context, given[1])) };
}
