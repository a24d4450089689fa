import type { Browser } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/traveller";
import { openPage } from "./browser";

/** The two screens of ux §5. */
export const screens = {
  phone: { width: 360, height: 740 },
  desktop: { width: 1280, height: 800 },
};

/** A page on which that traveller has logged in; as `openPage` else. */
export async function signedInPage(browser: Browser, traveller: Traveller, viewport = screens.phone) {
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

/** Whether the page is wider than the screen. */
export const isTooWide = () => document.documentElement.scrollWidth > window.innerWidth;
