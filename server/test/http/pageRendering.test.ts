import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runToEnd } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";
import { readWords } from "../kit/wire/readPage";

/** Limits on the cost of rendering, because anyone may request any address. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const open = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { accept: "text/html" } });
  return { status: response.status, etag: response.headers.get("etag"), html: await response.text() };
};

test("a limited number of searches is rendered; the others share one page, in which the browser searches", async () => {
  const page = await open("/visas/bahrain");
  const texts = Array.from({ length: 60 }, (_, index) => `oman${index}`);
  const found = await Promise.all(texts.map((text) => open(`/visas?q=${text}`)));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));

  const rendered = found.filter(({ html }) => html.includes(`"isRendered":true`));
  expect(new Set(rendered.map(({ etag }) => etag)).size).toBe(rendered.length);
  expect(rendered.length).toBeGreaterThanOrEqual(10);
  // On a slow machine, the requests may fall into two windows of ten seconds.
  expect(rendered.length).toBeLessThan(30);

  const others = found.filter((one) => !rendered.includes(one));
  expect(new Set(others.map(({ etag }) => etag)).size).toBe(1);
  // The browser renders this page again; without JavaScript, it lists all countries.
  expect(others[0]!.html).toContain(`"isRendered":false`);
  expect(readWords(others[0]!.html)).toMatch(/Bahrain.*Oman/);

  // A rendered search is cached, and other pages stay cached.
  const again = await open(`/visas?q=${texts[found.indexOf(rendered[0]!)]}`);
  expect(again.etag).toBe(rendered[0]!.etag);
  expect((await open("/visas/bahrain")).etag).toBe(page.etag);
});

test("pages are rendered with React's production build if NODE_ENV is not set", async () => {
  const program = `require("./dist/server/renderPage.js");
    const files = Object.keys(require.cache).map((path) => path + require("node:fs").readFileSync(path, "utf8"));
    console.log(files.filter((file) => file.includes("react.dev/errors/")).length > 0);
    console.log(files.filter((file) => file.includes("Each child in a list should have a unique")).length);`;
  const { stdout, stderr } = await runToEnd([process.execPath, "-e", program], { NODE_ENV: "" });
  expect([stderr, stdout]).toEqual(["", "true\n0\n"]);
});

test("the server bundle does not read NODE_ENV, and contains GraphQL once", async () => {
  const program = `const { readdirSync, readFileSync } = require("node:fs");
    const folder = "dist/server/bundle/";
    const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
    const code = files.map((name) => readFileSync(folder + name, "utf8")).join("");
    const count = (words) => code.split(words).length - 1;
    console.log(count("process.env.NODE_ENV"), count('require("graphql'), count("function isObjectType("));`;
  const { stdout, stderr } = await runToEnd([process.execPath, "-e", program], { NODE_ENV: "" });
  // React and GraphQL run slow development code if NODE_ENV is not set.
  expect([stderr, stdout]).toEqual(["", "0 0 1\n"]);
});
