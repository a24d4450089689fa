import type { Page } from "playwright-core";
import type { Traveller } from "../../../../server/test/kit/personas/traveller";

/** Stores the traveller's login in the page's local storage, under the client's four keys. */
export async function enterAs(
  page: Page,
  { userId, token, phoneNumber }: Pick<Traveller, "userId" | "token" | "phoneNumber">,
): Promise<void> {
  // Any URL of the origin works; this one loads no scripts or styles.
  await page.goto("/robots.txt");
  await page.evaluate(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { userId, userToken: token, mobile: phoneNumber, email: "" },
  );
}
