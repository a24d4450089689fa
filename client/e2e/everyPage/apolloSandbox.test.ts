import { expect, test } from "@jest/globals";
import { openPage, viewports } from "../kit/browser/browser";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { findViolations } from "../kit/page/findViolations";
import { provideFixture } from "../kit/browser/fixture";

/** Developers explore the API with a page of Apollo's, and what Apollo sends never runs beside a session's token. */

const fixture = provideFixture();

/** Stands in for Apollo's page, as the internet is not there: it takes what it can get, and asks the API that it was told. */
const standIn = `<!doctype html><title>Apollo Sandbox</title><script>
  const take = (read) => { try { return String(read()); } catch (error) { return error.name; } };
  const endpoint = new URLSearchParams(location.search).get("endpoint");
  const query = "{ siteInfo { brand } me { userId } }";
  const headers = { "content-type": "application/json", authorization: "Bearer typed-by-the-developer" };
  fetch(endpoint, { method: "POST", headers, body: JSON.stringify({ query }) })
    .then((response) => response.json(), (error) => String(error))
    .then((response) => {
      const got = { response, token: take(() => localStorage.getItem("token")), opener: take(() => window.opener), endpoint };
      document.body.append(JSON.stringify(got));
    });
</script>`;

test("Apollo Sandbox asks our API from its own origin, where it finds no token", async () => {
  const { url } = fixture.server;
  const { page, context, complaints } = await openPage(fixture.browser, url, viewports.phone);
  try {
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("token", "a-secret"));
    await page.goto("/graphql");
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBe("a-secret");
    expect(await page.evaluate(() => document.scripts.length)).toBe(0);
    expect(complaints).toEqual([]);
    expect(await findViolations(page)).toEqual([]);
    expect(await findSidewaysScroll(page)).toEqual([]);

    // Here the API is on a port of the test's; elsewhere the link holds PUBLIC_URL.
    await context.route("https://studio.apollographql.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: standIn }),
    );
    // As a developer does when the browser asks whether Apollo's site may reach their own machine.
    await context.grantPermissions(["local-network-access"], { origin: "https://studio.apollographql.com" });
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Open Apollo Sandbox" }).press("Enter");
    const sandbox = await opened;
    await sandbox.getByText("endpoint").waitFor();
    const got = JSON.parse((await sandbox.textContent("body"))!.replace(/^[^{]*/, "")) as Record<
      string,
      unknown
    >;
    expect(got).toEqual({
      response: { data: { siteInfo: { brand: "Visaport" }, me: null } },
      token: "null",
      opener: "null",
      endpoint: expect.stringMatching(/^http:\/\/localhost:\d+\/graphql$/),
    });
  } finally {
    await context.close();
  }
});
