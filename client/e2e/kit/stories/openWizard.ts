import type { Browser, BrowserContext, Page } from "playwright-core";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { signedInTraveller } from "../../../../server/test/kit/personas/traveller";
import { signedInPage } from "../browser/signedInPage";

/** Opens the wizard of a new request as a logged-in traveller. */
export async function openWizard(
  browser: Browser,
  server: RunningServer,
  viewport?: { width: number; height: number },
): Promise<{ page: Page; context: BrowserContext; complaints: string[]; visaRequestId: string }> {
  const traveller = await signedInTraveller(server).withRequest();
  const opened = await signedInPage(browser, traveller, viewport);
  const { visaRequestId } = traveller.request;
  await opened.page.goto(`/visarequest/${visaRequestId}`);
  await opened.page.getByRole("tab", { name: "Photo" }).waitFor();
  return { ...opened, visaRequestId };
}
