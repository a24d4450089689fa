import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { ensureCurl } from "../../../server/test/kit/ensureCurl";
import { openPage, viewports } from "../kit/browser/browser";
import { signIn } from "../../../server/test/kit/personas/traveller";
import { poll } from "../../../server/test/kit/poll";
import { expectUsable } from "../kit/page/findViolations";
import { takePicture } from "../kit/page/takePicture";
import { provideFixture } from "../kit/browser/fixture";

/** Developers explore the API with Apollo's page; Apollo's code never has access to a session token. */

const fixture = provideFixture();

/**
 * Replaces Apollo's iframe, because tests have no internet access. The replacement tries to read storage, and
 * queries the API through the surrounding page, using the messages of `@apollo/sandbox`.
 */
const standIn = `<!doctype html><html lang="en"><title>Apollo Sandbox</title><main><h1>Sandbox</h1></main><script>
  const take = (read) => { try { return String(read()); } catch (error) { return error.name; } };
  const given = new URLSearchParams(location.search);
  const endpointUrl = given.get("endpoint");
  const ask = (operationId, url, headers = {}) => new Promise((resolve) => {
    addEventListener("message", ({ data }) => data.operationId === operationId && resolve(data.response));
    const operation = "{ siteInfo { brand } me { userId } }";
    parent.postMessage({ name: "ExplorerRequest", operationId, operation, headers, endpointUrl: url }, "*");
  });
  (async () => {
    const response = await ask("ours", endpointUrl);
    const typed = await ask("typed", endpointUrl, { authorization: "Bearer typed-by-the-developer" });
    const elsewhere = await ask("elsewhere", endpointUrl.replace("/graphql", "/api/user/1"));
    const got = {
      endpointUrl,
      isPolling: given.get("shouldDefaultAutoupdateSchema"),
      document: given.get("defaultDocument").split("\\n").find((line) => /^(query|mutation)/.test(line)),
      data: response.data,
      typed: typed.data,
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
    const readFrame = async () => {
      await frame.getByText("endpointUrl").waitFor();
      const text = (await frame.getByRole("main").textContent())!;
      return JSON.parse(text.slice(text.indexOf("{"))) as unknown;
    };
    const visitor = {
      endpointUrl: `${url}/graphql`,
      isPolling: "false",
      document: "query Visas {",
      data: { siteInfo: { brand: "Visaport" }, me: null },
      typed: { siteInfo: { brand: "Visaport" }, me: null },
      elsewhere: `This page asks ${url}/graphql only`,
      own: "null",
      token: "SecurityError",
    };
    expect(await readFrame()).toEqual(visitor);

    const { token, userId } = await signIn(fixture.server);
    const field = page.getByLabel("Access token");
    const chooseExample = async (label: string, operation: string) => {
      await page.getByLabel("Example").selectOption({ label });
      await frame.getByText(operation).waitFor();
    };
    await field.fill(token);
    await chooseExample("List your applications", "query Applications");
    const person = { ...visitor, document: "query Applications {" };
    expect(await readFrame()).toEqual({ ...person, data: { ...visitor.data, me: { userId } } });

    await field.fill(`vp_live_${token}`);
    await page.getByText("This is a live key").waitFor();
    await chooseExample("What a country requires", "query Requirements");
    expect(await readFrame()).toMatchObject({ data: { me: null } });
    // Apollo's host is the only other one that the page contacts.
    expect(new Set(complaints)).toEqual(new Set(["asked https://sandbox.embed.apollographql.com"]));
    await expectUsable(page);
  } finally {
    await context.close();
  }
});

test("if Apollo cannot be reached, the page shows the schema, the documentation and a curl command", async () => {
  const { url } = fixture.server;
  const { page, context } = await openPage(fixture.browser, url, viewports.phone);
  try {
    let isReachable = false;
    // Simulates a firewall that drops packets: there is neither a response nor an error.
    await context.route("https://sandbox.embed.apollographql.com/**", async (route) => {
      if (isReachable) await route.fulfill({ contentType: "text/html", body: standIn });
    });
    // Does not wait for the page's load event, which the frame delays forever.
    await page.goto("/graphql", { waitUntil: "commit" });
    await page.getByRole("heading", { name: "Apollo Sandbox cannot be loaded" }).waitFor();
    await page.getByText(`curl ${url}/graphql`).waitFor();
    await ensureCurl();
    const called = await promisify(execFile)("sh", ["-c", await page.locator("#curl").innerText()]);
    expect(JSON.parse(called.stdout)).toMatchObject({ data: { visas: { nodes: expect.any(Array) } } });
    const schema = page.getByLabel("Schema", { exact: true });
    await poll(async () => expect(await schema.innerText()).toContain("type VisaRequest"));
    expect(await page.locator('iframe[title="Apollo Sandbox"]').isVisible()).toBe(false);
    const reference = page.getByRole("main").getByRole("link", { name: "reference" });
    expect((await fetch(url + (await reference.getAttribute("href")))).status).toBe(200);
    const described = await fetch(
      url + (await page.getByRole("link", { name: "REST (OpenAPI)" }).getAttribute("href")),
    );
    expect(await described.json()).toMatchObject({ openapi: "3.1.0" });
    await expectUsable(page);
    await takePicture(page, "apolloSandbox-offline");

    isReachable = true;
    await page.reload();
    await page.frameLocator('iframe[title="Apollo Sandbox"]').getByText("endpointUrl").waitFor();
    expect(await page.getByText("cannot be loaded").isVisible()).toBe(false);
  } finally {
    await context.close();
  }
});
