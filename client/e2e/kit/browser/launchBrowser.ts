import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./findChromium";

/**
 * Disables background features of Chromium. The address bar's suggestions alone take twice as long to draw as
 * our pages. The rest is Playwright's list, which this one replaces.
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
      // Headless Chromium does not know its connection type, and would load images from further below than on
      // 4G.
      "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
    ],
  });
