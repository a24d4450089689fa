import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./findChromium";

/**
 * Features of Chromium that are disabled. `WebUIOmnibox…` draws the address bar's suggestions, which takes twice as
 * long as drawing our pages. The rest is copied from Playwright's list, which this list replaces.
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

/** Launches headless Chromium; each context has its own profile. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({
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
      // Loads as few images below the fold as on 4G. Headless Chromium does not know its connection type, and would
      // load more.
      "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
    ],
  });
