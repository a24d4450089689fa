import { afterEach, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { applicationRequirements } from "../../../server/test/kit/documents";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { askFor, beginReview, must } from "../../../server/test/kit/stories/review";
import { viewports } from "../kit/browser/browser";
import { provideFixture } from "../kit/browser/fixture";
import { signedInPage } from "../kit/browser/signedInPage";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { draftNames, waitForDraftWrite } from "../kit/stories/draftRecords";
import { button, choose, fillDetails, fillPictures, openWizard, pdf, tab } from "../kit/stories/wizard";

/** Requirements that are questions, answered with text or yes or no, in the form and after payment. */

const zambia = "zambia-90-days-tourist-visa-single-entry";
const uzbekistan = "uzbekistan-30-days-tourist-visa-single-entry";

const fixture = provideFixture();
let context: BrowserContext;
let page: Page;

afterEach(() => context.close());

async function enter(traveller: Traveller, viewport: { width: number; height: number }): Promise<void> {
  const opened = await signedInPage(fixture.browser, traveller, viewport);
  ({ context, page } = opened);
}

async function lookAtPage(name: string, isWhole = true): Promise<void> {
  await expectUsable(page);
  await takePicture(page, name, isWhole);
}

const answersOf = async (traveller: Traveller) => {
  const { visaRequestId } = traveller.request;
  const { data } = await traveller.call(applicationRequirements, { visaRequestId });
  return data.visaRequest.visaApplicants.map(({ requiredDocuments }) =>
    requiredDocuments.map(({ state, reason, answer }) => [state, reason, answer].filter(Boolean).join(" / ")),
  );
};
const problems = () => page.getByRole("alert").filter({ hasText: "There is a problem" }).getByRole("link");
const days = () => page.getByLabel("First and last day in Vietnam", { exact: true });
const checkpoint = () => page.getByLabel("Entry and exit checkpoint", { exact: true });
const questions = () => page.getByRole("main").getByRole("textbox");
const address = () => page.getByLabel("Address in Vietnam", { exact: true });

test("questions can be answered in the form, after payment, and when staff ask for a correction", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const { visaRequestId } = traveller.request;
  await enter(traveller, viewports.phone);
  await openWizard(page, traveller);
  await page.getByText("This visa: 40 × 60 mm.").waitFor();
  await fillPictures(page);
  await days().waitFor();
  // An adult is not asked for a child's documents.
  expect(await page.getByRole("group", { name: "Birth certificate" }).count()).toBe(0);
  await fillDetails(page);
  for (const question of [days(), checkpoint(), address()]) await question.fill("");
  await button(page, "Preview").click();
  await poll(async () =>
    expect((await problems().allInnerTexts()).map((text) => text.trim())).toEqual(
      Array.from({ length: 3 }, () => expect.stringContaining("Please answer this")),
    ),
  );
  // Error links are at least 8 px apart, even if their text wraps.
  const edges = await problems().evaluateAll((links) =>
    links.map((link) => {
      const text = document.createRange();
      text.selectNodeContents(link);
      return text.getBoundingClientRect();
    }),
  );
  for (const [place, { top }] of edges.entries())
    if (place > 0) expect(top - edges[place - 1]!.bottom).toBeGreaterThanOrEqual(8);
  await lookAtPage("questions-missing");
  await problems().first().click();
  await poll(async () =>
    expect(await days().evaluate((input) => input === document.activeElement)).toBe(true),
  );
  const since = Date.now();
  await days().fill("1 to 9 May 2027");
  await page.getByLabel("I will answer later – Entry and exit checkpoint").check();
  await address().fill("Hotel Sofitel, 15 Ngo Quyen, Hanoi");
  await waitForDraftWrite(page, since);
  await page.reload();
  await poll(async () => expect(await address().inputValue()).toBe("Hotel Sofitel, 15 Ngo Quyen, Hanoi"));
  await lookAtPage("questions");
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Your answers" }).waitFor();
  await page.getByRole("heading", { name: "Still to answer" }).waitFor();
  await page.getByText("I will answer later", { exact: true }).waitFor();
  expect(await page.getByText("I do not have it yet").count()).toBe(0);
  await lookAtPage("questions-preview");
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await page.getByRole("heading", { name: "Answers", exact: true }).waitFor();
  await page.getByText("1 to 9 May 2027", { exact: true }).waitFor();
  expect(await answersOf(traveller)).toEqual([
    ["SENT / 1 to 9 May 2027", "LATER / NOT_READY", "SENT / Hotel Sofitel, 15 Ngo Quyen, Hanoi"],
  ]);
  await page.getByRole("link", { name: "Edit Asha Rao" }).click();
  await tab(page, "Details").click();
  await days().fill("2 to 9 May 2027");
  await button(page, "Preview").click();
  await button(page, "Submit").click();
  await page.getByText("2 to 9 May 2027", { exact: true }).waitFor();

  await toStory(traveller).paid();
  await page.goto(`/visaapplicants/${visaRequestId}`);
  const left = page.getByLabel(/^Entry and exit checkpoint, for example/);
  const send = page.getByRole("button", { name: /^Send – Entry and exit checkpoint/ });
  await send.click();
  await page.getByText("Please answer this").waitFor();
  await lookAtPage("questions-later");
  await page.emulateMedia({ media: "print" });
  await page.getByText(/^Entry and exit checkpoint, for example/).waitFor();
  expect(await send.isVisible()).toBe(false);
  await takePicture(page, "questions-later-print");
  await page.emulateMedia({ media: "screen" });
  // Typed right before the reload, so that the draft has not been written yet.
  await left.fill("Noi Bai, both ways");
  await page.reload();
  await poll(async () => expect(await left.inputValue()).toBe("Noi Bai, both ways"));
  await send.click();
  await page.getByText("Noi Bai, both ways", { exact: true }).waitFor();
  await page.getByText("We have every document that is needed.").waitFor();
  await poll(async () => expect(await draftNames(page)).toEqual([]));

  const staff = await signInStaff(fixture.server);
  await beginReview({ staff, visaRequestId });
  const [applicant] = (await traveller.readRequest()).visaApplicants;
  const { documentName } = applicant.requiredDocuments[2];
  const note = "Which street is it in?";
  await must(
    "asking",
    askFor(staff, applicant, [{ isMissingPaper: true, reason: "OTHER", documentName, note }]),
  );
  await page.goto(`/application/${visaRequestId}`);
  const form = page.getByRole("form");
  await form.getByText(note).waitFor();
  const answer = form.getByLabel("Your answer");
  expect(await answer.inputValue()).toBe("Hotel Sofitel, 15 Ngo Quyen, Hanoi");
  await answer.fill("");
  await form.getByRole("button", { name: /^Send/ }).click();
  await form.getByText("Please answer this").first().waitFor();
  await lookAtPage("questions-correction");
  await answer.fill("15 Ngo Quyen, Hoan Kiem, Hanoi");
  await form.getByRole("button", { name: /^Send/ }).click();
  await poll(async () =>
    expect(await answersOf(traveller)).toEqual([
      ["SENT / 2 to 9 May 2027", "SENT / Noi Bai, both ways", "SENT / 15 Ngo Quyen, Hoan Kiem, Hanoi"],
    ]),
  );
});

test("a sent answer is announced with the applicant's name, and the focus moves to the next open question", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  for (const firstName of ["Meera", "Ravi"])
    await addApplicant(traveller, await makeSmallFiles(), { firstName });
  await toStory(traveller).paid();
  await enter(traveller, viewports.phone);
  await page.goto(`/application/${traveller.request.visaRequestId}`);
  const sendButtons = page.getByRole("button", { name: /^Send – / });
  await poll(async () => expect(await sendButtons.count()).toBe(6));
  const names = await sendButtons.allTextContents();
  expect(new Set(names).size).toBe(6);

  const isFocused = (place: number) =>
    poll(async () =>
      expect(
        await questions()
          .nth(place)
          .evaluate((input) => input === document.activeElement),
      ).toBe(true),
    );
  const answerAt = async (place: number) => {
    const name = (await sendButtons.nth(place).textContent()) ?? "";
    const left = await sendButtons.count();
    await questions().nth(place).fill("Hanoi");
    await page.keyboard.press("Enter");
    const sent = page.getByRole("status").filter({ hasText: name.replace("Send –", "Sent:") });
    await sent.waitFor();
    await poll(async () => expect(await sendButtons.count()).toBe(left - 1));
  };
  // After the first applicant's last question, the focus moves to the second applicant's first one.
  await answerAt(2);
  await isFocused(2);
  await lookAtPage("question-sent", false);
  // After the very last question, the focus moves to the one before it.
  await answerAt(4);
  await isFocused(3);
});

test("a shared circumstance is a yes-or-no question, and its answer is preset for the next applicant", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(zambia);
  await enter(traveller, viewports.desktop);
  await openWizard(page, traveller);
  await fillPictures(page);
  const asked = (text: RegExp) => page.getByRole("group", { name: text });
  const fever = asked(/^Do you come from or through a country with a risk of yellow fever\?$/);
  const host = asked(/^Do you stay with people living in Zambia\?$/);
  await fever.waitFor();
  await fillDetails(page);
  // fillDetails has answered both questions with no.
  await page.reload();
  await fever.getByRole("radio", { name: "No" }).waitFor();
  await fever.getByRole("radio", { name: "Yes" }).check();
  await choose(page, "Yellow fever certificate", pdf("fever.pdf"));
  await button(page, "Remove fever.pdf").waitFor();
  await lookAtPage("circumstances");
  // An arrow key changes the answer immediately. The file stays in the form, even after a reload, but is not sent if the
  // answer is no.
  await fever.getByRole("radio", { name: "Yes" }).focus();
  const since = Date.now();
  await page.keyboard.press("ArrowRight");
  await fever.getByText("Not sent with a no: fever.pdf").waitFor();
  expect(await button(page, "Remove fever.pdf").count()).toBe(0);
  await waitForDraftWrite(page, since);
  await page.reload();
  await fever.getByText("Not sent with a no: fever.pdf").waitFor();
  await fever.getByRole("radio", { name: "Yes" }).check();
  await button(page, "Remove fever.pdf").waitFor();
  await fever.getByRole("radio", { name: "No" }).check();
  expect(await host.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
  await button(page, "Preview").click();
  await page.getByText(/^Do you stay with people living in Zambia\?/).waitFor();
  expect(await page.getByText("fever.pdf").count()).toBe(0);
  await button(page, "Submit").click();
  await page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);
  expect((await answersOf(traveller))[0]!.filter((text) => /^(LATER|SENT)/.test(text))).toEqual([
    "LATER / NOT_NEEDED",
    "LATER / NOT_NEEDED",
  ]);

  await openWizard(page, traveller);
  await fillPictures(page);
  expect(await fever.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
  expect(await host.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
});

test("a personal circumstance is not preset for the next applicant", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest(uzbekistan);
  await addApplicant(traveller, await makeSmallFiles(), {});
  await enter(traveller, viewports.phone);
  await openWizard(page, traveller);
  await fillPictures(page);
  const asked = page.getByRole("group", { name: /^Do you carry strong painkillers/ });
  await asked.waitFor();
  expect(await asked.getByRole("radio", { checked: true }).count()).toBe(0);
  await fillDetails(page, { "Passport number": "Z7654321" });
  await asked.getByRole("radio", { name: "Yes" }).focus();
  await page.keyboard.press("ArrowLeft");
  expect(await asked.getByRole("radio", { name: "No" }).isChecked()).toBe(true);
  await button(page, "Preview").click();
  await page.getByRole("heading", { name: "Your answers" }).waitFor();
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  for (const text of ["Submit", "Your draft", "Help with this step"])
    await poll(async () => expect(await page.getByText(text, { exact: true }).isVisible()).toBe(false));
  await page.getByText("Do you carry strong painkillers, sedatives or psychiatric drugs?").waitFor();
  expect(await findSidewaysScroll(page)).toEqual([]);
  await takePicture(page, "questions-print");
});
