import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { pack } from "./packedBody";
import { ReadyAnswers } from "./ReadyAnswers";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A server whose ordinary answers count themselves, and are kept. `version` is that of the catalogue. */
async function serve(make = (url: string, asked: number) => `${url} ${asked}`) {
  const catalogue = { version: {} };
  let asked = 0;
  const keeping: Promise<void>[] = [];
  const ready = new ReadyAnswers({
    versionOf: () => catalogue.version,
    mayAnswer: () => true,
    log: { isLevelEnabled: () => false, info: () => undefined },
  });
  const keep = (request: IncomingMessage, text: string) => {
    const { version } = catalogue;
    keeping.push(
      ready.keep(request, async () => ({
        version,
        route: "/",
        isOperation: false,
        headers: { "content-type": "text/plain" },
        body: await pack(text, { brotli: 1, gzip: 1 }),
      })),
    );
  };
  server = createServer((request, response) =>
    ready.serve(request, response, () => {
      const text = make(request.url!, ++asked);
      keep(request, text);
      response.end(text);
    }),
  );
  await new Promise<void>((resolve) => server!.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const get = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).text();
  return { catalogue, get, ready, kept: () => Promise.all(keeping), countAsked: () => asked };
}

test("the same bytes until the catalogue changes, and then no older ones", async () => {
  const { catalogue, get, kept } = await serve();
  expect(await get("/a")).toBe("/a 1");
  await kept();
  expect(await get("/a")).toBe("/a 1");
  catalogue.version = {};
  expect(await get("/a")).toBe("/a 2");
  await kept();
  expect(await get("/a")).toBe("/a 2");
});

test("an answer that was made from a catalogue that is gone is not kept", async () => {
  const { catalogue, get, kept } = await serve();
  await get("/a");
  // While it is being packed.
  catalogue.version = {};
  await kept();
  expect(await get("/a")).toBe("/a 2");
});

test("32 MB are kept, of what was asked for last, however many things are asked for", async () => {
  // Random, so that it packs badly: 3 MB in all forms together.
  const { randomBytes } = await import("node:crypto");
  const big = randomBytes(375_000).toString("hex");
  const { get, kept, countAsked } = await serve((url) => url + big);
  for (let page = 0; page < 30; page++) {
    await get(`/${page}`);
    await get("/0");
    await kept();
  }
  expect(countAsked()).toBe(31);
  await get("/1");
  expect(countAsked()).toBe(32);
  await get("/29");
  expect(countAsked()).toBe(32);
});
