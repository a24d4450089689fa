import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { callRest, type RestAnswer, type TestFile } from "../kit/wire/callApi";
import { rightCalls, setScene, type Params, type Scene } from "../kit/wire/rightCalls";
import { RouteCaller } from "../kit/wire/routeCaller";
import { readOpenApi, type OpenApi, type Operation } from "../kit/wire/openApi";
import { changingNothing, withoutWebhooks } from "../kit/stories/paying";
import { TestServer } from "../kit/server/testServer";

let server: TestServer;
let api: OpenApi;
let scene: Scene;
beforeAll(async () => {
  server = await TestServer.start(withoutWebhooks);
  api = await readOpenApi(server);
  scene = await setScene(server);
});
afterAll(() => server.dispose());

/** Returns the status, and each error as `field: CODE` with the field in lower case. */
const summariseError = ({ status, body }: RestAnswer) => [
  status,
  ...(body.errors ?? []).map(
    ({ field, code }: { field: string | null; code: string }) => `${field?.toLowerCase()}: ${code}`,
  ),
];

test("`rightCalls` has every call of the document", () => {
  const nameOf = ({ method, path }: Operation) => `${method} ${path}`;
  expect(Object.keys(rightCalls).sort()).toEqual(api.operations.map(nameOf).sort());
  const finding = api.operations.filter(({ described }) => described.responses[404]);
  expect(finding.map(nameOf)).toEqual(
    api.operations.map(nameOf).filter((name) => rightCalls[name]?.absent !== undefined),
  );
});

test("every path refuses methods that the document does not list, with 405 and Allow", async () => {
  for (const path of new Set(api.operations.map((one) => one.path))) {
    const listed = api.operations.filter((one) => one.path === path).map(({ method }) => method);
    const allowed = listed.includes("GET") ? [...listed, "HEAD"] : listed;
    const url = path.replace(/\{\w+\}/g, "anything");
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE"].filter((one) => !allowed.includes(one))) {
      const { status, headers } = await callRest(server, method, url);
      expect([method, path, status, headers.get("allow")]).toEqual([method, path, 405, allowed.join(", ")]);
    }
  }
});

describe.each(Object.keys(rightCalls))("%s", (name) => {
  let route: RouteCaller;
  beforeAll(() => {
    const operation = api.operations.find(({ method, path }) => `${method} ${path}` === name);
    route = new RouteCaller(scene, operation!);
  });

  test("succeeds with parameters sent in each possible way", async () => {
    for (const way of route.ways) {
      const { status, body } = await route.call({ way });
      expect([way, status, body.statusCode]).toEqual([way, 200, 200]);
    }
  });

  test("accepts the path, names and ids in any letter case, and a trailing slash", async () => {
    const shoutId = (text: string) => (z.uuid().safeParse(text).success ? text.toUpperCase() : text);
    const shout = (params: Params, names: readonly string[]) =>
      Object.fromEntries(
        Object.entries(params).map(([key, value]) => [
          names.includes(key) ? key : key.toUpperCase(),
          shoutId(value),
        ]),
      );
    const params = await route.makeParams();
    // Does not change the names of path parameters, because a request contains only their values.
    const { inPath } = route.names;
    const path = (text: string) => {
      const [values, fixed] = [Object.values(params), text.split("/")];
      return `${fixed.map((part) => (values.includes(part) ? part : part.toUpperCase())).join("/")}/`;
    };
    expect((await route.call({ params: shout(params, inPath), path })).status).toBe(200);
  });

  test("names a mandatory parameter that is absent or blank", async () => {
    expect(route.mandatory).toEqual(route.right.mandatory ?? []);
    for (const missing of route.mandatory) {
      const { [missing]: _gone, ...params } = await route.makeParams();
      const files = Object.fromEntries(
        Object.entries(scene.files).filter(([place]) => place !== `input.${missing}`),
      ) as Record<string, TestFile>;
      const isFile = `input.${missing}` in scene.files;
      const fault = `${missing.toLowerCase()}: ${isFile ? "FILE_REQUIRED" : "REQUIRED"}`;
      const answers = [
        await route.call({ params, files }),
        ...(isFile ? [] : [await route.call({ params: { ...params, [missing]: "  " } })]),
      ];
      for (const answer of answers) expect(summariseError(answer)).toEqual([400, fault]);
    }
  });

  test("accepts a parameter that is repeated with the same value, and rejects it by name if the values differ", async () => {
    const { inPath, elsewhere } = route.names;
    const given = await route.makeParams();
    const names = [...inPath, ...elsewhere].filter((one) => given[one] !== undefined);
    expect(names.sort()).toEqual(Object.keys(given).sort());
    for (const doubled of names) {
      const params = await route.makeParams();
      const repeat = (value: string) => new URLSearchParams({ [doubled.toUpperCase()]: value }).toString();
      const refused = await route.call({ params, query: repeat("another value") });
      expect(summariseError(refused)).toEqual([400, `${doubled.toLowerCase()}: INVALID`]);
      const taken = await route.call({ params, query: repeat(params[doubled]!) });
      expect([doubled, taken.status, taken.body.statusCode]).toEqual([doubled, 200, 200]);
    }
  });

  test("requires a token, unless it is open to visitors", async () => {
    for (const token of [null, "nonsense"]) {
      const way = route.right.withFiles ? "multipart" : route.ways[0]!;
      const answer = await route.call({ token, way });
      if (route.isOpen) expect(answer.status).toBe(200);
      else expect(answer.body).toEqual({ statusCode: 401, message: "Please log in" });
    }
    if (!route.takesBody) return;
    const upload = await route.call({ token: null, way: "multipart" });
    expect(upload.body).toEqual({ statusCode: 401, message: "Please log in" });
  });

  test("sends no-store with private responses", async () => {
    const own = await route.call();
    expect([own.status, own.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const { headers } = await route.call({ token: null });
    if (!route.isOpen) expect(headers.get("cache-control")).toBe("no-store");
  });

  const { absent, isOwned } = rightCalls[name]!;
  const ifItFinds = absent ? test : undefined;
  ifItFinds?.("is 404 for an unknown id, and for a stranger with another user's id", async () => {
    await changingNothing(server, async () => {
      const params = { ...(await route.makeParams()), ...absent };
      const answers = [await route.call({ params })];
      if (isOwned) answers.push(await route.call({ token: scene.stranger.token }));
      for (const answer of answers)
        expect([answer.status, answer.body]).toEqual([404, { statusCode: 404, message: "Not found" }]);
    });
  });

  // Signed bodies are tested in webhooks.test.ts.
  const ifItTakesABody = name.startsWith("GET") || rightCalls[name]!.isSigned ? undefined : test;
  ifItTakesABody?.("refuses an unreadable body with an error in JSON", async () => {
    const json = "application/json";
    const refusals: [string, string, number][] = [
      [json, "{", 400],
      [json, "", 400],
      [json, "[]", 400],
      [json, '"text"', 400],
      [json, '{"userType": {}}', 400],
      ["text/xml", "<a/>", 415],
      ["text/plain", "a=b", 415],
      [json, JSON.stringify({ a: "a".repeat(200_000) }), 413],
      ["application/x-www-form-urlencoded", `a=${"a".repeat(200_000)}`, 413],
      ["multipart/form-data; boundary=x", "no part at all", 400],
      ["Multipart/Form-Data", "no boundary", 400],
    ];
    for (const [type, text, status] of refusals) {
      const answer = await route.sendText(text, type);
      expect([type, text.slice(0, 20), answer.status]).toEqual([type, text.slice(0, 20), status]);
    }
  });
});

test("a path that cannot be decoded causes 400 in JSON without details of the server", async () => {
  for (const path of ["/api/visa/%", "/api/user/%E0%A4%A", "/api/%zz"]) {
    const response = await fetch(server.url + path);
    expect([path, response.status, await response.json()]).toEqual([
      path,
      400,
      { statusCode: 400, message: "The path cannot be understood" },
    ]);
  }
});

test("a path parameter that is too long causes 404", async () => {
  const path = `/api/visa/${"a".repeat(3000)}`;
  const { status, body } = await callRest(server, "GET", path, { headers: { accept: "text/html" } });
  expect([status, body.statusCode]).toEqual([404, 404]);
});
