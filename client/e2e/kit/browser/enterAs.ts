import type { Page } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";

/** Puts that traveller's login on the device of this page, under the four keys that the client uses. */
export async function enterAs(
  page: Page,
  { userId, token, phoneNumber }: Pick<Traveller, "userId" | "token" | "phoneNumber">,
): Promise<void> {
  // Any address of the origin will do; this one brings neither script nor style.
  await page.goto("/robots.txt");
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { userId, userToken: token, mobile: phoneNumber, email: "" },
  );
}
