import { beforeAll, expect, test } from "@jest/globals";
import type { Route } from "playwright-core";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeScriptedPdf } from "../../../server/test/kit/files/makePdf";
import { askFor, must, readAsOwner, startReview } from "../../../server/test/kit/stories/review";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import type { Traveller } from "../../../server/test/kit/personas/traveller";
import { openApplication, waitForHeading } from "../kit/stories/application";
import { viewports } from "../kit/browser/browser";
import { askForTwo } from "../kit/stories/staffConsole";
import { expectUsable, findViolations } from "../kit/page/findViolations";
import { chooseBy, pressOn, typeInto } from "../kit/page/keyboard";
import { poll } from "../../../server/test/kit/poll";
import { provideFixture } from "../kit/browser/fixture";
import { draftNames, findInClear, waitForDraftWrite } from "../kit/stories/draftRecords";
import { isUpload, loseResponse, ofOperation } from "../kit/page/holdRequests";
import { choose, pictures, pdf } from "../kit/stories/wizard";
import { takePicture } from "../kit/page/takePicture";

/** The traveller makes corrections on the page of the application. */

const fixture = provideFixture();
let staff: Traveller;

beforeAll(async () => {
  staff = await signInStaff(fixture.server);
}, 120_000);

test("missing and rejected input is reported at its field, and corrected input survives a network failure", async () => {
  const scene = await startReview(fixture.server, staff);
  await askForTwo(scene);
  const before = await readAsOwner(scene);
  const { page, context } = await openApplication(fixture.browser, scene, viewports.desktop);
  const form = page.getByRole("form");
  const send = form.getByRole("button", { name: /^Send/ });
  const number = form.getByLabel("Passport number");

  await number.fill("");
  await pressOn(page, send);
  const summary = page.getByRole("alert").filter({ hasText: "There is a problem" });
  await summary.waitFor();
  await poll(async () =>
    expect(await summary.getByRole("link").allInnerTexts()).toEqual([
      "Please upload passport frontside image",
      "Please enter passport no",
    ]),
  );
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  await takePicture(page, "desktop-following-faults");

  // The field shows why the chosen file is rejected, so the summary no longer lists it as missing.
  await choose(page, "New passport front page", { ...pictures.front, buffer: Buffer.from("hello") });
  await poll(async () =>
    expect(await summary.getByRole("link").allInnerTexts()).toEqual(["Please enter passport no"]),
  );
  await typeInto(page, number, "z7654321");
  await poll(async () => expect(await number.inputValue()).toBe("Z7654321"));

  // Only the server detects a script inside a PDF.
  await choose(page, "New passport front page", pdf("front.pdf", makeScriptedPdf()));
  await form.getByText("front.pdf").waitFor();
  await send.click();
  await summary.getByRole("link", { name: /contains a script/ }).waitFor();
  await poll(async () => expect(await number.inputValue()).toBe("Z7654321"));
  expect(await readAsOwner(scene)).toMatchObject({
    visaRequestStatus: "ACTION_REQUIRED",
    version: before.version,
  });

  await choose(page, "New passport front page", pictures.front);
  await form.getByText(/front\.jpg/).waitFor();
  await page.route("**/graphql", (route) =>
    route.request().headers()["content-type"]?.startsWith("multipart/") ? route.abort() : route.continue(),
  );
  await send.click();
  await page.getByText("We could not send your corrections. Nothing was lost. Try again.").waitFor();
  await form.getByText(/front\.jpg/).waitFor();
  await page.unroute("**/graphql");
  await pressOn(page, form.getByRole("button", { name: "Retry" }));

  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  await waitForHeading(page, "Your application is in review");
  await poll(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Thank you."),
  );
  await poll(async () => expect(await page.getByRole("form").count()).toBe(0));
  await takePicture(page, "desktop-following-sent");
  await poll(async () => expect(await findViolations(page)).toEqual([]));
  const after = await readAsOwner(scene);
  expect(after).toMatchObject({ visaRequestStatus: "PROCESSING", totalPrice: before.totalPrice });
  const [now, then] = [after.visaApplicants[0], before.visaApplicants[0]];
  expect(now).toMatchObject({ passportNumber: "Z7654321", firstName: then.firstName, corrections: [] });
  await context.close();
});

test("the corrections of two applicants can be sent separately, by keyboard", async () => {
  const scene = await startReview(fixture.server, staff, [{}, { firstName: "Vikram" }]);
  await askForTwo(scene);
  await askForTwo(scene, 1);
  const temporary = await mkdtemp(join(tmpdir(), "visaport-front-"));
  const path = join(temporary, pictures.front.name);
  await writeFile(path, pictures.front.buffer);
  const { page, context } = await openApplication(fixture.browser, scene);
  for (const [person, left] of [
    ["Asha Rao", "1 more applicant has corrections to make."],
    ["Vikram Rao", "Please upload the documents that are still needed."],
  ] as const) {
    const form = page.getByRole("form", { name: person });
    await chooseBy(page, form.getByLabel("New passport front page"), path);
    await form.getByText(/front\.jpg/).waitFor();
    await pressOn(page, form.getByRole("checkbox", { name: "It is right as it is" }), "Space");
    await pressOn(page, form.getByRole("button", { name: /^Send/ }));
    await page.getByText(`Thank you. We have what we asked ${person} for.`).waitFor();
    await page.getByText(left).waitFor();
  }
  await waitForHeading(page, "Your application is in review");
  await rm(temporary, { recursive: true });
  await context.close();
});

test("a second request for corrections replaces the thank-you message for the first one", async () => {
  const scene = await startReview(fixture.server, staff);
  const ask = () =>
    must("Asking", askFor(staff, scene.applicants[0], [{ field: "PASSPORT_NUMBER", reason: "MISMATCH" }]));
  await ask();
  const { page, context } = await openApplication(fixture.browser, scene);
  const form = page.getByRole("form", { name: "Asha Rao" });
  const thanks = page.getByText("Thank you. We have what we asked Asha Rao for.");
  const answer = async () => {
    await form.getByRole("checkbox", { name: "It is right as it is" }).check();
    await form.getByRole("button", { name: /^Send/ }).click();
    await thanks.waitFor();
    await waitForHeading(page, "Your application is in review");
  };
  await answer();

  await ask();
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await form.waitFor();
  expect(await thanks.count()).toBe(0);
  await expectUsable(page);
  await answer();
  await poll(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Thank you."),
  );
  await context.close();
});

test("input survives a reload, and is deleted once it has been sent or discarded", async () => {
  const scene = await startReview(fixture.server, staff, [{}, { firstName: "Vikram" }]);
  await askForTwo(scene);
  await askForTwo(scene, 1);
  const { page, context } = await openApplication(fixture.browser, scene);
  const form = page.getByRole("form", { name: "Asha Rao" });
  const other = page.getByRole("form", { name: "Vikram Rao" });
  const number = form.getByLabel("Passport number");
  const front = form.locator("input[type=file]").and(form.getByLabel("New passport front page"));
  const written = async (change: () => Promise<void>) => {
    const since = Date.now();
    await change();
    await waitForDraftWrite(page, since);
  };
  await written(() => other.getByLabel("Passport number").fill("Y1111111"));
  await written(() => front.setInputFiles(pictures.front));
  await form.getByText(/front\.jpg/).waitFor();
  await written(() => number.fill("Z7654321"));
  await poll(async () => expect((await draftNames(page)).length).toBe(3));

  await page.reload();
  await form.getByText("We brought back what you entered").waitFor();
  await form.getByText(/front\.jpg/).waitFor();
  expect(await number.inputValue()).toBe("Z7654321");
  expect(await other.getByLabel("Passport number").inputValue()).toBe("Y1111111");
  expect(await findInClear(page, ["Z7654321", "Y1111111"])).toEqual([]);
  await expectUsable(page);
  await takePicture(page, "corrections-restored");
  await form.getByRole("button", { name: /^Send/ }).click();
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  await poll(async () => expect((await draftNames(page)).length).toBe(1));

  await other.getByRole("button", { name: "Discard draft" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Discard and start over" }).click();
  await poll(async () => expect(await draftNames(page)).toEqual([]));
  await poll(async () =>
    expect(await other.getByLabel("Passport number").inputValue()).toBe(scene.applicants[1].passportNumber),
  );
  expect((await readAsOwner(scene)).visaApplicants[0].passportNumber).toBe("Z7654321");
  await context.close();
});

test("corrections are shown as sent and leave no draft, even if the response was lost", async () => {
  const scene = await startReview(fixture.server, staff);
  await askForTwo(scene);
  const { page, context } = await openApplication(fixture.browser, scene);
  const form = page.getByRole("form", { name: "Asha Rao" });
  const since = Date.now();
  await form.getByLabel("Passport number").fill("Z7654321");
  await choose(page, "New passport front page", pictures.front);
  await form.getByText(/front\.jpg/).waitFor();
  await waitForDraftWrite(page, since);
  await loseResponse(page, isUpload);
  await form.getByRole("button", { name: /^Send/ }).click();

  await waitForHeading(page, "Your application is in review");
  await poll(async () => expect(await draftNames(page)).toEqual([]));
  expect((await readAsOwner(scene)).visaApplicants[0].passportNumber).toBe("Z7654321");
  await context.close();
});

/** Sends a correction, and loses the response and all reloads until `reconnect`. */
async function sendWithoutResponse() {
  const scene = await startReview(fixture.server, staff);
  await must("Asking", askFor(staff, scene.applicants[0], [{ field: "PASSPORT_NUMBER" }]));
  const { page, context } = await openApplication(fixture.browser, scene);
  const form = page.getByRole("form", { name: "Asha Rao" });
  const send = form.getByRole("button", { name: /^Send/ });
  const number = form.getByLabel("Passport number");
  const isSent = ofOperation("mutation sendCorrection");
  const block = (route: Route) => (isSent(route.request()) ? route.fallback() : route.abort());
  await page.route("**/graphql", block);
  await loseResponse(page, isSent);
  await number.fill("Z7654321");
  await send.click();
  await page.getByText("We could not send your corrections. Nothing was lost. Try again.").waitFor();
  expect((await readAsOwner(scene)).visaApplicants[0].passportNumber).toBe("Z7654321");
  return { page, context, form, number, send, reconnect: () => page.unroute("**/graphql", block) };
}

const notSent = "Your earlier answers did arrive, so these changes were not sent.";

test("corrections can be sent again if neither the response nor the reload arrived", async () => {
  const { page, context, number, send } = await sendWithoutResponse();
  await number.fill("Z1111111");
  await send.click();
  await page.getByText(notSent).waitFor();
  await number.fill("Z7654321");
  await send.click();
  await page.getByText("Thank you. We have what we asked Asha Rao for.").waitFor();
  await context.close();
});

test("changes after a lost response are reported as not sent, even though the reload removes the form", async () => {
  const { page, context, form, number, send, reconnect } = await sendWithoutResponse();
  await reconnect();
  await number.fill("Z1111111");
  await send.click();
  await form.waitFor({ state: "detached" });
  await page.getByRole("alert").getByText(notSent).waitFor();
  await expectUsable(page);
  await context.close();
});
