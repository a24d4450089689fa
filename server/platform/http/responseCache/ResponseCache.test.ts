import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { compressAll, Compressor, fastest } from "./compression";
import { ResponseCache } from "./ResponseCache";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

interface Given {
  make?: (url: string, count: number) => string;
  /** True if the server offers its responses to the cache as pages, which are already compressed. */
  isPage?: boolean;
  canServeImmediately?: () => boolean;
}

/** Starts a server that numbers its uncached responses and offers them to the cache. */
async function serve({ make = (url, count) => `${url} ${count}`, isPage, canServeImmediately }: Given = {}) {
  const catalogue = { version: {} };
  let count = 0;
  const storing: Promise<void>[] = [];
  const cache = new ResponseCache({
    currentVersion: () => catalogue.version,
    canServeImmediately: canServeImmediately ?? (() => true),
    compressor: new Compressor(),
    log: { isLevelEnabled: () => false, info: () => undefined },
  });
  const store = async (request: IncomingMessage, text: string) => {
    const { version } = catalogue;
    const body = isPage ? await compressAll(text, fastest) : text;
    await cache.store(request, { version, route: "/", headers: { "content-type": "text/plain" } }, body);
  };
  server = createServer((request, response) =>
    cache.serve(request, response, () => {
      const text = make(request.url!, ++count);
      storing.push(store(request, text));
      response.end(text);
    }),
  );
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const send = (path: string) => fetch(`http://127.0.0.1:${port}${path}`);
  const get = async (path: string) => (await send(path)).text();
  /** Requests the path twice, after which the response is stored. */
  const getTwice = async (path: string) => {
    await get(path);
    await get(path);
    await Promise.all(storing);
  };
  return { catalogue, get, getTwice, stored: () => Promise.all(storing), countMade: () => count };
}

test("stores a response that is requested twice, and sends it until the catalogue changes", async () => {
  const { catalogue, get, stored } = await serve();
  expect([await get("/a"), await get("/a")]).toEqual(["/a 1", "/a 2"]);
  await stored();
  expect([await get("/a"), await get("/a")]).toEqual(["/a 2", "/a 2"]);
  catalogue.version = {};
  expect(await get("/a")).toBe("/a 3");
  await stored();
  expect(await get("/a")).toBe("/a 3");
});

test("does not store responses to requests that are never repeated", async () => {
  const { get, stored, countMade } = await serve();
  for (let number = 0; number < 50; number++) await get(`/?${number}`);
  await stored();
  // The response is generated again, because this is only the second request for the path.
  await get("/?7");
  expect(countMade()).toBe(51);
});

test("does not store a response that was generated from an earlier catalogue", async () => {
  const { catalogue, get, stored } = await serve();
  await get("/a");
  await get("/a");
  // Changes the catalogue while the response is compressed.
  catalogue.version = {};
  await stored();
  expect(await get("/a")).toBe("/a 3");
});

test("stores texts up to 64 KB, and pages of any size", async () => {
  const make = (_url: string, count: number) => `${count} ${"x".repeat(65_536)}`;
  const texts = await serve({ make });
  await texts.getTwice("/a");
  expect((await texts.get("/a")).slice(0, 1)).toBe("3");
  server!.close();
  const pages = await serve({ make, isPage: true });
  await pages.getTwice("/a");
  expect((await pages.get("/a")).slice(0, 1)).toBe("2");
});

test("passes a request on to the server if its client has to wait", async () => {
  let mayAnswer = true;
  const { get, getTwice } = await serve({ canServeImmediately: () => mayAnswer });
  await getTwice("/a");
  mayAnswer = false;
  expect(await get("/a")).toBe("/a 3");
});

test.each([true, false])(
  "does not store a stored response again if a client has to wait (page: %s)",
  async (isPage) => {
    let mayAnswer = true;
    const { get, getTwice } = await serve({ canServeImmediately: () => mayAnswer, isPage });
    await getTwice("/a");
    mayAnswer = false;
    await getTwice("/a");
    mayAnswer = true;
    expect(await get("/a")).toBe("/a 2");
  },
);

test("stores at most 16 MB of pages or operations, and evicts the least recently requested responses", async () => {
  // Random hex digits, which compress only by half: 120 KB in all encodings together.
  const random = randomBytes(30_000).toString("hex");
  const { get, getTwice, countMade } = await serve({ make: (url) => url + random });
  for (let path = 0; path < 250; path++) {
    await getTwice(`/${path}`);
    await get("/0");
  }
  const made = countMade();
  await get("/249");
  await get("/0");
  expect(countMade()).toBe(made);
  await get("/1");
  expect(countMade()).toBe(made + 1);
});
