import { expect, test } from "@jest/globals";
import { openPage, viewports } from "../kit/browser/browser";
import { findSidewaysScroll } from "../kit/page/checkPage";
import { poll } from "../../../server/test/kit/poll";
import { findViolations } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { provideFixture } from "../kit/browser/fixture";

/** Developers explore the API with Apollo's page; Apollo's code never has access to a session token. */

const fixture = provideFixture();

/**
 * Replaces Apollo's iframe, because tests have no internet access. It tries to read storage, and queries the
 * API through the surrounding page, using the messages of `@apollo/sandbox`.
 */
const standIn = `<!doctype html><html lang="en"><title>Apollo Sandbox</title><main><h1>Sandbox</h1></main><script>
  const take = (read) => { try { return String(read()); } catch (error) { return error.name; } };
  const endpointUrl = new URLSearchParams(location.search).get("endpoint");
  const ask = (operationId, url) => new Promise((resolve) => {
    addEventListener("message", ({ data }) => data.operationId === operationId && resolve(data.response));
    const operation = "{ siteInfo { brand } me { userId } }";
    const headers = { authorization: "Bearer typed-by-the-developer" };
    parent.postMessage({ name: "ExplorerRequest", operationId, operation, headers, endpointUrl: url }, "*");
  });
  (async () => {
    const response = await ask("ours", endpointUrl);
    const elsewhere = await ask("elsewhere", endpointUrl.replace("/graphql", "/api/user/1"));
    const got = {
      endpointUrl,
      data: response.data,
      elsewhere: elsewhere.error?.message,
      own: take(() => localStorage.getItem("token")),
      token: take(() => parent.localStorage.getItem("token")),
    };
    document.querySelector("main").append(JSON.stringify(got));
  })();
</script>`;

test("Apollo Sandbox runs in a frame of Apollo's origin, queries our API through our page, and has no access to tokens", async () => {
  const { url } = fixture.server;
  const { page, context, complaints } = await openPage(fixture.browser, url, viewports.phone);
  try {
    await context.route("https://sandbox.embed.apollographql.com/**", (route) =>
      route.fulfill({ contentType: "text/html", body: standIn }),
    );
    await page.goto("/");
    await page.evaluate(() => localStorage.setItem("token", "a-secret"));
    await page.goto("/graphql");
    const frame = page.frameLocator('iframe[title="Apollo Sandbox"]');
    await frame.getByText("endpointUrl").waitFor();
    const text = (await frame.getByRole("main").textContent())!;
    expect(JSON.parse(text.slice(text.indexOf("{")))).toEqual({
      endpointUrl: `${url}/graphql`,
      data: { siteInfo: { brand: "Visaport" }, me: null },
      elsewhere: `This page asks ${url}/graphql only`,
      own: "null",
      token: "SecurityError",
    });
    // The frame, and no other request to a foreign host.
    expect(complaints).toEqual(["asked https://sandbox.embed.apollographql.com"]);
    expect(await findViolations(page)).toEqual([]);
    expect(await findSidewaysScroll(page)).toEqual([]);
  } finally {
    await context.close();
  }
});

test("without the internet the page says so, and shows the schema, the documents and a call to copy", async () => {
  const { url } = fixture.server;
  const { page, context } = await openPage(fixture.browser, url, viewports.phone);
  try {
    let isReachable = false;
    await context.route("https://sandbox.embed.apollographql.com/**", (route) =>
      isReachable ? route.fulfill({ contentType: "text/html", body: standIn }) : route.abort(),
    );
    await page.goto("/graphql");
    await page.getByRole("heading", { name: "Apollo Sandbox cannot be loaded" }).waitFor();
    await page.getByText(`curl ${url}/graphql`).waitFor();
    const schema = page.getByLabel("Schema", { exact: true });
    await poll(async () => expect(await schema.innerText()).toContain("type VisaRequest"));
    expect(await page.locator('iframe[title="Apollo Sandbox"]').isVisible()).toBe(false);
    const described = await fetch(url + (await page.getByRole("link").getAttribute("href")));
    expect(await described.json()).toMatchObject({ openapi: "3.1.0" });
    expect(await findViolations(page)).toEqual([]);
    expect(await findSidewaysScroll(page)).toEqual([]);
    await takePicture(page, "apolloSandbox-offline");

    isReachable = true;
    await page.reload();
    await page.frameLocator('iframe[title="Apollo Sandbox"]').getByText("endpointUrl").waitFor();
    expect(await page.getByText("cannot be loaded").isVisible()).toBe(false);
  } finally {
    await context.close();
  }
});
