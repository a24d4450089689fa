import { readFile } from "node:fs/promises";
import { beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { staffStartReview, workOn } from "../../../server/test/kit/stories/staffConsole";
import { cancelVisaRequest } from "../../../server/test/kit/documents";
import {
  attempt,
  must,
  staffTakeBackApproval,
  startReview,
  submit,
  visaPdf,
} from "../../../server/test/kit/stories/review";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, type Traveller } from "../../../server/test/kit/personas/traveller";
import { openApplication, waitForHeading } from "../kit/stories/application";
import { travellerSizes } from "../kit/browser/browser";
import { approveTraveller, askForTwo, makeReviewCases } from "../kit/stories/staffConsole";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { ofOperation } from "../kit/page/holdRequests";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { takePicture } from "../kit/page/takePicture";

/** The page of an application in each of its states. */

const fixture = provideFixture();
let staff: Traveller;
let scenes: Awaited<ReturnType<typeof makeReviewCases>>;

beforeAll(async () => {
  staff = await signInStaff(fixture.server);
  scenes = await makeReviewCases(fixture.server, staff);
}, 120_000);

const present = (page: Page) => page.locator("[aria-current=step]");

/** Checks that the details page shows the expected date with a note on why it may not apply. */
const expectDateNote = async (page: Page, note: string) => {
  const row = page.getByRole("row", { name: /^Visa Expected Date \d{2} [A-Z][a-z]{2} \d{4}/ });
  await row.getByText(note, { exact: true }).waitFor();
};

describe.each(travellerSizes)("on a %s", (size, viewport) => {
  const lookAt = async (name: string, page: Page) => {
    await takePicture(page, `${size}-following-${name}`);
    await expectUsable(page);
    await poll(async () => expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1));
  };

  test("an application in review shows its steps and the expected date", async () => {
    const { page, context, complaints } = await openApplication(fixture.browser, scenes.processing, viewport);
    await waitForHeading(page, "Your application is in review");
    await poll(async () =>
      expect(await present(page).innerText()).toMatch(/In review\s+\d{2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}/),
    );
    await page.getByText(/^The visa is expected by \d{2} [A-Z][a-z]{2} \d{4}\.$/).waitFor();
    await poll(async () =>
      expect(await page.locator("li[data-state=past]").innerText()).toContain("Submitted"),
    );
    await lookAt("processing", page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("an application with open corrections names each reason, and everything else is read-only", async () => {
    const { page, context, complaints } = await openApplication(
      fixture.browser,
      scenes.actionNeeded,
      viewport,
    );
    await waitForHeading(page, "Action needed: please make corrections");
    await page.getByText("for 1 of 2 applicants").waitFor();
    await poll(async () => expect(await present(page).innerText()).toContain("Action needed"));
    await page.getByText(/The expected date is on hold until you send your corrections\.$/).waitFor();
    await page.getByText("On hold until you send your corrections.", { exact: true }).waitFor();
    const form = page.getByRole("form");
    await form.getByText("The picture is not sharp.").waitFor();
    await form.getByText("Please lay the passport flat.").waitFor();
    await poll(async () => expect(await page.getByRole("form").count()).toBe(1));
    // Apart from the file, only the passport number can be edited.
    expect(
      await form
        .locator("input:visible:not([type=file], [type=checkbox]), select:visible, textarea:visible")
        .count(),
    ).toBe(1);
    await poll(async () => expect(await form.getByLabel("New passport front page").count()).toBe(1));
    await poll(async () => expect(await form.getByLabel("Passport number").inputValue()).toMatch(/^Z\d{7}$/));
    await lookAt("action-needed", page);

    await form.getByText("Everything else stays as you sent it").click();
    await form.getByText("14 May 1990").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a decided application shows one applicant's visa and why the other was rejected", async () => {
    const { page, context, complaints } = await openApplication(fixture.browser, scenes.approved, viewport);
    await waitForHeading(page, "1 of 2 visas is ready");
    await page.getByRole("heading", { name: "Applicants" }).waitFor();
    expect(await page.getByRole("heading", { name: /traveller/i }).count()).toBe(0);
    await poll(async () => expect(await present(page).innerText()).toContain("Approved"));
    const row = (name: string) =>
      page.getByRole("listitem").filter({ has: page.getByRole("heading", { name }) });
    await row("Asha Rao")
      .getByRole("link", { name: /^VIEW VISA/ })
      .waitFor();
    const refused = await row("Vikram Rao").innerText();
    expect(refused).toContain("The country's conditions for this visa are not met.");
    expect(refused).toContain("The last stay was too long.");
    expect(refused).not.toContain("VIEW VISA");
    await lookAt("approved", page);
    expect(complaints).toEqual([]);
    await context.close();
  });

  test("a rejected application shows the reason, but no expected date", async () => {
    const { page, context } = await openApplication(fixture.browser, scenes.rejected, viewport);
    await waitForHeading(page, "No visa was granted");
    await page.getByText("The last stay was too long.").waitFor();
    await poll(async () => expect(await page.locator("main").innerText()).not.toMatch(/expected/i));
    await lookAt("rejected", page);
    await page.goto(`/visaapplicants/${scenes.rejected.visaRequestId}`);
    await expectDateNote(page, "The application has ended.");
    await lookAt("rejected-details", page);
    await context.close();
  });

  test("the list and the details of an application link to its corrections", async () => {
    const { page, context, complaints } = await signedInPage(
      fixture.browser,
      scenes.actionNeeded.traveller,
      viewport,
    );
    await page.goto("/visa/applications");
    await page.getByText("Action needed", { exact: true }).waitFor();
    await takePicture(page, `${size}-following-list`);
    await expectUsable(page);
    await page.getByRole("link", { name: /^Make corrections/ }).click();
    await page.waitForURL(/\/application\/.*#put-right$/);
    await page.locator("#put-right:focus").waitFor();
    await page.goto(`/visaapplicants/${scenes.actionNeeded.visaRequestId}`);
    await expectDateNote(page, "On hold until you send your corrections.");
    await lookAt("action-needed-details", page);
    await page.getByRole("link", { name: "Make corrections" }).click();
    await page.locator("#put-right:focus").waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });
});

test("an unpaid application redirects to its details, and a cancelled one shows that it was cancelled", async () => {
  const traveller = await signedInTraveller(fixture.server).withRequest();
  const { visaRequestId } = traveller.request;
  const { page, context } = await signedInPage(fixture.browser, traveller);
  await page.goto(`/application/${visaRequestId}`);
  await page.waitForURL(`**/visaapplicants/${visaRequestId}`);
  await traveller.do(cancelVisaRequest, { visaRequestId });
  await page.goto(`/application/${visaRequestId}`);
  await waitForHeading(page, "This application was cancelled");
  await poll(async () => expect(await page.locator("main").innerText()).not.toContain("Amount paid"));
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await context.close();
});

test("the open page shows staff actions without a reload", async () => {
  const scene = await submit(fixture.server, staff);
  const { page, context } = await signedInPage(fixture.browser, scene.traveller);
  await page.clock.install();
  await page.goto(`/application/${scene.visaRequestId}`);
  await waitForHeading(page, /^Congratulations, Application successfully submitted\./);
  await poll(async () => expect(await present(page).innerText()).toContain("Submitted"));
  const refund = page.getByRole("region", { name: "Refund" });
  await refund.getByRole("button", { name: /^Withdraw and get/ }).waitFor();
  const { visaRequestId } = scene;
  await workOn(staff, staffStartReview, { visaRequestId });
  await page.clock.fastForward("00:10");
  await waitForHeading(page, "Your application is in review");
  // Nothing is refundable from here on, so the card must not offer INR 0.
  await poll(async () => expect(await refund.count()).toBe(0));
  await askForTwo(scene);
  await page.clock.fastForward("00:10");
  await waitForHeading(page, "Action needed: please make corrections");
  await page.getByRole("form").waitFor();
  await context.close();
});

test("the open page shows without a reload that an approval was taken back", async () => {
  const scene = await startReview(fixture.server, staff);
  const [applicant] = scene.applicants;
  await approveTraveller(scene, applicant);
  const { page, context } = await signedInPage(fixture.browser, scene.traveller);
  await page.clock.install();
  await page.goto(`/application/${scene.visaRequestId}`);
  const view = page.getByRole("link", { name: /^VIEW VISA/ });
  await view.first().waitFor();
  const { visaApplicantId } = applicant;
  await must("Taking back", attempt(staff, staffTakeBackApproval, { visaApplicantId }));
  await page.clock.fastForward("00:10");
  await waitForHeading(page, "Your application is in review");
  await poll(async () => expect(await view.count()).toBe(0));

  await approveTraveller(scene, applicant);
  await page.clock.fastForward("00:10");
  await view.first().waitFor();
  // After ten minutes the approval is final, so the page stops polling.
  const asked: string[] = [];
  page.on("request", (request) => {
    if (request.postData()?.includes("followedState")) asked.push(request.url());
  });
  await page.clock.fastForward("10:01");
  await page.clock.fastForward("00:30");
  asked.splice(0);
  await page.clock.fastForward("00:30");
  await poll(async () => expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1));
  expect(asked).toEqual([]);
  await context.close();
});

test("the open page renews its signed URLs before they expire", async () => {
  const scene = await startReview(fixture.server, staff);
  const { page, context } = await signedInPage(fixture.browser, scene.traveller);
  await page.clock.install();
  await page.goto(`/application/${scene.visaRequestId}`);
  await waitForHeading(page, "Your application is in review");
  const renewed = page.waitForRequest(ofOperation("query confirmedRequest"));
  // The URLs are valid for at least 241 seconds. The clock is stopped, so that no later check can renew them.
  await page.clock.pauseAt(Date.now() + 225_000);
  await renewed;
  await context.close();
});

test("VIEW VISA opens the visa and Save visa saves it, even if the page's link has expired", async () => {
  const scene = await startReview(fixture.server, staff);
  await approveTraveller(scene, scene.applicants[0]);
  const { page, context } = await openApplication(fixture.browser, scene);
  const view = page.getByRole("link", { name: /^VIEW VISA/ });
  const old = await view.getAttribute("href");
  const bytesAt = async (url: string) => {
    const response = await context.request.get(url);
    expect(response.status()).toBe(200);
    return Buffer.from(await response.body());
  };
  expect((await bytesAt(old!)).equals(visaPdf().bytes)).toBe(true);

  // Signed URLs of the same minute are equal, so the test checks for the request instead of comparing URLs.
  await page.clock.setFixedTime(Date.now() + 6 * 60_000);
  const renewed = page.waitForRequest((request) => (request.postData() ?? "").includes("visaLink"));
  const opened = context.waitForEvent("request", (request) => request.url().includes("/files/"));
  await view.click();
  await renewed;
  expect((await bytesAt((await opened).url())).equals(visaPdf().bytes)).toBe(true);

  const saved = page.waitForEvent("download");
  await page.getByRole("link", { name: /^Save visa/ }).click();
  const { firstName, lastName } = scene.applicants[0];
  const download = await saved;
  expect(download.suggestedFilename()).toBe(`${firstName} ${lastName} - Vietnam visa.pdf`);
  expect((await readFile(await download.path())).equals(visaPdf().bytes)).toBe(true);
  await context.close();
});
