import { chromium, type Browser } from "playwright-core";
import { findChromium } from "./findChromium";

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

/** Chromium without windows; a profile of its own for each context. */
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
      // Without its windows Chromium does not know its line, and would fetch pictures from further below than by 4G.
      "--blink-settings=lazyLoadingImageMarginPxUnknown=1250",
    ],
  });
