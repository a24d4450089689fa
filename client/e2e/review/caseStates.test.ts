import { describe, expect, test } from "@jest/globals";
import * as documents from "../../../server/test/kit/documents";
import { absentId } from "../../../server/test/kit/stories/applicants";
import { authorizeAtSandbox } from "../../../server/test/kit/stories/paying";
import { lookAt, staffAddNote, workOn } from "../../../server/test/kit/stories/staffConsole";
import { maxActivityEntries } from "../../../server/modules/review/case/case.rules";
import { specimenMrz } from "../../../server/test/kit/stories/review";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { viewports } from "../kit/browser/browser";
import { paidFor } from "../kit/stories/cases";
import { findViolations } from "../kit/page/findViolations";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import {
  button,
  toCasePath,
  focusedText,
  paperView,
  provideStaffConsole,
  snap,
  startReview,
} from "../kit/stories/staffCase";
import { isFocusLost } from "../kit/page/focusByName";
import { loseResponse, ofOperation } from "../kit/page/holdRequests";

/** The case in the staff console: assignee, notes, activity, refunds, and missing cases. */

const { fixture, openCase, openPage } = provideStaffConsole();

/** Calls the payment sandbox as the payer's bank or, with a key, as the merchant. */
async function atBank(path: string, body: object, key?: { authorization: string }) {
  const response = await fetch(`${fixture.server.url}/razorpay-sandbox${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...key },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Record<string, unknown>;
}

/** Returns the number of staff views of that kind in the traveller's access log. */
async function countViews(traveller: Traveller, view = "PAPERS_SEEN"): Promise<number> {
  const { visaRequestId } = traveller.request;
  const { data } = await traveller.call(documents.followedRequest, { visaRequestId });
  return data.visaRequest.accessLog.filter(({ action }) => action === view).length;
}

describe("on the page of a case", () => {
  test("a staff member who takes a case that a colleague has just taken sees the assignee", async () => {
    const traveller = await paidFor(fixture.server, {});
    const colleague = await signInStaff(fixture.server);
    const mine = await openCase(toCasePath(traveller));
    await button(mine.page, "Assign to me").waitFor();
    const theirs = await signedInPage(fixture.browser, colleague, viewports.desktop);
    await theirs.page.goto(toCasePath(traveller));
    await button(theirs.page, "Assign to me").click();
    await button(theirs.page, "Release").waitFor();

    await button(mine.page, "Assign to me").click();
    await mine.page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await mine.page.getByText(`Assigned to ${colleague.phoneNumber}. Only they can decide`).waitFor();
    await poll(async () => expect(await button(mine.page, "Assign to me").count()).toBe(0));
    await poll(async () => expect(await button(mine.page, "Start review").count()).toBe(0));

    await button(theirs.page, "Release").click();
    await button(theirs.page, "Assign to me").waitFor();
    await theirs.context.close();
  });

  test("a note is saved for other staff members, and an empty note is rejected", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openCase(toCasePath(traveller));
    await button(page, "Add note").click();
    await page.getByText("Enter a note").waitFor();
    await page.getByLabel("Note for colleagues").pressSequentially("[ ] r + called them");
    await button(page, "Add note").click();
    await page.getByRole("listitem").filter({ hasText: "[ ] r + called them" }).waitFor();
    await poll(async () => expect(await page.getByLabel("Note for colleagues").inputValue()).toBe(""));
    await poll(async () => expect(await paperView(page).getAttribute("data-turn")).toBe("0"));
  });

  test("a note is not added twice if the response to it was lost and the case was left meanwhile", async () => {
    const { page } = await openCase(toCasePath(await paidFor(fixture.server, {})));
    await loseResponse(page, ofOperation("mutation addNote"));
    const note = page.getByLabel("Note for colleagues");
    await note.fill("Called them");
    await button(page, "Add note").click();
    await page.getByRole("alert").getByText("Network Error").waitFor();
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    await page.goBack();
    await button(page, "Add note").click();
    await poll(async () => expect(await note.inputValue()).toBe(""));
    expect(await page.getByRole("listitem").filter({ hasText: "Called them" }).count()).toBe(1);
  });

  test(`"Back to the queue" keeps the queue's filters, even after a reload and a link within the page`, async () => {
    await paidFor(fixture.server, {});
    const { page } = await openPage();
    await page.goto("/staff?status=SUBMITTED");
    await page.locator("tbody th a").first().click();
    await page.waitForURL("**/staff/case/*");
    await page.reload();
    await page.getByRole("link", { name: "Notes", exact: true }).click();
    const notes = page.locator("#notes");
    await poll(async () => expect(await notes.evaluate((one) => one === document.activeElement)).toBe(true));
    expect(new URL(page.url()).hash).toBe("#notes");
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    expect(new URL(page.url()).search).toBe("?status=SUBMITTED");
  });

  test("the activity shows all entries, but only the newest views if there are too many", async () => {
    const traveller = await paidFor(fixture.server, {});
    const colleague = await signInStaff(fixture.server);
    const look = async (times: number) => {
      for (let views = 0; views < times; views++) await lookAt(colleague, traveller.request.visaRequestId);
    };
    await look(10);
    const { page } = await openCase(toCasePath(traveller));
    const activity = page.getByRole("region", { name: "Activity" });
    await activity.getByRole("button", { name: /^Show all \d+ entries$/ }).waitFor();
    await look(maxActivityEntries);
    await page.reload();
    await activity.getByRole("button", { name: /^Show the newest \d+ entries$/ }).click();
    const entries = activity.getByRole("listitem");
    await entries.filter({ hasText: "Request created" }).waitFor();
    expect(await entries.filter({ hasText: "Details seen" }).count()).toBe(maxActivityEntries);
  });

  test("the activity can load older changes", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { visaRequestId } = traveller.request;
    const colleague = await signInStaff(fixture.server);
    for (let notes = 0; notes < maxActivityEntries; notes++)
      await workOn(colleague, staffAddNote, { visaRequestId, text: "Called" });
    const { page } = await openCase(toCasePath(traveller));
    const activity = page.getByRole("region", { name: "Activity" });
    await activity.getByRole("button", { name: /^Show the newest \d+ entries$/ }).click();
    const entries = activity.getByRole("listitem");
    const created = entries.filter({ hasText: "Request created" });
    expect(await created.count()).toBe(0);
    const firstOlder = entries.nth(await entries.count());
    await button(page, "Older changes").click();
    await created.waitFor();
    await poll(async () => expect(await button(page, "Older changes").count()).toBe(0));
    expect(await isFocusLost(page)).toBe(false);
    expect(await firstOlder.evaluate((entry) => entry === document.activeElement)).toBe(true);
  });

  test("an open case that refreshes its signed URLs counts as one view in the traveller's access log", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openPage();
    await page.clock.install();
    // Makes the signed URLs of each response different: the server would return the same ones, because only the
    // page's clock is moved forward.
    let responses = 0;
    await page.route("**/graphql", async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replaceAll("?u=", `?response=${++responses}&u=`);
      await route.fulfill({ response, body });
    });
    await page.goto(toCasePath(traveller));
    const photo = page.getByRole("img", { name: /^Photo of/ });
    await photo.evaluate((image: HTMLImageElement) => image.decode());
    for (const _refresh of [1, 2, 3]) {
      const refreshed = page.waitForResponse((response) =>
        ofOperation("query staffCase")(response.request()),
      );
      await page.clock.fastForward("05:00");
      await refreshed;
    }
    expect(await countViews(traveller)).toBe(1);
    // The displayed photo is not loaded again; only the link that opens it is renewed.
    expect(await countViews(traveller, "FILE_SEEN")).toBe(1);
    const link = page.getByRole("link", { name: /^Open in a new tab/ });
    expect(await link.getAttribute("href")).not.toBe(await photo.getAttribute("src"));
  });

  test("opening a dialog refreshes the case without adding a view", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openCase(toCasePath(traveller));
    await startReview(page);
    const before = await countViews(traveller);
    const refreshed = page.waitForResponse((response) => ofOperation("query staffCase")(response.request()));
    await button(page, "Reject").click();
    await refreshed;
    expect(await countViews(traveller)).toBe(before);
  });

  test.each([
    ["on two lines", "\n"],
    ["without a break", ""],
  ])("an MRZ that is pasted %s into one field fills both fields", async (_how, between) => {
    const { page } = await openCase(toCasePath(await paidFor(fixture.server, {})));
    await startReview(page);
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const { line1, line2 } = specimenMrz;
    await page.evaluate((text) => navigator.clipboard.writeText(text), `${line1}${between}${line2}`);
    await page.getByLabel("Lower line").focus();
    await page.keyboard.press("Control+V");
    await poll(async () => expect(await page.getByLabel("Upper line").inputValue()).toBe(line1));
    await poll(async () => expect(await page.getByLabel("Lower line").inputValue()).toBe(line2));
  });

  test("an unsaved note and typed MRZ lines are restored on return, and a reload asks for confirmation", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openCase(toCasePath(traveller));
    await startReview(page);
    // The pressed buttons no longer exist, so the case's heading has the focus.
    await poll(async () => expect(await focusedText(page)).toContain(traveller.request.visaReferenceNo));
    const note = page.getByLabel("Note for colleagues");
    const upper = page.getByLabel("Upper line");
    await note.fill("Half a note");
    await upper.fill("P<INDRAO");
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await page.getByRole("heading", { level: 1, name: "Queue" }).waitFor();
    await page.goBack();
    await poll(async () => expect(await note.inputValue()).toBe("Half a note"));
    await poll(async () => expect(await upper.inputValue()).toBe("P<INDRAO"));

    const asked: string[] = [];
    page.on("dialog", (dialog) => {
      asked.push(dialog.type());
      void dialog.accept();
    });
    await note.press("End");
    await page.reload();
    await note.waitFor();
    expect(asked).toEqual(["beforeunload"]);
    await note.fill("A whole note");
    await button(page, "Add note").click();
    await page.getByRole("listitem").filter({ hasText: "A whole note" }).waitFor();
    await page.reload();
    await note.waitFor();
    expect(asked).toEqual(["beforeunload"]);
  });

  test("a payment with a lost dispute appears in the queue and on the case, where staff cancel the application", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { paymentGatewayNo, visaReferenceNo } = await traveller.readRequest();
    const dispute = await atBank("/dispute", { payment_id: paymentGatewayNo });
    await atBank("/dispute/end", { dispute_id: dispute["id"], outcome: "lost" });
    const theirs = await signedInPage(fixture.browser, traveller, viewports.phone);
    await poll(async () => {
      await theirs.page.goto(`/application/${traveller.request.visaRequestId}`);
      await theirs.page.getByText("Our staff will cancel this application").waitFor({ timeout: 2_000 });
    });
    expect(await theirs.page.getByText(/expected/i).count()).toBe(0);
    await theirs.context.close();
    const { page } = await openPage({ viewport: viewports.phone });
    await poll(async () => {
      await page.goto("/staff?money=TO_DECIDE");
      await page.getByText(visaReferenceNo).first().waitFor({ timeout: 2_000 });
    });
    await page.getByRole("button", { name: /\d+ Refunds to decide/, pressed: true }).waitFor();
    await snap(page, "money-queue-360");
    await page.goto(toCasePath(traveller));
    await page.getByText(/A bank took back INR .* cancel the application/).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await snap(page, "money-360");
    await page.setViewportSize(viewports.desktop);
    await snap(page, "money-1280");
    await button(page, "Cancel the application").focus();
    await page.keyboard.press("Enter");
    await page.getByText("The application is cancelled", { exact: true }).waitFor();
    expect(await traveller.readRequest()).toMatchObject({
      visaRequestStatus: "CANCELLED",
      paymentStatus: "REFUNDED",
    });
  });

  test("a refund made at Razorpay is shown as such, and the rest can be refunded", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { paymentGatewayNo, totalPrice, visaRequestId } = await traveller.readRequest();
    const key = await authorizeAtSandbox(fixture.server);
    await atBank(`/v1/payments/${paymentGatewayNo}/refund`, { amount: 500_00 }, key);
    await poll(async () => {
      const { data } = await traveller.call(documents.visaRequestMoney, { visaRequestId });
      expect(data.visaRequest.refund).toMatchObject({ amount: 500, state: "DONE" });
    });
    const { page } = await openCase(toCasePath(traveller));
    await page.getByText(/^Refund of INR 500\/-: done, made at Razorpay on /).waitFor();
    expect(await button(page, "Refund").count()).toBe(0);
    await button(page, "Assign to me").click();
    await button(page, "Refund").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: `Our mistake: INR ${totalPrice - 500}/-` }).check();
    await dialog.getByLabel("Note for colleagues").fill("The rest of it");
    await button(dialog, `Refund INR ${totalPrice - 500}/-`).click();
    await page
      .getByText(new RegExp(`^Refund of INR ${totalPrice}/-: done, INR 500/- of it made at Razorpay`))
      .waitFor();
    await poll(async () => expect(await button(page, "Refund").count()).toBe(0));
  });

  test("a refund shows the amount for each reason, and refunds exactly that amount", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openCase(toCasePath(traveller));
    await button(page, "Assign to me").click();
    await button(page, "Refund").click();
    const dialog = page.getByRole("dialog");
    const { totalPrice } = await traveller.readRequest();
    await dialog.getByText(`Our mistake: INR ${totalPrice}/-`).waitFor();
    await dialog.getByRole("radio", { name: /Our mistake/ }).check();
    await button(dialog, `Refund INR ${totalPrice}/-`).click();
    await dialog.getByText("Explain why the exception is made").waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await snap(page, "refund", false);
    await dialog.getByLabel("Note for colleagues").fill("Charged twice");
    await button(dialog, `Refund INR ${totalPrice}/-`).click();
    await page.getByText(`Refund of INR ${totalPrice}/-`).first().waitFor();
    await dialog.waitFor({ state: "detached" });
  });
});

describe("if a case cannot be shown", () => {
  test("the page of a missing application links back to the queue", async () => {
    const { page } = await openCase(`/staff/case/${absentId()}`);
    await page.getByRole("heading", { level: 1, name: "Application not found" }).waitFor();
    await poll(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await page.waitForURL(`${fixture.server.url}/staff`);
  });

  test("a failed load and an expired document link can be retried", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openPage();
    let isDown = true;
    await page.route("**/graphql", (route) =>
      isDown && route.request().postData()?.includes("query staffCase") ? route.abort() : route.continue(),
    );
    let isOver = true;
    await page.route("**/files/**", (route) =>
      isOver ? route.fulfill({ status: 404, body: "" }) : route.continue(),
    );
    await page.goto(toCasePath(traveller));
    await page.getByRole("alert").filter({ hasText: "Network Error" }).waitFor();
    isDown = false;
    await button(page, "Retry").click();
    await page.getByText("Photo could not be loaded.").waitFor();
    expect(await isFocusLost(page)).toBe(false);
    isOver = false;
    await button(page, "Try again").click();
    const photo = page.getByRole("img", { name: /^Photo of/ });
    await photo.evaluate((image: HTMLImageElement) => image.decode());
  });

  test("a traveller learns nothing about the application", async () => {
    const traveller = await paidFor(fixture.server, {});
    const { page } = await openCase(toCasePath(traveller), { who: traveller });
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await poll(async () => expect(await page.getByText(traveller.request.visaReferenceNo).count()).toBe(0));
  });
});
