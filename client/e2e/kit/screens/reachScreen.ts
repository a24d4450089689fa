import type { Page } from "playwright-core";
import type { Screen } from "./screens";
import { untilStill } from "../page/untilStill";

/** Goes to a screen, as whoever is logged in there, and waits until it stands still. */
export async function reachScreen(page: Page, screen: Screen): Promise<void> {
  // What is pressed before React has taken the page over is lost.
  await page.goto(screen.path, { waitUntil: screen.reach ? "networkidle" : "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await screen.reach?.(page);
  await untilStill(page);
}
