import { describe, expect, test } from "@jest/globals";
import { absentId } from "../../../server/test/kit/applicants";
import { signInStaff } from "../../../server/test/kit/staff";
import { viewports } from "../kit/browser";
import { paidFor } from "../kit/cases";
import { findViolations } from "../kit/findViolations";
import { signedInPage } from "../kit/signedInPage";
import { soon } from "../kit/soon";
import { button, caseOf, paperView, setDesk, snap } from "../kit/staffCase";

/** The case on the desk: whose it is, notes and refunds, and what is there when it is not. */

const { stage, openCase, openPage } = setDesk();

describe("who has it", () => {
  test("what somebody else has is said in words, and taking it a moment too late brings the case anew", async () => {
    const traveller = await paidFor(stage.server, {});
    const colleague = await signInStaff(stage.server);
    const mine = await openCase(caseOf(traveller));
    await button(mine.page, "Take").waitFor();
    const theirs = await signedInPage(stage.browser, colleague, viewports.desktop);
    await theirs.page.goto(caseOf(traveller));
    await button(theirs.page, "Take").click();
    await button(theirs.page, "Release").waitFor();

    await button(mine.page, "Take").click();
    await mine.page.getByRole("alert").filter({ hasText: /./ }).first().waitFor();
    await mine.page.getByText(`Assigned to ${colleague.phoneNumber}. Only they can decide`).waitFor();
    await soon(async () => expect(await button(mine.page, "Take").count()).toBe(0));
    await soon(async () => expect(await button(mine.page, "Start review").count()).toBe(0));

    await button(theirs.page, "Release").click();
    await button(theirs.page, "Take").waitFor();
    await theirs.context.close();
  });

  test("a note is kept for the other staff, and an empty one is not", async () => {
    const traveller = await paidFor(stage.server, {});
    const { page } = await openCase(caseOf(traveller));
    await button(page, "Add note").click();
    await page.getByText("Enter a note").waitFor();
    await page.getByLabel("Note for colleagues").pressSequentially("[ ] r + called them");
    await button(page, "Add note").click();
    await page.getByRole("listitem").filter({ hasText: "[ ] r + called them" }).waitFor();
    await soon(async () => expect(await page.getByLabel("Note for colleagues").inputValue()).toBe(""));
    await soon(async () => expect(await paperView(page).getAttribute("data-turn")).toBe("0"));
  });

  test("a refund shows what each reason gives, and gives just that", async () => {
    const traveller = await paidFor(stage.server, {});
    const { page } = await openCase(caseOf(traveller));
    await button(page, "Take").click();
    await button(page, "Refund").click();
    const dialog = page.getByRole("dialog");
    const { totalPrice } = await traveller.readRequest();
    await dialog.getByText(`Our mistake: INR ${totalPrice}/-`).waitFor();
    await dialog.getByRole("radio", { name: /Our mistake/ }).check();
    await button(dialog, `Refund INR ${totalPrice}/-`).click();
    await dialog.getByText("Explain why the exception is made").waitFor();
    await soon(async () => expect(await findViolations(page)).toEqual([]));
    await snap(page, "refund", false);
    await dialog.getByLabel("Note for colleagues").fill("Charged twice");
    await button(dialog, `Refund INR ${totalPrice}/-`).click();
    await page.getByText(`Refund of INR ${totalPrice}/-`).first().waitFor();
    await dialog.waitFor({ state: "detached" });
  });
});

describe("when it cannot be shown", () => {
  test("an application that is not there leads back to the queue", async () => {
    const { page } = await openCase(`/staff/case/${absentId()}`);
    await page.getByRole("heading", { level: 1, name: "Application not found" }).waitFor();
    await soon(async () => expect(await findViolations(page)).toEqual([]));
    await page.getByRole("link", { name: "Back to the queue" }).click();
    await page.waitForURL(`${stage.server.url}/staff`);
  });

  test("without an answer it says so and asks again; so does a paper whose link is refused", async () => {
    const traveller = await paidFor(stage.server, {});
    const { page } = await openPage();
    let isDown = true;
    await page.route("**/graphql", (route) =>
      isDown && route.request().postData()?.includes("query staffCase") ? route.abort() : route.continue(),
    );
    let isOver = true;
    await page.route("**/files/**", (route) =>
      isOver ? route.fulfill({ status: 404, body: "" }) : route.continue(),
    );
    await page.goto(caseOf(traveller));
    await page.getByRole("alert").filter({ hasText: "Network Error" }).waitFor();
    isDown = false;
    await button(page, "Retry").click();
    await page.getByText("Photo could not be loaded.").waitFor();
    isOver = false;
    await button(page, "Try again").click();
    const photo = page.getByRole("img", { name: /^Photo of/ });
    await photo.evaluate((image: HTMLImageElement) => image.decode());
  });

  test("for a traveller there is no such page", async () => {
    const traveller = await paidFor(stage.server, {});
    const { page } = await openCase(caseOf(traveller), { who: traveller });
    await page.getByRole("heading", { level: 1, name: "Page not found" }).waitFor();
    await soon(async () => expect(await page.getByText(traveller.request.visaReferenceNo).count()).toBe(0));
  });
});
