import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./findChromium";

/**
 * Background features of Chromium that are disabled: drawing the address bar's suggestions alone takes twice as
 * long as drawing our pages. The others are Playwright's list, which this list replaces.
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
      // Headless Chromium does not know its connection type, so by default it loads more images than on 4G.
      "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
    ],
  });
