import { expect, test } from "@jest/globals";
import type { Page, Route } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { viewports } from "../kit/browser/browser";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { waitForDraftWrite } from "../kit/stories/draftRecords";
import { button, choose, fillDetails, fillPictures, openWizard, pdf } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The documents that Egypt requires, each in its own slot of the wizard. */

const hotel =
  "Hotel voucher for Cairo, Luxor, Hurghada or the Nile cruise, showing that the nights in Egypt are booked";
const flights = "Flight itinerary in and out of Egypt, with the domestic legs if you have them";
const bank = "Bank statement of the past six months, stamped where the Egyptian side asks for it";
const visa =
  "Copy of a valid visa for the USA, Britain or the Schengen area, if you hold one, as it can help the Egyptian file";

const { enter, enterWizard } = provideWizard();
const visaUrl = "egypt-30-days-tourist-visa-single-entry";
let traveller: Traveller;
let page: Page;

async function openDetails(viewport: { width: number; height: number }): Promise<void> {
  ({ traveller, page } = await enterWizard({ visaUrl, viewport }));
  await fillPictures(page);
}

/** The wizard's short labels for the documents. */
const labels: Record<string, string> = {
  [hotel]: "Hotel voucher",
  [flights]: "Flight itinerary",
  [bank]: "Bank statement of six months",
};
const slot = (documentName: string) => page.getByRole("group", { name: labels[documentName]! });
const why = (documentName: string) => slot(documentName).getByLabel("When can you send it?");
const standing = async () =>
  (await traveller.readRequest()).visaApplicants.map(({ requiredDocuments }) =>
    requiredDocuments.map(({ documentName, state, reason, note }) =>
      [documentName, state, reason, note].filter(Boolean).join(" / "),
    ),
  );

async function lookAtPage(name: string): Promise<void> {
  await expectUsable(page);
  await takePicture(page, name);
}

test("each required document is uploaded or left for later with a reason, and listed on the application", async () => {
  await openDetails(viewports.phone);
  await fillDetails(page);
  const problems = page.getByRole("alert").filter({ hasText: "There is a problem" }).getByRole("link");

  await choose(page, labels[hotel]!, pdf("days.pdf"));
  await button(page, "Remove days.pdf").waitFor();
  await why(hotel).waitFor({ state: "detached" });
  await why(flights).selectOption("I am waiting to receive it");
  await slot(flights).getByLabel("A word on it").fill("My agent books the flight in May");
  await why(bank).selectOption("Something else");
  await choose(page, "Other documents", pdf("letter.pdf"));
  await button(page, "Remove letter.pdf").waitFor();
  await button(page, "Preview").click();
  await poll(async () =>
    expect(await problems.allInnerTexts()).toEqual(["Say in a few words why you send it later"]),
  );
  await slot(bank).getByLabel("A word on it").fill("I stay with my aunt");
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Still to upload" }).waitFor();
  for (const text of ["I am waiting to receive it: My agent books the flight in May", hotel])
    await page.getByRole("tabpanel").getByText(text).first().waitFor();
  await lookAtPage("required-preview");

  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
  await page.getByRole("heading", { name: "Documents still needed" }).waitFor();
  await page.getByText("Something else: I stay with my aunt").waitFor();
  await page.getByText("Add them with Edit until you pay.").waitFor();
  await lookAtPage("required-application");
  expect(await standing()).toEqual([
    [
      `${hotel} / SENT`,
      `${flights} / LATER / AWAITED / My agent books the flight in May`,
      `${bank} / LATER / OTHER / I stay with my aunt`,
      `${visa} / NOT_SAID`,
    ],
  ]);

  // An upload replaces the reason; a removed file leaves the slot open again.
  await page.getByRole("link", { name: "Edit Asha Rao" }).click();
  await page.getByRole("tab", { name: "Details" }).click();
  await choose(page, labels[bank]!, pdf("aunt.pdf"));
  await button(page, "Remove aunt.pdf").waitFor();
  await button(page, "Remove days.pdf").click();
  await poll(async () => expect(await why(hotel).inputValue()).toBe(""));
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
  await page.getByRole("link", { name: "aunt.pdf" }).waitFor();
  expect((await standing())[0]).toEqual([
    `${hotel} / NOT_SAID`,
    `${flights} / LATER / AWAITED / My agent books the flight in May`,
    `${bank} / SENT`,
    `${visa} / NOT_SAID`,
  ]);
});

test("reasons for sending a document later are restored with the draft", async () => {
  await openDetails(viewports.desktop);
  await choose(page, labels[hotel]!, pdf("days.pdf"));
  await button(page, "Remove days.pdf").waitFor();
  const since = Date.now();
  await why(bank).selectOption("Something else");
  await slot(bank).getByLabel("A word on it").fill("I stay with my aunt");
  await waitForDraftWrite(page, since);
  await lookAtPage("required-desktop");
  await page.reload();
  await slot(hotel).getByText("days.pdf").waitFor();
  await poll(async () => expect(await why(flights).inputValue()).toBe(""));
  await poll(async () =>
    expect(await slot(bank).getByLabel("A word on it").inputValue()).toBe("I stay with my aunt"),
  );
  // A note is cleared when another reason hides it.
  await why(bank).selectOption("I do not have it yet");
  await why(bank).selectOption("Something else");
  await poll(async () => expect(await slot(bank).getByLabel("A word on it").inputValue()).toBe(""));
});

const asksForGuide = (route: Route) =>
  route.request().postData()?.includes('"operationName":"visaGuide"') ?? false;

test("required documents are loaded again after a failure, and the input is kept", async () => {
  ({ traveller, page } = await enter({ visaUrl }));
  let failures = 0;
  await page.route("**/graphql", (route) =>
    asksForGuide(route) && failures++ === 0 ? route.abort() : route.fallback(),
  );
  await openWizard(page, traveller);
  await fillPictures(page);
  await slot(hotel).waitFor();
  expect(failures).toBe(2);
  await page.getByRole("tab", { name: "Passport" }).click();
  await page.getByRole("img", { name: "Passport front page" }).waitFor();
});

test("Details reports that the required documents cannot be loaded, and shows them after Retry", async () => {
  ({ traveller, page } = await enter({ visaUrl }));
  let isBroken = true;
  const errors = [{ message: "Something went wrong", extensions: { code: "INTERNAL_SERVER_ERROR" } }];
  await page.route("**/graphql", (route) =>
    asksForGuide(route) && isBroken ? route.fulfill({ json: { errors } }) : route.fallback(),
  );
  await openWizard(page, traveller);
  await fillPictures(page);
  const group = page.getByRole("group", { name: "Documents", exact: true });
  await group.getByText("We could not load which documents this visa requires.").waitFor();
  await lookAtPage("required-not-loaded");
  isBroken = false;
  await group.getByRole("button", { name: "Retry" }).click();
  await slot(hotel).waitFor();
  expect(await page.getByText("We could not load").count()).toBe(0);
});
