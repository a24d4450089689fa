import type { Browser, BrowserContext, Page } from "playwright-core";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { signedInTraveller } from "../../../../server/test/kit/personas/traveller";
import { signedInPage } from "../browser/signedInPage";

/** The wizard of a new request, opened by somebody who is signed in. */
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
