import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { runToEnd } from "../kit/server/runToEnd";
import { TestServer } from "../kit/server/testServer";
import { readWords } from "../kit/wire/readPage";

/** What it costs the server that anybody may ask for any address. */

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const open = async (path: string) => {
  const response = await fetch(server.url + path, { headers: { accept: "text/html" } });
  return { status: response.status, etag: response.headers.get("etag"), html: await response.text() };
};

test("searches are rendered while they are few; past that all get one page, in which the browser searches", async () => {
  const page = await open("/visas/bahrain");
  const texts = Array.from({ length: 60 }, (_, index) => `oman${index}`);
  const found = await Promise.all(texts.map((text) => open(`/visas?q=${text}`)));
  expect(new Set(found.map(({ status }) => status))).toEqual(new Set([200]));

  const rendered = found.filter(({ html }) => html.includes(`"isRendered":true`));
  expect(new Set(rendered.map(({ etag }) => etag)).size).toBe(rendered.length);
  expect(rendered.length).toBeGreaterThanOrEqual(10);
  // Where the machine is slow, the next ten seconds have begun.
  expect(rendered.length).toBeLessThan(30);

  const others = found.filter((one) => !rendered.includes(one));
  expect(new Set(others.map(({ etag }) => etag)).size).toBe(1);
  // The browser draws it anew; without JavaScript it is the list of all countries.
  expect(others[0]!.html).toContain(`"isRendered":false`);
  expect(readWords(others[0]!.html)).toMatch(/Bahrain.*Oman/);

  // A search that was rendered is kept, and no page was touched.
  const again = await open(`/visas?q=${texts[found.indexOf(rendered[0]!)]}`);
  expect(again.etag).toBe(rendered[0]!.etag);
  expect((await open("/visas/bahrain")).etag).toBe(page.etag);
});

test("React renders with its production build where NODE_ENV says nothing", async () => {
  const program = `require("./dist/server/renderPage.js");
    const files = Object.keys(require.cache).map((path) => path + require("node:fs").readFileSync(path, "utf8"));
    console.log(files.filter((file) => file.includes("react.dev/errors/")).length > 0);
    console.log(files.filter((file) => file.includes("Each child in a list should have a unique")).length);`;
  const { stdout, stderr } = await runToEnd([process.execPath, "-e", program], { NODE_ENV: "" });
  expect([stderr, stdout]).toEqual(["", "true\n0\n"]);
});

test("nothing in the server looks at NODE_ENV where it is loaded, and GraphQL is in it once", async () => {
  const program = `const { readdirSync, readFileSync } = require("node:fs");
    const folder = "dist/server/bundle/";
    const files = readdirSync(folder).filter((name) => name.endsWith(".js"));
    const code = files.map((name) => readFileSync(folder + name, "utf8")).join("");
    const count = (words) => code.split(words).length - 1;
    console.log(count("process.env.NODE_ENV"), count('require("graphql'), count("function isObjectType("));`;
  const { stdout, stderr } = await runToEnd([process.execPath, "-e", program], { NODE_ENV: "" });
  // React and GraphQL choose their slow ways by it.
  expect([stderr, stdout]).toEqual(["", "0 0 1\n"]);
});
