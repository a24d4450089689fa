import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { BrowserContext, Page } from "playwright-core";
import { makePdf } from "../../../server/test/kit/files/makePdf";
import { makeSmallFiles, pdf } from "../../../server/test/kit/personas/applicantFiles";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import {
  everyPictureIsThere,
  fillAll,
  fillToDetails,
  previewShowsAll,
  restoredNotice,
} from "../kit/stories/draft";
import { changeDrafts, draftNames } from "../kit/stories/draftRecords";
import { LineProxy } from "../kit/browser/lineProxy";
import { holdRequests, isUpload, loseResponse, ofOperation } from "../kit/page/holdRequests";
import { poll } from "../../../server/test/kit/poll";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { answerQuestions, button, openWizard, person, tab } from "../kit/stories/wizard";
import { provideWizard } from "../kit/stories/provideWizard";

/** A draft survives network failures, reloads and lost responses, and is deleted after the submission. */

const halfMegabyte = 500_000;
const day = 24 * 60 * 60 * 1000;

const { fixture, enterWizard } = provideWizard();
let wire: LineProxy;
let traveller: Traveller;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  wire = await LineProxy.start(fixture.server.url);
});
afterAll(async () => {
  await wire.stop();
});
beforeEach(async () => {
  wire.restore();
  ({ traveller, page, context } = await enterWizard({ url: wire.url }));
});

const applicantsOnServer = async () => (await traveller.readRequest()).visaApplicants as unknown[];
const failedAlert = () =>
  page
    .getByRole("alert")
    .filter({ hasText: "We could not send your application. Nothing was lost. Try again." });
const untilApplied = () => page.waitForURL(`**/visaapplicants/${traveller.request.visaRequestId}`);

describe("an upload", () => {
  test("that is cut off can be repeated after a reload, and creates one applicant", async () => {
    await fillAll(page);
    const cut = wire.cutUpload(halfMegabyte);
    await button(page, "Submit").click();
    await cut;
    await failedAlert().waitFor();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(0));

    wire.restore();
    await page.reload();
    await restoredNotice(page).waitFor();
    await poll(async () => expect(await tab(page, "Preview").getAttribute("aria-selected")).toBe("true"));
    await previewShowsAll(page);
    await button(page, "Submit").click();
    await untilApplied();
    await page.getByRole("heading", { name: "Asha Rao" }).waitFor();
    await poll(async () =>
      expect(await applicantsOnServer()).toMatchObject([
        {
          passportNumber: "Z1234567",
          visaApplicationDocuments: [{ imageName: "ticket.pdf" }, { imageName: "hotel.pdf" }],
        },
      ]),
    );
    await poll(async () => expect(await draftNames(page)).toEqual([]));
  });

  test("that is cut off succeeds after Retry with the same input", async () => {
    await fillAll(page);
    const cut = wire.cutUpload(halfMegabyte);
    await button(page, "Submit").click();
    await cut;
    await failedAlert().waitFor();
    wire.restore();
    await button(page, "Retry").click();
    await untilApplied();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(1));
  });

  test("whose response is lost creates only one applicant, even if it is repeated after a reload", async () => {
    await fillAll(page);
    const lost = wire.loseAnswer(halfMegabyte);
    await button(page, "Submit").click();
    await lost;
    await failedAlert().waitFor();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(1));

    wire.restore();
    await page.reload();
    await previewShowsAll(page);
    await button(page, "Submit").click();
    await untilApplied();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(1));
    await poll(async () => expect(await draftNames(page)).toEqual([]));
  });

  describe("that is in flight at Save and exit", () => {
    const leaveDuringUpload = async () => {
      await fillAll(page);
      const upload = await holdRequests(page, "**/graphql", isUpload);
      await button(page, "Submit").click();
      await upload.isHeld;
      await page.getByRole("link", { name: "Save and exit" }).click();
      await page.getByRole("heading", { level: 1, name: "All applications" }).waitFor();
      return upload;
    };

    test("adds the applicant and reports this on the next page", async () => {
      const upload = await leaveDuringUpload();
      upload.letGo("continue");
      await page.getByRole("status").filter({ hasText: "Applicant added" }).waitFor();
      expect(new URL(page.url()).pathname).toBe("/visa/applications");
      expect(await applicantsOnServer()).toHaveLength(1);
      await poll(async () => expect(await draftNames(page)).toEqual([]));
    });

    test("keeps the draft if it fails, and reports the failure on the next page", async () => {
      const upload = await leaveDuringUpload();
      upload.letGo("abort");
      await page
        .getByRole("alert")
        .getByText("We could not send your application. Open it again to retry.")
        .waitFor();
      expect(new URL(page.url()).pathname).toBe("/visa/applications");
      expect(await draftNames(page)).not.toEqual([]);
    });
  });

  test("that is attempted offline reports the cause and can be retried online", async () => {
    await fillAll(page);
    await context.setOffline(true);
    await button(page, "Submit").click();
    await page.getByRole("alert").filter({ hasText: "You are offline. Nothing was lost." }).waitFor();
    await poll(async () => expect(await button(page, "Submit").isEnabled()).toBe(true));
    await context.setOffline(false);
    await page.getByText("You are online again").waitFor();
    await button(page, "Retry").click();
    await untilApplied();
    await poll(async () => expect(await applicantsOnServer()).toHaveLength(1));
  });
});

test("a document whose removal was not confirmed does not prevent further changes", async () => {
  const days = pdf(makePdf({ text: "days" }), "days.pdf");
  const files = { ...(await makeSmallFiles()), "input.documentFiles.0": days };
  const { visaApplicantId } = await addApplicant(traveller, files);
  await openWizard(page, traveller, `?applicant=${visaApplicantId}&step=details`);
  await button(page, "Remove days.pdf").click();
  await answerQuestions(page);
  await button(page, "Preview").click();
  await loseResponse(page, ofOperation("mutation updateVisaApplicant"));
  const reloaded = page.waitForResponse((response) => ofOperation("query wizardRequest")(response.request()));
  await button(page, "Submit").click();
  await failedAlert().waitFor();
  await reloaded;
  await button(page, "Retry").click();
  await untilApplied();
  expect(await applicantsOnServer()).toMatchObject([{ visaApplicationDocuments: [] }]);
});

describe("a reload", () => {
  test("on Details restores every value and picture; the next applicant starts empty", async () => {
    await fillToDetails(page);
    await page.reload();
    await restoredNotice(page).waitFor();
    await poll(async () => expect(await tab(page, "Details").getAttribute("aria-selected")).toBe("true"));
    const { Title, ...texts } = person;
    await poll(async () => expect(await page.getByLabel("Title").inputValue()).toBe(Title));
    await poll(async () => expect(await page.getByLabel("Gender").inputValue()).toBe("FEMALE"));
    for (const [label, text] of Object.entries(texts))
      expect([label, await page.getByLabel(label).inputValue()]).toEqual([label, text]);
    await tab(page, "Photo").click();
    await everyPictureIsThere(page, ["Passport-size photo"]);
    await tab(page, "Passport").click();
    await everyPictureIsThere(page, ["Passport front page", "Passport back page"]);
    await page.getByText("front.jpg").waitFor();

    await tab(page, "Preview").click();
    await button(page, "Submit").click();
    await untilApplied();
    await page.getByRole("link", { name: "Add Applicant" }).click();
    await tab(page, "Photo").waitFor();
    await poll(async () => expect(await restoredNotice(page).count()).toBe(0));
    await poll(async () =>
      expect(await page.getByRole("img", { name: "Passport-size photo" }).count()).toBe(0),
    );
  });

  test("does not restore a discarded draft", async () => {
    await fillToDetails(page);
    await page.reload();
    await button(page, "Discard draft").click();
    await button(page, "Discard and start over").click();
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await poll(async () => expect(await draftNames(page)).toEqual([]));
    await page.reload();
    await tab(page, "Photo").waitFor();
    await poll(async () =>
      expect(await page.getByRole("img", { name: "Passport-size photo" }).count()).toBe(0),
    );
  });

  test.each([
    ["older than seven days", { savedAt: Date.now() - 7 * day - 1000 }],
    ["from another version of the form", { version: 0 }],
  ])("deletes a draft that is %s instead of restoring it", async (_what, change) => {
    await fillToDetails(page);
    // Leaves the form first, because the form stores the draft again when it closes.
    await page.goto("/about");
    expect((await draftNames(page)).length).toBe(4);
    await changeDrafts(page, change);
    await openWizard(page, traveller, "?step=details");
    await page.getByRole("heading", { name: "Upload a photo" }).waitFor();
    await poll(async () => expect(await restoredNotice(page).count()).toBe(0));
    await poll(async () => expect(await draftNames(page)).toEqual([]));
  });
});
