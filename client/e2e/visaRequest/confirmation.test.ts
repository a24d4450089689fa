import { beforeAll, describe, expect, test } from "@jest/globals";
import { makeApplicantFiles } from "../../../server/test/kit/personas/applicantFiles";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { lookAt } from "../../../server/test/kit/stories/staffConsole";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { travellerSizes } from "../kit/browser/browser";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { visaRequestAccessLog } from "./confirmation.generated";

/** The page that is shown after the payment. */

const fixture = provideFixture();
let payer: Traveller;

beforeAll(async () => {
  payer = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
});

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  test("the confirmation shows all specified texts; an unknown application redirects home", async () => {
    const { page, context, complaints } = await signedInPage(fixture.browser, payer, viewport);
    await page.goto(`/application/${payer.request.visaRequestId}`);
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    const title = page.getByRole("heading", { level: 1 });
    await title.waitFor();
    await poll(async () =>
      expect(await title.innerText()).toBe(
        `Congratulations, Application successfully submitted. Reference No : ${payer.request.visaReferenceNo}`,
      ),
    );
    await poll(async () =>
      expect(await page.locator("section", { has: title }).locator("svg").isVisible()).toBe(true),
    );
    const next = page.locator("section").filter({ hasText: "What happens next" });
    await poll(async () =>
      expect(await next.innerText()).toMatch(/The visa is expected by \d{2} [A-Z][a-z]{2} \d{4}/),
    );
    await page.getByRole("link", { name: "help@visaport.example" }).first().waitFor();
    await poll(async () => expect(await findSidewaysScroll(page)).toEqual([]));
    await poll(async () =>
      expect(await page.locator("main").innerText()).toMatch(/Amount paid\s+INR \d+\/-/),
    );
    await page.getByRole("button", { name: "Print" }).waitFor();
    const log = page.getByRole("region", { name: "Who has seen these documents" });
    await poll(async () =>
      expect(await log.innerText()).toMatch(
        /Nobody but you has opened them so far\..*\sYou added Asha Rao\s/s,
      ),
    );
    await page.getByRole("button", { name: "Copy reference number" }).click();
    await page.getByRole("status").filter({ hasText: "Reference number copied" }).waitFor();
    await poll(async () =>
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(payer.request.visaReferenceNo),
    );
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("link", { name: "View Applications" }).click();
    await page.waitForURL("**/visa/applications");

    await page.goto("/application/6c0f0f3e-0000-4000-8000-000000000000");
    await page.getByRole("heading", { name: /^Search and Secure/ }).waitFor();
    expect(new URL(page.url()).pathname).toBe("/");
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("staff views are listed, newest first, with the earlier ones in a disclosure", async () => {
  const seen = await signedInTraveller(fixture.server).withRequest();
  const { visaRequestId } = seen.request;
  const files = await makeApplicantFiles();
  for (const firstName of ["Ravi", "Asha"]) await addApplicant(seen, files, { firstName });
  await toStory(seen).paid();
  const staff = await signInStaff(fixture.server);
  const { applicants } = await lookAt(staff, visaRequestId);
  const sources = applicants.flatMap(({ papers }) => papers.map(({ src }) => src));
  expect(sources).toHaveLength(10);
  // Opens the files one after the other, so that the view of Ravi's photo is the newest.
  for (const src of sources.reverse())
    expect((await fetch(new URL(src, fixture.server.url))).status).toBe(200);
  const { data } = await seen.call(visaRequestAccessLog, { visaRequestId });
  const [look] = data.visaRequest.accessLog;
  const { page, context } = await signedInPage(fixture.browser, seen);
  await page.goto(`/application/${visaRequestId}`);
  const log = page.getByRole("region", { name: "Who has seen these documents" });
  await log.waitFor();
  const first = log.getByRole("listitem").first();
  await poll(async () =>
    expect(await first.innerText()).toMatch(
      new RegExp(`Our staff opened the photo of Ravi Rao\\s+${inKolkata(look.at)}`),
    ),
  );
  await poll(async () => expect(await log.getByText(/^Our staff opened (?!the details)/).count()).toBe(10));
  await poll(async () => expect(await log.getByText("You added Asha Rao").isVisible()).toBe(false));
  await log.getByText("Show 8 earlier").click();
  await log.getByText("You added Asha Rao").waitFor();
  await poll(async () => expect(await log.getByText("Nobody but you").count()).toBe(0));
  await expectUsable(page);
  await context.close();
});

/** Formats a time like `20 Nov 2026, 13:49`, with `Intl` rather than the product's code. */
function inKolkata(at: string): string {
  const format = new Intl.DateTimeFormat("en-US", {
    ...{ timeZone: "Asia/Kolkata", year: "numeric", month: "short", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  });
  const parts = Object.fromEntries(
    format.formatToParts(new Date(at)).map(({ type, value }) => [type, value]),
  );
  return `${parts["day"]} ${parts["month"]} ${parts["year"]}, ${parts["hour"]}:${parts["minute"]}`;
}
