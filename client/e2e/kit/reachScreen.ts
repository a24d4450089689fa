import type { Page } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/traveller";
import type { Screen } from "./screens";
import { untilStill } from "./untilStill";

/** Puts somebody's login on the device, under the keys of spec §3. */
async function logInOnDevice(page: Page, { userId, token, phoneNumber }: Traveller): Promise<void> {
  await page.addInitScript(
    (stored) => {
      // Once: a page that logs out must stay logged out.
      if (sessionStorage.getItem("isLoggedInByTest")) return;
      sessionStorage.setItem("isLoggedInByTest", "1");
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value);
    },
    { userId, userToken: token, mobile: phoneNumber, email: "" },
  );
}

/** Goes to a screen and waits until it stands still. */
export async function reachScreen(page: Page, screen: Screen): Promise<void> {
  if (screen.as) await logInOnDevice(page, screen.as);
  // What is pressed before React has taken the page over is lost.
  await page.goto(screen.path, { waitUntil: screen.reach ? "networkidle" : "load" });
  await page.getByRole("heading", { level: 1 }).first().waitFor();
  await page.waitForFunction(() => !document.querySelector("[aria-busy=true]"));
  await screen.reach?.(page);
  await untilStill(page);
}
