import { beforeEach, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { isUpload } from "../kit/page/holdRequests";
import { button, choose, fillDetails, fillPictures, pictures, pdf } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The texts and accepted files of each tab. */

const { enterWizard } = provideWizard();
let traveller: Traveller;
let page: Page;

beforeEach(async () => {
  ({ traveller, page } = await enterWizard({ visaUrl: "cambodia-30-days-tourist-evisa" }));
});

const accepted = (field: string) => page.locator(`#applicant-${field}`).getAttribute("accept");
const saidTimes = (text: string) => page.locator("main").getByText(text, { exact: true }).count();

test("the Photo and Passport tabs show their guidance and limit the file types", async () => {
  const photoGuide = "Recent coloured photo in true colour. Accepted: .jpg, .jpeg, .png. Size: 50 KB-100 KB.";
  await poll(async () => expect(await saidTimes(photoGuide)).toBe(1));
  await poll(async () => expect(await accepted("profileFile")).toBe(".jpg,.jpeg,.png"));
  await choose(page, "Passport-size photo", pictures.photo);
  await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
  await button(page, "Continue").click();
  await page.getByRole("heading", { name: "Upload the passport" }).waitFor();
  const scanGuide = "Accepted: .jpg, .jpeg, .png, .pdf. At least 200 dpi, true colour. Size: 100 KB-250 KB.";
  await poll(async () => expect(await saidTimes(scanGuide)).toBe(2));
  for (const side of ["passportFrontFile", "passportBackFile"])
    await poll(async () => expect(await accepted(side)).toBe(".jpg,.jpeg,.png,.pdf"));
});

test("the help with a step shows the visa's documents, questions and terms", async () => {
  const guide = page.getByRole("complementary", { name: `About the ${traveller.request.visaName}` });
  await guide.getByText("Help with this step").click();
  await guide.getByText("Passport image JPG or PNG under 500 KB", { exact: true }).waitFor();
  const parts = await guide.getByRole("heading", { level: 2 }).allInnerTexts();
  expect(parts).toEqual(["Documents Required", "FAQ", "Terms"]);
  await poll(async () => expect(await guide.locator("summary", { hasText: "?" }).count()).toBeGreaterThan(0));
  await guide.getByText("Terms for this visa").click();
  await guide.getByText("lodged in Phnom Penh").waitFor();
});

test("Details starts with the default values, and accepts several documents", async () => {
  await fillPictures(page);
  const valueOf = (label: string) => page.getByLabel(label).inputValue();
  expect([await valueOf("Title"), await valueOf("Nationality"), await valueOf("Passport country")]).toEqual([
    "Mr.",
    "INDIAN",
    "INDIA",
  ]);
  const offered = (label: string) => page.getByLabel(label).locator("option").allInnerTexts();
  await poll(async () => expect(await offered("Gender")).toEqual(["Male", "Female", "Other"]));
  await page.locator("summary", { hasText: "Category and nationality" }).click();
  await poll(async () =>
    expect(await offered("Traveler category")).toEqual([
      "By date of birth",
      "Adult 18+ years",
      "Child 3-18",
      "Infant 0-2",
    ]),
  );
  await poll(async () => expect(await page.getByText("DD-MM-YYYY").count()).toBe(4));
  expect((await accepted("documentFiles"))!.split(",").sort()).toEqual([".jpeg", ".jpg", ".pdf", ".png"]);
  await choose(page, "Other documents", [pdf("a.pdf"), pdf("b.pdf")]);
  await page.getByRole("button", { name: "Remove b.pdf" }).waitFor();
  await poll(async () => expect(await saidTimes("Selected files")).toBe(1));
});

test("without an id, the wizard and the application's page report a missing application, and the confirmation page redirects home", async () => {
  for (const path of ["/visarequest", "/visaapplicants"]) {
    await page.goto(path);
    await page.getByRole("heading", { level: 1, name: "Application not found" }).waitFor();
  }
  await page.goto("/application");
  await page.getByRole("heading", { level: 1, name: "Search and Secure Your Visa on Time" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/");
});

test("the preview shows the three pictures, and Submit is disabled while the applicant is being sent", async () => {
  await fillPictures(page);
  await fillDetails(page);
  await button(page, "Preview").click();
  for (const name of ["Passport-size photograph", "Passport front page", "Passport back page"])
    await page.getByRole("img", { name, exact: true }).waitFor();

  let letGo = () => undefined as void;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/graphql", async (route) => {
    const isUpload = route.request().headers()["content-type"]?.startsWith("multipart/");
    if (isUpload) await held;
    await route.continue();
  });
  await button(page, "Submit").click();
  await button(page, "Loading...").waitFor();
  await poll(async () => expect(await button(page, "Loading...").isDisabled()).toBe(true));
  await poll(async () => expect(await button(page, "Edit").isDisabled()).toBe(true));
  letGo();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
});

test("a refusal that is not about a field is shown until the next attempt, even if the fields are corrected", async () => {
  await fillPictures(page);
  await fillDetails(page);
  await button(page, "Preview").click();
  const userErrors = [
    { field: "firstName", message: "First name is not accepted" },
    { field: null, message: "The application is closed" },
  ].map((error) => ({ __typename: "UserError", code: "INVALID", ...error }));
  const createVisaApplicant = { __typename: "CreateVisaApplicantPayload", visaApplicant: null, userErrors };
  await page.route("**/graphql", async (route) => {
    if (!isUpload(route.request())) return route.fallback();
    return route.fulfill({ json: { data: { createVisaApplicant } } });
  });
  await button(page, "Submit").click();
  await page.getByRole("link", { name: "First name is not accepted" }).waitFor();
  await page.getByLabel("First name").fill("Kiran");
  await page.getByText("There is a problem").waitFor({ state: "detached" });
  expect(await saidTimes("The application is closed")).toBe(1);
  await page.unroute("**/graphql");
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
});
