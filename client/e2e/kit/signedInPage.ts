import type { Browser } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/traveller";
import { openPage, viewports } from "./browser";

/** A page on which that traveller has logged in; as `openPage` else. */
export async function signedInPage(browser: Browser, traveller: Traveller, viewport = viewports.phone) {
  const opened = await openPage(browser, traveller.server.url, viewport);
  // Any page of the origin will do.
  await opened.page.goto("/about", { waitUntil: "commit" });
  await opened.page.evaluate(
    ([userId, mobile, userToken]) => {
      localStorage.setItem("userId", userId);
      localStorage.setItem("email", "");
      localStorage.setItem("mobile", mobile);
      localStorage.setItem("userToken", userToken);
    },
    [traveller.userId, traveller.phoneNumber, traveller.token] as const,
  );
  return opened;
}
