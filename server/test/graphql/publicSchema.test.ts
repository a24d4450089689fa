/** `/developers/schema.graphql` and the day of its release. */
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { printPublicSdl } from "../../platform/graphql/sdl";
import { RunningServer } from "../kit/server/runningServer";

const server = RunningServer.shared();
const url = `${server.url}/developers/schema.graphql`;

test("the public schema is served as text, and sent again only if it has changed", async () => {
  const response = await fetch(url, { headers: server.headers });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "text/plain; charset=utf-8"]);
  const text = await response.text();
  expect(text).toBe(printPublicSdl("schema"));
  expect(text).not.toMatch(/\bstaff[A-Z]|\btype Staff/);
  const headers = { ...server.headers, "if-none-match": response.headers.get("etag")! };
  for (const path of [url, `${url}?x=1`]) {
    const again = await fetch(path, { headers });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
});

test("siteInfo states the day of the last release", async () => {
  const response = await fetch(`${server.url}/graphql`, {
    method: "POST",
    headers: { ...server.headers, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ siteInfo { apiRelease } }" }),
  });
  const { data } = (await response.json()) as { data: { siteInfo: { apiRelease: string } } };
  const [first] = readFileSync("schema/released/public.graphql", "utf8").split("\n");
  expect(first).toContain(data.siteInfo.apiRelease);
});
