import type { Page } from "playwright-core";
import type { Screen } from "./screens";
import { waitForIdle } from "../page/waitForIdle";

/** Opens a screen, brings it into its state, and waits until it is stable. */
export async function reachScreen(page: Page, screen: Screen): Promise<void> {
  // `reach` operates the page, so the page's requests have to be finished first.
  await page.goto(screen.path, { waitUntil: screen.reach ? "networkidle" : "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await screen.reach?.(page);
  await waitForIdle(page);
}
