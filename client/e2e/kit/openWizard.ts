import type { Browser, BrowserContext, Page } from "playwright-core";
import type { TestServer } from "../../../server/test/kit/testServer";
import { signedInTraveller } from "../../../server/test/kit/traveller";
import { openPage } from "./browser";

/** The wizard of a new request, opened by somebody who is signed in. */
export async function openWizard(
  browser: Browser,
  server: TestServer,
  viewport?: { width: number; height: number },
): Promise<{ page: Page; context: BrowserContext; complaints: string[]; visaRequestId: string }> {
  const traveller = await signedInTraveller(server).withRequest();
  const opened = await openPage(browser, server.url, viewport);
  const { userId, token: userToken, phoneNumber: mobile } = traveller;
  await opened.context.addInitScript(
    (session) => {
      for (const [key, value] of Object.entries(session)) localStorage.setItem(key, value);
    },
    { userId, userToken, mobile, email: "" },
  );
  const { visaRequestId } = traveller.request;
  await opened.page.goto(`/visarequest/${visaRequestId}`);
  await opened.page.getByRole("tab", { name: "Photo" }).waitFor();
  return { ...opened, visaRequestId };
}
