import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { makeSmallFiles, makeApplicantFiles } from "../../../server/test/kit/personas/applicantFiles";
import * as documents from "../../../server/test/kit/documents";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import {
  signedInTraveller,
  toStory,
  type Traveller,
  type VisaRequest,
} from "../../../server/test/kit/personas/traveller";
import { travellerSizes } from "../kit/browser/browser";
import { decideOn } from "../kit/stories/staffConsole";
import { takePicture } from "../kit/page/takePicture";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";

/** An application's details and the list of applications, on a phone, a laptop and paper. */

const longName = "Venkatanarasimharajuvaripetasubramaniamkrishnamurthyiyengars";

const fixture = provideFixture();
/** Has 8 CANCELLED and 17 PENDING applications, and a paid one with an approved and a rejected applicant. */
let frequent: Traveller;
let approved: VisaRequest;
let crowded: VisaRequest;
let newcomer: Traveller;

beforeAll(async () => {
  frequent = await signedInTraveller(fixture.server).withRequest();
  const files = await makeApplicantFiles();
  const withPdf = { ...files, "input.passportFrontFile": files["input.documentFiles.0"]! };
  const meera = await addApplicant(frequent, files, { firstName: "Meera" });
  const asha = await addApplicant(frequent, withPdf);
  approved = (await toStory(frequent).paid()).request;
  await decideOn(await signInStaff(fixture.server), approved.visaRequestId, [meera, asha]);

  const { visaId } = approved;
  const small = await makeSmallFiles();
  for (let made = 0; made < 24; made++) {
    frequent.request = await frequent.do(documents.createVisaRequest, { visaId });
    // Cancels eight applications, because at most 20 may be unpaid. Each gets an applicant, because the list
    // omits cancelled applications without one.
    if (made >= 8) continue;
    await addApplicant(frequent, small);
    await frequent.do(documents.cancelVisaRequest, { visaRequestId: frequent.request.visaRequestId });
  }
  frequent.request = crowded = await frequent.do(documents.createVisaRequest, { visaId });
  for (let place = 1; place <= 12; place++)
    await addApplicant(frequent, small, { firstName: place === 2 ? longName : `Traveller${place}` });
  newcomer = await signedInTraveller(fixture.server);
}, 120_000);

describe.each(travellerSizes)("on a %s", (name, viewport) => {
  const open = async (path: string, who = frequent) => {
    const opened = await signedInPage(fixture.browser, who, viewport);
    await opened.page.goto(path);
    await opened.page.getByRole("heading", { level: 1 }).waitFor();
    return opened;
  };

  test("all applications are listed, newest first, each with its next step", async () => {
    const { page, context, complaints } = await open("/visa/applications");
    await page
      .getByRole("link", { name: /^VIEW – VP-/ })
      .first()
      .waitFor();
    await poll(async () => expect(await listed(page).count()).toBe(20));
    const newest = listed(page).first();
    const words = await newest.innerText();
    expect(words).toMatch(/30 Days Single Entry e-Visa/);
    expect(words).toMatch(/PENDING/);
    expect(words).toContain(crowded.visaReferenceNo);
    expect(words).toMatch(/Vietnam/);
    expect(words).toMatch(/\d{2} [A-Z][a-z]{2} \d{4}/);
    expect(words).toMatch(/\b12\s+Traveller\d+ Rao, .* and 9 more/s);
    expect(words).toMatch(/INR 40776\/-/);
    const icons = await listed(page).locator("svg").all();
    for (const icon of icons) expect((await icon.boundingBox())!.width).toBeGreaterThanOrEqual(14);
    await newest.getByRole("link", { name: "Pay now" }).waitFor();
    await takePicture(page, `applications-${name}`, false);
    await listed(page).nth(1).getByRole("link", { name: "Continue" }).waitFor();

    await page.getByRole("button", { name: "Show more" }).click();
    await page.getByText("26 of 26").waitFor();
    await poll(async () => expect(await listed(page).count()).toBe(26));
    await poll(async () => expect(await page.getByRole("button", { name: "Show more" }).count()).toBe(0));
    expect(
      await page.evaluate(() => document.activeElement?.closest("tr, li")?.matches(":nth-child(21)")),
    ).toBe(true);
    const oldest = listed(page).last();
    await poll(async () => expect(await oldest.innerText()).toMatch(/APPROVED/));
    await poll(async () =>
      expect(await oldest.getByRole("link", { name: /Pay now|Continue/ }).count()).toBe(0),
    );
    await expectUsable(page);
    await oldest.getByRole("link", { name: /^VIEW/ }).click();
    await page.waitForURL(`**/visaapplicants/${approved.visaRequestId}`);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a traveller without applications is offered the search", async () => {
    const { page, context } = await open("/visa/applications", newcomer);
    await page.getByText("No Applications").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("link", { name: "Search for visas" }).click();
    await page.getByRole("heading", { name: /^Search and Secure/ }).waitFor();
    await context.close();
  });

  test("loading the list can be retried after a failure, and a list that was loaded before stays visible", async () => {
    const { page, context } = await open("/profile");
    await page.route("**/graphql", (route) => route.abort());
    await page.getByRole("link", { name: "All applications" }).click();
    // Waits for the page of the list, because the profile page may show the same alert.
    await page.getByRole("heading", { level: 1, name: "All applications" }).waitFor();
    await page.getByRole("alert").filter({ hasText: "Network Error" }).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.unroute("**/graphql");
    await page.getByRole("button", { name: "Retry" }).click();
    await listed(page).first().waitFor();

    await page.getByRole("link", { name: "Profile" }).click();
    await page.getByRole("heading", { name: "Profile" }).waitFor();
    await page.route("**/graphql", (route) => route.abort());
    await page.getByRole("link", { name: "All applications" }).click();
    await page.getByText(/It is shown as of \d\d:\d\d/).waitFor();
    await poll(async () => expect(await listed(page).count()).toBeGreaterThan(0));
    await context.close();
  });

  test("an application shows its nine facts, and offers payment only while it is PENDING", async () => {
    const { page, context } = await open(`/visaapplicants/${crowded.visaRequestId}`);
    await page.getByRole("heading", { level: 1, name: /^Application for / }).waitFor();
    const table = page.getByRole("table", { name: "Summary of the application" });
    await poll(async () =>
      expect(await table.getByRole("rowheader").allInnerTexts()).toEqual([
        "Reference No",
        "Visa Name",
        "Visa Status",
        "Payment Status",
        "Travel Date",
        "Visa Expected Date",
        "Applicant(s)",
        "Price Per Applicant",
        "Total Price",
      ]),
    );
    await poll(async () =>
      expect(await cellOf(page, "Visa Expected Date")).toMatch(/^\d{2} [A-Z][a-z]{2} \d{4}$/),
    );
    await poll(async () =>
      expect(await cellOf(page, "Total Price")).toMatch(/^INR \d+\/-\s+including fee and tax$/),
    );
    await poll(async () => expect(await page.getByRole("link", { name: "Add Applicant" }).count()).toBe(1));
    await poll(async () => expect(await page.getByRole("button", { name: "Make Payment" }).count()).toBe(1));

    await page.goto(`/visaapplicants/${approved.visaRequestId}`);
    await page.getByRole("heading", { name: "Mrs. Meera Rao" }).waitFor();
    await poll(async () => expect(await page.getByRole("link", { name: "Add Applicant" }).count()).toBe(0));
    await poll(async () => expect(await page.getByRole("button", { name: "Make Payment" }).count()).toBe(0));
    await context.close();
  });

  test("twelve applicants, one with a name of sixty letters, are reachable and legible", async () => {
    const { page, context, complaints } = await open(`/visaapplicants/${crowded.visaRequestId}`);
    const links = page.getByRole("navigation", { name: "Applicants 1–12" }).getByRole("link");
    await links.first().waitFor();
    await poll(async () => expect(await links.count()).toBe(12));
    await poll(async () => expect(await page.getByRole("article").count()).toBe(12));
    const [red, green] = await colourOf(page, "Traveller1", "PENDING");
    expect(red).toBeGreaterThan(green);
    await links.nth(11).click();
    const last = page.getByRole("heading", { name: "Traveller12" });
    await poll(async () =>
      expect(await last.evaluate((heading) => heading === document.activeElement)).toBe(true),
    );
    await poll(async () =>
      expect(await page.getByRole("heading", { name: longName }).innerText()).toContain(longName),
    );
    await expectUsable(page);
    const crowdedBlock = page.getByRole("article", { name: longName });
    await crowdedBlock.getByRole("button", { name: /^Remove/ }).click();
    await page.getByRole("dialog").waitFor();
    await expectUsable(page);
    await takePicture(page, `remove-long-name-${name}`, false);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an approved applicant's visa can be opened, and the photo can be enlarged", async () => {
    const { page, context, complaints } = await open(`/visaapplicants/${approved.visaRequestId}`);
    const meera = page.getByRole("article", { name: "Mrs. Meera Rao" });
    const asha = page.getByRole("article", { name: "Mrs. Asha Rao" });
    const view = meera.getByRole("link", { name: /^VIEW VISA/ });
    await view.waitFor();
    const visa = await page.request.get((await view.getAttribute("href"))!);
    expect(visa.headers()["content-type"]).toBe("application/pdf");
    await poll(async () => expect(await asha.getByRole("link", { name: /^VIEW VISA/ }).count()).toBe(0));
    const [red, green] = await colourOf(page, "Meera", "APPROVED");
    expect(green).toBeGreaterThan(red);
    const [warningRed, warningGreen] = await colourOf(page, "Asha", "REJECTED");
    expect(warningRed).toBeGreaterThan(warningGreen);
    await asha.getByRole("link", { name: /^Open the PDF – Passport front page/ }).waitFor();

    const photo = meera.getByRole("button", { name: /^Passport-size photograph of Meera Rao/ });
    await photo.click();
    const dialog = page.getByRole("dialog", { name: "Passport-size photograph of Meera Rao" });
    const large = dialog.getByRole("img", { name: /enlarged$/ });
    await large.waitFor();
    await page.waitForFunction(() => {
      const image = document.querySelector<HTMLImageElement>("dialog[open] img");
      return image?.complete && image.naturalWidth > 0;
    });
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await poll(async () =>
      expect(await photo.evaluate((button) => button === document.activeElement)).toBe(true),
    );
    for (const caption of ["Passport-size photograph", "Passport front page", "Passport back page"])
      await poll(async () =>
        expect(await meera.locator("figcaption").getByText(caption, { exact: true }).count()).toBe(1),
      );
    await poll(async () => expect(await meera.innerText()).toMatch(/Files Uploaded\s+ticket\.pdf/));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("the printed application has the reference number and no menus", async () => {
    const { page, context } = await open(`/visaapplicants/${approved.visaRequestId}`);
    await page.getByRole("heading", { name: "Mrs. Meera Rao" }).waitFor();
    await page.emulateMedia({ media: "print" });
    await poll(async () => expect(await page.getByText(approved.visaReferenceNo).isVisible()).toBe(true));
    for (const role of ["navigation", "button", "contentinfo"] as const)
      for (const part of await page.getByRole(role).all())
        if (!(await part.locator("img").count())) expect(await part.isVisible()).toBe(false);
    await poll(async () => expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1));
    await context.close();
  });
});

const listed = (page: Page) => page.locator("main li:has(h2)");

const cellOf = (page: Page, name: string) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name, exact: true }) })
    .getByRole("cell")
    .innerText();

/** Returns the red and green values of a status chip's colour. */
const colourOf = async (page: Page, firstName: string, status: string) => {
  const colour = await page
    .getByRole("article", { name: `Mrs. ${firstName} Rao` })
    .getByText(status, { exact: true })
    .evaluate((chip) => getComputedStyle(chip).color);
  return colour.match(/\d+/g)!.map(Number) as [number, number];
};
