import { afterAll, expect, test } from "@jest/globals";
import type { Locator, Page } from "playwright-core";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { makeSmallFiles, pdf as paper } from "../../../server/test/kit/personas/applicantFiles";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { expectUsable } from "../kit/page/findViolations";
import { pressOn } from "../kit/page/keyboard";
import { takePicture } from "../kit/page/takePicture";
import { draftNames } from "../kit/stories/draftRecords";
import { toCasePath, focusedText } from "../kit/stories/staffCase";
import { choose, pdf } from "../kit/stories/wizard";

/** Documents that were left for later, sent from the application's page after payment. */

const hotel =
  "Hotel voucher for Cairo, Luxor, Hurghada or the Nile cruise, showing that the nights in Egypt are booked";
const flights = "Flight itinerary in and out of Egypt, with the domestic legs if you have them";
const bank = "Bank statement of the past six months, stamped where the Egyptian side asks for it";
const visa =
  "Copy of a valid visa for the USA, Britain or the Schengen area, if you hold one, as it can help the Egyptian file";

const fixture = provideFixture();
const ends: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(ends.map((end) => end())));

/** Creates a paid application with one document sent, two missing, and one that does not apply. */
async function payEarly(): Promise<Traveller> {
  const traveller = await signedInTraveller(fixture.server).withRequest(
    "egypt-30-days-tourist-visa-single-entry",
  );
  const papers = { "input.documentFiles.0": paper(makePdf({ text: "hotel" }), "days.pdf") };
  await addApplicant(
    traveller,
    { ...(await makeSmallFiles()), ...papers },
    {
      documentNames: [hotel],
      laterDocuments: [
        { documentName: flights, reason: "AWAITED", note: "My agent books in May" },
        { documentName: visa, reason: "NOT_NEEDED" },
      ],
    },
  );
  return toStory(traveller).paid();
}

async function open(who: Traveller, path: string, viewport = viewports.phone) {
  const opened = await signedInPage(fixture.browser, who, viewport);
  ends.push(() => opened.context.close());
  await opened.page.goto(path);
  return opened;
}

const slot = (page: Page, documentName: string) => page.getByRole("group", { name: documentName });

const expectFocusIn = (element: Locator) =>
  poll(async () => expect(await element.evaluate((one) => one.contains(document.activeElement))).toBe(true));

async function lookAtPage(page: Page, name: string): Promise<void> {
  await expectUsable(page);
  await takePicture(page, name);
}

test("a document that was left for later can be sent after payment, and staff see it as not reviewed", async () => {
  const traveller = await payEarly();
  const { visaRequestId } = traveller.request;
  const { page, complaints } = await open(traveller, "/visa/applications");
  const row = page.getByRole("listitem").filter({ hasText: traveller.request.visaReferenceNo });
  await row.getByText("2 of 3 documents still needed").waitFor();
  await row.getByRole("link", { name: "Upload documents" }).click();
  await page.waitForURL(`**/application/${visaRequestId}#documents`);
  await page.getByRole("heading", { level: 1, name: /^Congratulations/ }).waitFor();
  const notice = page.getByText("2 of 3 documents still needed", { exact: true });
  await notice.first().waitFor();
  await poll(async () => expect(await focusedText(page)).toBe("Documents still needed"));
  await slot(page, flights).getByText("I am waiting to receive it: My agent books in May").waitFor();
  await page.getByText("Documents that do not apply", { exact: true }).click();
  await slot(page, visa).getByText("It does not apply to me").waitFor();
  await lookAtPage(page, "documents-needed");
  await page.emulateMedia({ media: "print" });
  for (const needed of [flights, bank]) await slot(page, needed).getByText(needed, { exact: true }).waitFor();
  expect(await slot(page, flights).getByRole("button").filter({ visible: true }).count()).toBe(0);
  await takePicture(page, "documents-needed-print");
  await page.emulateMedia({ media: "screen" });

  // A network failure is shown at the document, which can then be sent again.
  await choose(page, flights, pdf("flights.pdf"));
  const send = slot(page, flights).getByRole("button", { name: /^Send/ });
  await page.route("**/graphql", (route) =>
    route.request().headers()["content-type"]?.startsWith("multipart/") ? route.abort() : route.continue(),
  );
  await pressOn(page, send);
  await page.getByText("We could not send this document. Nothing was lost. Try again.").waitFor();
  await page.unroute("**/graphql");
  await pressOn(page, page.getByRole("button", { name: "Retry" }));
  await page.getByText("1 of 3 documents still needed", { exact: true }).first().waitFor();
  await page.getByRole("status").getByText(`Sent: ${flights} for Asha Rao`).waitFor();
  await expectFocusIn(slot(page, bank));
  await poll(async () => expect(await slot(page, flights).count()).toBe(0));

  // Documents can also be sent from the page with the applicants' details.
  await page.goto(`/visaapplicants/${visaRequestId}`);
  await page.getByRole("link", { name: "flights.pdf" }).waitFor();
  await choose(page, bank, [pdf("hotel.pdf"), pdf("aunt.pdf")]);
  await slot(page, bank).getByRole("button", { name: /^Send/ }).click();
  await page.getByRole("link", { name: "aunt.pdf" }).waitFor();
  await poll(async () => expect(await focusedText(page)).toContain("We have every document that is needed"));
  await lookAtPage(page, "documents-complete");
  await page.goto("/visa/applications");
  await row.getByRole("link", { name: "View progress" }).waitFor();
  await poll(async () => expect(await row.getByText("still needed").count()).toBe(0));
  expect(complaints.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);

  const desk = await open(await signInStaff(fixture.server), toCasePath(traveller), viewports.desktop);
  const list = desk.page.getByRole("region", { name: "Documents Required" });
  const required = list.getByRole("listitem").filter({ hasText: flights });
  await required.getByRole("link", { name: "flights.pdf" }).click();
  await desk.page.getByText("Not reviewed yet.").first().waitFor();
});

test("a chosen file survives a reload and leaving the page until it has been sent", async () => {
  const traveller = await payEarly();
  const { page, complaints } = await open(traveller, `/application/${traveller.request.visaRequestId}`);
  const chosen = slot(page, flights).getByText("flights.pdf");
  const send = slot(page, flights).getByRole("button", { name: /^Send/ });
  await choose(page, flights, pdf("flights.pdf"));
  await page
    .getByText(/^Saved on this device at/)
    .first()
    .waitFor();
  await page.reload();
  await chosen.waitFor();
  await send.waitFor();
  await lookAtPage(page, "documents-restored");

  await page.goto("/visa/applications");
  await page.goBack();
  await chosen.waitFor();

  // A removed file is not restored, and a sent file leaves no draft on the device.
  await choose(page, bank, pdf("hotel.pdf"));
  await slot(page, bank).getByRole("button", { name: "Remove hotel.pdf" }).click();
  await send.click();
  await page.getByText("1 of 3 documents still needed", { exact: true }).first().waitFor();
  await poll(async () => expect(await draftNames(page)).toEqual([]));
  await page.reload();
  await slot(page, bank).waitFor();
  expect(await slot(page, bank).getByText("hotel.pdf").count()).toBe(0);
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  expect(applicant.visaApplicationDocuments.map(({ imageName }) => imageName)).toEqual([
    "days.pdf",
    "flights.pdf",
  ]);
  expect(complaints).toEqual([]);
});

test("a file that takes long to prepare leaves files that are added or removed meanwhile as they are", async () => {
  const traveller = await payEarly();
  const { page } = await open(traveller, `/application/${traveller.request.visaRequestId}`);
  const names = () =>
    slot(page, flights)
      .getByText(/\.pdf$/)
      .allInnerTexts();
  await choose(page, flights, pdf("first.pdf"));
  await poll(async () => expect(await names()).toEqual(["first.pdf"]));
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer;
    const isReleased = new Promise((resolve) => Object.assign(window, { release: resolve }));
    Blob.prototype.arrayBuffer = async function () {
      if (this instanceof File && this.name === "slow.pdf") await isReleased;
      return read.call(this);
    };
  });
  await choose(page, flights, pdf("slow.pdf"));
  await choose(page, flights, pdf("quick.pdf"));
  await poll(async () => expect(await names()).toEqual(["first.pdf", "quick.pdf"]));
  await slot(page, flights).getByRole("button", { name: "Remove first.pdf" }).click();
  await poll(async () => expect(await names()).toEqual(["quick.pdf"]));
  await page.evaluate(() => (window as unknown as { release: () => void }).release());
  await poll(async () => expect(await names()).toEqual(["quick.pdf", "slow.pdf"]));
});

test("after payment, documents can be marked as not applicable, which staff see and the traveller can undo", async () => {
  const traveller = await payEarly();
  const { visaRequestId } = traveller.request;
  const { page, complaints } = await open(traveller, `/application/${visaRequestId}`);
  const doesNotApply = (documentName: string) =>
    slot(page, documentName).getByRole("button", { name: /^It does not apply to me/ });
  await pressOn(page, doesNotApply(flights));
  await page.getByText("1 of 2 documents still needed", { exact: true }).first().waitFor();
  await page.getByRole("status").getByText(`Not needed: ${flights} for Asha Rao`).waitFor();
  await expectFocusIn(slot(page, bank));
  await pressOn(page, doesNotApply(bank));
  await poll(async () => expect(await focusedText(page)).toContain("We have every document that is needed"));
  await lookAtPage(page, "documents-none-apply");
  await page.goto("/visa/applications");
  const row = page.getByRole("listitem").filter({ hasText: traveller.request.visaReferenceNo });
  await row.getByRole("link", { name: "View progress" }).waitFor();
  expect(await row.getByText("still needed").count()).toBe(0);

  const desk = await open(await signInStaff(fixture.server), toCasePath(traveller), viewports.desktop);
  const list = desk.page.getByRole("region", { name: "Documents Required" });
  const required = list.getByRole("listitem").filter({ hasText: bank });
  await required.getByText("Left for later: It does not apply to me").waitFor();

  // The traveller can undo this until the application is decided.
  await page.goto(`/application/${visaRequestId}`);
  await page.getByText("Documents that do not apply", { exact: true }).click();
  await slot(page, bank)
    .getByRole("button", { name: /^It applies to me/ })
    .click();
  await page.getByText("1 of 2 documents still needed", { exact: true }).first().waitFor();
  await expectFocusIn(slot(page, bank));
  await slot(page, bank).getByText("I do not have it yet").waitFor();
  expect(complaints).toEqual([]);
});
