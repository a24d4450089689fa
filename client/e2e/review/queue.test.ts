import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Page } from "playwright-core";
import { addApplicant } from "../../../server/test/kit/stories/applicants";
import { changeCountry, readCountry } from "../../../server/test/kit/stories/catalogueAdmin";
import { makeSmallFiles } from "../../../server/test/kit/personas/applicantFiles";
import {
  readQueue,
  staffQueueCounts,
  staffTakeCase,
  workOn,
} from "../../../server/test/kit/stories/staffConsole";
import { editDatabase } from "../../../server/test/kit/data/editDatabase";
import { signInStaff } from "../../../server/test/kit/personas/staff";
import { signedInTraveller, toStory, type Traveller } from "../../../server/test/kit/personas/traveller";
import * as documents from "../../../server/test/kit/documents";
import { staffSizes, viewports } from "../kit/browser/browser";
import { findSidewaysScroll, findSmallTargets } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { holdRequests, ofOperation } from "../kit/page/holdRequests";
import { waitForIdle } from "../kit/page/waitForIdle";
import { signedInPage } from "../kit/browser/signedInPage";
import { poll } from "../../../server/test/kit/poll";
import { provideOwnFixture } from "../kit/browser/fixture";
import { takePicture } from "../kit/page/takePicture";

/** The review queue with 300 generated applications and one that a traveller created. */

const passportNumber = "Q7654321";
const fixture = provideOwnFixture();
let member: Traveller;
let traveller: Traveller;
let page: Page;
let complaints: string[];
let close: () => Promise<void>;

beforeAll(async () => {
  const { code } = await fixture.server.runCommand("generateRequests", "300");
  expect(code).toBe(0);
  traveller = await signedInTraveller(fixture.server).withRequest();
  await addApplicant(traveller, await makeSmallFiles(), { passportNumber });
  await toStory(traveller).paid();
  member = await signInStaff(fixture.server);
  await workOn(member, staffTakeCase, { visaRequestId: traveller.request.visaRequestId });
  const opened = await signedInPage(fixture.browser, member, viewports.desktop);
  ({ page, complaints } = opened);
  close = () => opened.context.close();
}, 180_000);
afterAll(async () => {
  await close?.();
});

const links = () => page.locator("tbody th a");
const chip = (name: string) => page.getByRole("button", { name, exact: false, pressed: false });
/** Returns the server's reference numbers for the query, in order. */
async function references(asked: Record<string, unknown> = {}): Promise<string[]> {
  const { nodes } = await readQueue(member, { first: 50, ...asked });
  return nodes.map(({ visaReferenceNo }) => visaReferenceNo);
}
/** Waits until the page shows exactly these numbers. */
async function shows(wanted: string[]): Promise<void> {
  await page.waitForFunction(
    (numbers) => {
      const shown = [...document.querySelectorAll("tbody th a")].map(({ textContent }) => textContent);
      return JSON.stringify(shown) === JSON.stringify(numbers);
    },
    wanted,
    { timeout: 20_000 },
  );
}
const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");

test("the queue shows the earliest expected date first, and the server's counts", async () => {
  await page.goto("/staff");
  await shows(await references());
  const { data } = await member.call(staffQueueCounts);
  const { overdue, mine } = data.staffQueueCounts;
  expect(mine).toBe(1);
  await page.getByRole("button", { name: `${overdue} Overdue` }).waitFor();
  await page.getByRole("button", { name: `${mine} Mine` }).waitFor();
  await poll(async () => expect(await page.title()).toContain("Queue"));
});

describe("filters", () => {
  test("can be set by pressing a count, are part of the URL, and survive a reload", async () => {
    await chip("Overdue").click();
    await shows(await references({ filter: { overdue: true } }));
    expect(new URL(page.url()).search).toBe("?overdue=yes");
    await poll(async () =>
      expect(await page.getByRole("row").filter({ hasText: "Overdue" }).count()).toBe(await links().count()),
    );
    await page.reload();
    await shows(await references({ filter: { overdue: true } }));
    await page.getByRole("button", { name: "Overdue", pressed: true }).click();
    await shows(await references());
    expect(new URL(page.url()).search).toBe("");
  });

  test("accept dates in Indian format, day first", async () => {
    await page.goto("/staff");
    const from = page.getByLabel("Expected from", { exact: true });
    await from.fill("31-12-2099");
    await page.waitForURL((url) => url.searchParams.get("from") === "2099-12-31");
    await page.getByText("No application matches these filters").waitFor();
    await from.fill("12-31-2099");
    await from.press("Tab");
    await page.getByText("Expected from must be a real date").waitFor();
    await from.fill("");
    await page.waitForURL((url) => !url.searchParams.has("from"));
  });

  test("offer countries that are no longer published", async () => {
    await changeCountry(member, await readCountry(member, "bahrain"), { isActive: false });
    await page.goto("/staff");
    await page.getByLabel("Country").selectOption("Bahrain");
    await shows(await references({ filter: { countryName: "Bahrain" } }));
    await page.goto("/staff");
  });

  test("can be combined", async () => {
    await page.getByLabel("Status").selectOption("Approved");
    await page.getByLabel("Country").selectOption("Vietnam");
    const filter = { status: "APPROVED", countryName: "Vietnam" };
    await shows(await references({ filter }));
    await page.getByLabel("Expected until").fill("2020-01-01");
    await page.getByText("No application matches these filters").waitFor();
    await page.getByRole("button", { name: "Show the whole queue" }).click();
    await shows(await references());
  });

  test("all apply, even if they are set before the page renders again", async () => {
    await page.evaluate(() => {
      const choose = (label: string, value: string) => {
        const [field] = [...document.querySelectorAll("label")].filter(
          ({ textContent }) => textContent === label,
        );
        const select = field?.control as HTMLSelectElement;
        Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value")?.set?.call(select, value);
        select.dispatchEvent(new Event("change", { bubbles: true }));
      };
      choose("Status", "APPROVED");
      choose("Country", "Vietnam");
      document.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
    });
    await page.waitForURL((url) => url.search === "?status=APPROVED&country=Vietnam&overdue=yes");
    await page.getByRole("checkbox", { name: "Overdue only" }).and(page.locator(":checked")).waitFor();
    await page.getByRole("button", { name: "Show the whole queue" }).click();
    await shows(await references());
  });

  test("select the staff member's own cases", async () => {
    await chip("Mine").click();
    await shows([traveller.request.visaReferenceNo]);
    await poll(async () => expect(await page.getByRole("cell", { name: "You" }).count()).toBe(1));
    await page.goto("/staff");
  });
});

describe("search", () => {
  test("finds an application by reference, mobile or passport number, and leads back to the queue", async () => {
    await page.goto("/staff?status=APPROVED");
    for (const typed of [
      traveller.request.visaReferenceNo.toLowerCase(),
      traveller.phoneNumber.slice(3),
      passportNumber,
    ]) {
      await page.getByLabel("Reference, mobile or passport number").fill(typed);
      await page.keyboard.press("Enter");
      await page.getByText(`Searching all applications for “${typed}”`).waitFor();
      await shows([traveller.request.visaReferenceNo]);
    }
    await page.getByRole("button", { name: "Back to the queue" }).click();
    await shows(await references());
  });

  test("is not repeated when the window regains the focus, because travellers see each search in the access log", async () => {
    await page.goto(`/staff?q=${passportNumber}`);
    await shows([traveller.request.visaReferenceNo]);
    const { visaRequestId } = traveller.request;
    const countSearches = async () => {
      const { data } = await traveller.call(documents.followedRequest, { visaRequestId });
      return data.visaRequest.accessLog.filter(({ action }) => action === "PASSPORT_SEARCHED").length;
    };
    const before = await countSearches();
    let lists = 0;
    page.on("request", (request) => {
      if (ofOperation("query staffQueue(")(request)) lists++;
    });
    const counted = page.waitForResponse((response) =>
      ofOperation("query staffQueueCounts")(response.request()),
    );
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await counted;
    expect(lists).toBe(0);
    expect(await countSearches()).toBe(before);
  });

  test("announces its results, even if there are none, and Reload keeps the focus", async () => {
    await page.goto("/staff");
    const status = page.getByRole("main").getByRole("status").filter({ hasText: "shown" });
    await status.waitFor();
    const region = await status.elementHandle();
    const announced = (text: string) =>
      page.waitForFunction(([node, part]) => node.isConnected && node.textContent.includes(part), [
        region,
        text,
      ] as const);
    await page.getByLabel("Reference, mobile or passport number").fill("Z0000000");
    await page.keyboard.press("Enter");
    await announced("No application has this number");
    await page.getByRole("button", { name: "Back to the queue" }).click();
    await announced("shown");
    await page.getByRole("button", { name: "Reload" }).press("Enter");
    await poll(async () => expect(await focused()).toBe("Reload"));
  });
});

describe("keyboard navigation", () => {
  test("moves through the list with arrows and letters, and opens a case", async () => {
    await page.goto("/staff");
    const numbers = await references();
    await shows(numbers);
    await links().first().focus();
    for (const [key, index] of [
      ["j", 1],
      ["ArrowDown", 2],
      ["k", 1],
      ["ArrowUp", 0],
      ["ArrowUp", 0],
      ["End", numbers.length - 1],
      ["Home", 0],
      ["j", 1],
    ] as const) {
      await page.keyboard.press(key);
      expect([key, await focused()]).toEqual([key, numbers[index]]);
    }
    // The list is one tab stop: Tab leaves it, and Shift+Tab returns to the same row.
    await page.keyboard.press("Tab");
    expect(numbers).not.toContain(await focused());
    await page.keyboard.press("Shift+Tab");
    expect(await focused()).toBe(numbers[1]);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/staff\/case\//);
  });

  test("does not intercept letters that are typed into a field", async () => {
    await page.goto("/staff");
    await shows(await references());
    await page.getByLabel("Reference, mobile or passport number").fill("");
    await page.keyboard.type("jk");
    await poll(async () =>
      expect(await page.getByLabel("Reference, mobile or passport number").inputValue()).toBe("jk"),
    );
  });
});

test("Load more adds rows below the last one and focuses the first new row", async () => {
  await page.goto("/staff");
  const first = await readQueue(member, { first: 50 });
  const second = await readQueue(member, { first: 50, after: first.pageInfo.endCursor });
  const numbers = [...first.nodes, ...second.nodes].map(({ visaReferenceNo }) => visaReferenceNo);
  await shows(numbers.slice(0, 50));
  await page.getByRole("button", { name: "Load more" }).click();
  await shows(numbers);
  await page.waitForFunction((number) => document.activeElement?.textContent === number, numbers[50]);
});

test("more of a list that is no longer shown is not added to the shown one", async () => {
  await page.goto("/staff");
  const whole = await references();
  await shows(whole);
  const { isHeld, letGo } = await holdRequests(page, "**/graphql", ofOperation('"after":"'));
  const more = page.getByRole("button", { name: "Load more" });
  await more.click();
  await isHeld;
  await chip("Overdue").click();
  const overdue = await references({ filter: { overdue: true } });
  await shows(overdue);
  const late = page.waitForResponse((response) => ofOperation('"after":"')(response.request()));
  letGo("continue");
  await late;
  await waitForIdle(page);
  await shows(overdue);
  await page.getByRole("button", { name: "Overdue", pressed: true }).click();
  await shows(whole);
  await more.click();
  await poll(async () => expect(await links().count()).toBe(100));
  await page.unroute("**/graphql");
});

test("an application whose expected date moved is not shown twice", async () => {
  await page.goto("/staff");
  const first = await readQueue(member, { first: 50 });
  await shows(first.nodes.map(({ visaReferenceNo }) => visaReferenceNo));
  const after = { first: 50, after: first.pageInfo.endCursor };
  const later = (await readQueue(member, after)).nodes.at(10)!;
  const move = `UPDATE visa_request SET "expectedDate" = ? WHERE "visaRequestId" = ?`;
  await editDatabase(fixture.server, move, [later.expectedDate, first.nodes[3]!.visaRequestId]);
  const second = await readQueue(member, after);
  const ids = second.nodes.map(({ visaRequestId }) => visaRequestId);
  expect(ids).toContain(first.nodes[3]!.visaRequestId);
  await page.getByRole("button", { name: "Load more" }).click();
  const numbers = [...first.nodes, ...second.nodes].map(({ visaReferenceNo }) => visaReferenceNo);
  await shows([...new Set(numbers)]);
  await page.waitForFunction((number) => document.activeElement?.textContent === number, numbers[50]);
});

test("loading the queue can be retried after a failure", async () => {
  await page.route("**/graphql", async (route) => {
    if (route.request().postData()?.includes("staffVisaRequests")) await route.abort();
    else await route.continue();
  });
  await page.goto("/staff");
  const retry = page.getByRole("button", { name: "Retry" });
  await retry.waitFor();
  await page.unroute("**/graphql");
  await retry.click();
  await shows(await references());
  complaints.length = 0;
});

test.each(staffSizes)(
  "the queue is accessible on a %s",
  async (size, viewport) => {
    await page.setViewportSize(viewport);
    for (const [name, address] of [
      ["queue", "/staff"],
      ["queue-overdue", "/staff?overdue=yes"],
      ["queue-none", "/staff?q=Z0000000"],
    ] as const) {
      await page.goto(address);
      if (name === "queue-none") await page.getByText("No application has this number").waitFor();
      else await page.getByText(/\d+ shown/).waitFor();
      await page.getByRole("button", { name: /\d+ Overdue/ }).waitFor();
      await takePicture(page, `${size}-staff-${name}`, name !== "queue");
      const found = [
        ...(await findViolations(page)),
        ...(await findSidewaysScroll(page)),
        ...(await findSmallTargets(page)),
      ];
      expect({ name, found }).toEqual({ name, found: [] });
    }
    expect(complaints).toEqual([]);
  },
  120_000,
);

test("a dismissed login is not opened again when the window regains the focus", async () => {
  const leaver = await signInStaff(fixture.server);
  const { page: queue, context } = await signedInPage(fixture.browser, leaver, viewports.desktop);
  const focus = () => queue.evaluate(() => window.dispatchEvent(new Event("focus")));
  const dialog = queue.getByRole("dialog", { name: "Login or Signup" });
  await queue.goto("/staff");
  await queue.locator("tbody th a").first().waitFor();
  await leaver.call(documents.logout);
  await focus();
  await dialog.getByText("Your session has ended.").waitFor();
  await queue.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
  const asked: string[] = [];
  queue.on("request", (request) => asked.push(request.url()));
  await focus();
  await queue.getByLabel("Reference, mobile or passport number").fill("VP");
  expect(asked).toEqual([]);
  await context.close();
});

test("a traveller cannot open the review queue", async () => {
  const { page: other, context } = await signedInPage(fixture.browser, traveller);
  await other.goto("/staff");
  await other.getByRole("heading", { name: "Page not found" }).waitFor();
  await poll(async () => expect(await other.getByText("Queue").count()).toBe(0));
  await context.close();
});
