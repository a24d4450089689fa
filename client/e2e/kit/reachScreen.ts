import type { Page } from "playwright-core";
import { enterAs } from "./enterAs";
import type { Screen } from "./screens";
import { untilStill } from "./untilStill";

/** Goes to a screen and waits until it stands still. */
export async function reachScreen(page: Page, screen: Screen): Promise<void> {
  if (screen.as) await enterAs(page, screen.as);
  // What is pressed before React has taken the page over is lost.
  await page.goto(screen.path, { waitUntil: screen.reach ? "networkidle" : "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await screen.reach?.(page);
  await untilStill(page);
}
