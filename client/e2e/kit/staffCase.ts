import { afterEach, beforeAll } from "@jest/globals";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { signInStaff } from "../../../server/test/kit/staff";
import type { Traveller } from "../../../server/test/kit/traveller";
import { viewports } from "./browser";
import { signedInPage } from "./signedInPage";
import { setStage } from "./stage";

interface Whose {
  who?: Traveller;
  viewport?: (typeof viewports)[keyof typeof viewports];
}

/** A member of staff who looks at cases in a browser of the suite's own; each page ends with its test. */
export function setDesk() {
  const stage = setStage();
  let staff: Traveller;
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    staff = await signInStaff(stage.server);
  });
  afterEach(async () => {
    await context?.close();
  });
  /** A page on which staff, or who is named, have logged in. */
  const openPage = async ({ who = staff, viewport = viewports.desktop }: Whose = {}) => {
    const opened = await signedInPage(stage.browser, who, viewport);
    context = opened.context;
    return opened;
  };
  const openCase = async (path: string, whose?: Whose) => {
    const opened = await openPage(whose);
    await opened.page.goto(path);
    return opened;
  };
  return { stage, openPage, openCase };
}

export const caseOf = (traveller: Traveller) => `/staff/case/${traveller.request.visaRequestId}`;

export const button = (place: Page | Locator, name: string) =>
  place.getByRole("button", { name, exact: true });
/** The paper that is shown, large. */
export const paperView = (page: Page) => page.locator("[data-scale]");

/** Takes the case and begins its review, as the page's own buttons do. */
export async function startReview(page: Page): Promise<void> {
  await button(page, "Take").click();
  await button(page, "Release").waitFor();
  await button(page, "Start review").click();
  await page.getByText("Assigned to you.", { exact: true }).waitFor();
}

export const snap = (page: Page, name: string, fullPage = true) =>
  page.screenshot({ path: `test-output/screens/staffCase-${name}.png`, fullPage, animations: "disabled" });
