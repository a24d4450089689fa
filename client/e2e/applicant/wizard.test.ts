import { describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { travellerSizes, viewports } from "../kit/browser/browser";
import { enterAs } from "../kit/browser/enterAs";
import { poll } from "../../../server/test/kit/poll";
import {
  answerQuestions,
  button,
  choose,
  fillDetails,
  fillPictures,
  pictures,
  openWizard,
  pdf,
  tab,
} from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** The four tabs of the wizard by mouse and keyboard, on a phone and on a laptop. */

const { fixture, enterWizard } = provideWizard();
let traveller: Traveller;
let page: Page;
let complaints: string[];

async function openOn(viewport: { width: number; height: number }): Promise<void> {
  ({ traveller, page, complaints } = await enterWizard({ viewport }));
}

const untilFocused = (id: string) => page.waitForFunction((it) => document.activeElement?.id === it, id);
const untilStep = (name: string) => page.getByRole("heading", { level: 2, name }).waitFor();

describe.each(travellerSizes)("on a %s", (_name, viewport) => {
  test("each tab opens once the previous one is complete, and reports what is missing", async () => {
    await openOn(viewport);
    const { visaName } = traveller.request;
    await page.getByRole("heading", { level: 1, name: `Application for ${visaName}` }).waitFor();
    const tabs = page.getByRole("tablist", { name: "Application steps" }).getByRole("tab");
    await poll(async () => expect(await tabs.count()).toBe(4));
    for (const [index, name] of ["Photo", "Passport", "Details", "Preview"].entries())
      await poll(async () =>
        expect(await tabs.nth(index).evaluate((it) => it.id)).toBe(
          await tab(page, name).evaluate((it) => it.id),
        ),
      );

    // By keyboard: arrows move only the focus, and a locked tab can be focused and activated.
    await tab(page, "Photo").focus();
    // Alt+ArrowLeft is browser Back, so it must not move the focus.
    await page.keyboard.press("Alt+ArrowLeft");
    await untilFocused("step-tab-photo");
    await page.keyboard.press("ArrowLeft");
    await untilFocused("step-tab-preview");
    await page.keyboard.press("Home");
    await untilFocused("step-tab-photo");
    await page.keyboard.press("ArrowRight");
    await untilFocused("step-tab-passport");
    await poll(async () => expect(await tab(page, "Photo").getAttribute("aria-selected")).toBe("true"));
    await poll(async () => expect(await tab(page, "Passport").getAttribute("aria-disabled")).toBe("true"));
    await page.keyboard.press("Enter");
    await page.getByText("Please upload profile photo").first().waitFor();
    await untilFocused("applicant-profileFile");
    await poll(async () => expect(await tab(page, "Photo").getAttribute("aria-selected")).toBe("true"));

    await choose(page, "Passport-size photo", pictures.photo);
    await page.getByRole("img", { name: "Passport-size photo" }).waitFor();
    await tab(page, "Passport").click();
    await untilStep("Upload the passport");
    expect(
      await tab(page, "Photo").evaluate(
        (it) => document.getElementById(it.getAttribute("aria-describedby")!)!.textContent,
      ),
    ).toBe("completed");
    await button(page, "Continue").click();
    for (const side of ["frontside", "backside"])
      await page.getByText(`Please upload passport ${side} image`).first().waitFor();
    await choose(page, "Passport front page", pictures.front);
    await page.getByRole("img", { name: "Passport front page" }).waitFor();
    await tab(page, "Details").focus();
    await page.keyboard.press("Space");
    await untilFocused("applicant-passportBackFile");
    await poll(async () =>
      expect(await page.getByText("Please upload passport frontside image").count()).toBe(0),
    );

    await page.goBack();
    await untilStep("Upload a photo");
    await page.goForward();
    await untilStep("Upload the passport");
    expect(complaints).toEqual([]);
  });

  test("an empty Details tab shows the specified messages, each with a link to its field", async () => {
    await openOn(viewport);
    await fillPictures(page);
    await button(page, "Preview").click();
    await page.getByRole("alert").filter({ hasText: "check mandatory fields" }).waitFor();
    const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
    const links = summary.getByRole("link");
    await poll(async () =>
      expect(await links.allInnerTexts()).toEqual([
        "Please enter first name",
        "Please enter last name",
        "Please enter date of birth",
        "Please enter passport no",
        "Please enter passport issue date",
        "Please enter passport expire date",
        ...["First and last day in Vietnam", "Entry and exit checkpoint", "Address in Vietnam"].map(
          (question) => `${question}: Please answer this, or say that you will answer later`,
        ),
      ]),
    );
    await poll(async () =>
      expect(await summary.evaluate((it) => it.parentElement === document.activeElement)).toBe(true),
    );
    const wanted = [
      "firstName",
      "lastName",
      "dateOfBirth",
      "passportNumber",
      "passportIssueDate",
      "passportExpireDate",
    ];
    for (const [index, field] of wanted.entries()) {
      await links.nth(index).click();
      await untilFocused(`applicant-${field}`);
    }

    const tomorrow = new Date(Date.now() + 36 * 60 * 60 * 1000).toISOString().slice(0, 10);
    await fillDetails(page, { "Date of birth": tomorrow, "Passport issue date": tomorrow });
    await page.getByText("Date of birth cannot be in the future").first().waitFor();
    await page.getByText("Passport issue date cannot be in the future").first().waitFor();
    await page.getByLabel("Passport number").fill("");
    await page.getByLabel("Passport number").pressSequentially("z123 456 7890");
    await poll(async () => expect(await page.getByLabel("Passport number").inputValue()).toBe("Z12345678"));
    await poll(async () => expect(await tab(page, "Preview").getAttribute("aria-disabled")).toBe("true"));
    expect(complaints).toEqual([]);
  });

  test("the preview shows all input, and each part can be edited from there", async () => {
    await openOn(viewport);
    await fillPictures(page);
    await fillDetails(page, { Comments: "" });
    await choose(page, "Other documents", [pdf("a.pdf"), pdf("b.pdf"), pdf("c.pdf")]);
    const rows = page.getByRole("button", { name: /^Remove [abc]\.pdf$/ });
    await rows.nth(2).waitFor();
    await button(page, "Remove b.pdf").click();
    await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Remove c.pdf");
    await poll(async () => expect(await rows.count()).toBe(2));

    await button(page, "Preview").click();
    await untilStep("Check before you send");
    for (const text of [
      "Mrs. Asha Rao",
      "14 May 1990",
      "Female",
      "Adult 18+ years",
      "INDIA",
      "a.pdf",
      "c.pdf",
    ])
      await page.getByText(text, { exact: true }).first().waitFor();
    await poll(async () => expect(await page.getByText("b.pdf", { exact: true }).count()).toBe(0));
    await poll(async () =>
      expect(await page.locator("dt", { hasText: "Comments" }).locator("+ dd").innerText()).toBe(
        "Not provided",
      ),
    );

    for (const [part, heading, onward] of [
      ["photo", "Upload a photo", "Continue"],
      ["passport", "Upload the passport", "Continue"],
      ["details", "Applicant details", "Preview"],
    ] as const) {
      await button(page, `Edit ${part}`).click();
      await untilStep(heading);
      await button(page, onward).click();
      await untilStep("Check before you send");
    }
    await button(page, "Edit").click();
    await untilStep("Applicant details");
    await poll(async () => expect(await page.getByLabel("First name").inputValue()).toBe("Asha"));
    await button(page, "Preview").click();

    await button(page, "Submit").click();
    await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
    await page.getByRole("heading", { name: "Asha Rao" }).waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("the form", () => {
  test("derives category, title and gender, warns about unlikely values, and rejects impossible ones", async () => {
    await openOn(viewports.desktop);
    await fillPictures(page);
    const thisYear = new Date().getFullYear();
    await page.getByLabel("Date of birth").fill(`01-01-${thisYear - 10}`);
    await poll(async () => expect(await page.getByLabel("Traveler category").inputValue()).toBe("CHILD"));
    await poll(async () => expect(await page.getByLabel("Title").inputValue()).toBe("Master"));
    await page.getByLabel("Gender").selectOption("FEMALE");
    await poll(async () => expect(await page.getByLabel("Title").inputValue()).toBe("Miss"));
    await page.getByLabel("Gender").selectOption("MALE");
    await page.getByLabel("Title").selectOption("Miss");
    await poll(async () => expect(await page.getByLabel("Gender").inputValue()).toBe("FEMALE"));
    await page.getByLabel("Gender").selectOption("MALE");
    await page.getByText("Title and gender differ.").waitFor();
    await page.getByLabel("Passport issue date").fill("01-01-2020");
    await page.getByLabel("Passport expiry date").fill("31-12-2019");
    await button(page, "Preview").click();
    await page
      .getByText("This passport would expire before it was issued. Check both dates")
      .first()
      .waitFor();
    await page
      .getByLabel("Passport expiry date")
      .fill(`${new Date(Date.now() + 8e9).toISOString().slice(0, 10)}`);
    await page.getByText("valid for six months after the day of travel").waitFor();
    await page.getByLabel("Passport number").fill("AB123456");
    await page.getByText("An Indian passport number is one letter and seven digits.").waitFor();
    await page.getByLabel("It is printed like this in my passport").check();
    await page.getByLabel("First name").fill("Ira");
    await page.getByLabel("Last name").fill("Rao");
    await answerQuestions(page);
    await button(page, "Preview").click();
    await untilStep("Check before you send");
  });

  test("prefills the second applicant with the first one's nationality and passport country", async () => {
    await openOn(viewports.phone);
    traveller = await signedInTraveller(fixture.server)
      .withRequest()
      .withApplicant({ nationality: "NEPALESE", passportCountry: "NEPAL" });
    await enterAs(page, traveller);
    await openWizard(page, traveller);
    await fillPictures(page);
    await poll(async () => expect(await page.getByLabel("Nationality").inputValue()).toBe("NEPALESE"));
    await poll(async () => expect(await page.getByLabel("Passport country").inputValue()).toBe("NEPAL"));
  });

  test("redirects to the application's page once the application is paid", async () => {
    await openOn(viewports.phone);
    traveller = await signedInTraveller(fixture.server).withRequest().withApplicant().paid();
    await enterAs(page, traveller);
    await page.goto(`/visarequest/${traveller.request.visaRequestId}`);
    await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
    await poll(async () => expect(await page.getByRole("tablist").count()).toBe(0));
  });
});
