import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { until } from "../../../test/kit/wire/multipartKit";
import { connectionLimits } from "../limits";
import { OpenConnections } from "./OpenConnections";

const maxUnanswered = connectionLimits.unanswered;

let server: Server;
let sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  server.closeAllConnections();
  server.close();
});

/** In milliseconds. */
const shortPatience = 300;

async function start(body: Buffer, patienceMs = shortPatience) {
  const warnings: string[] = [];
  let parsed = 0;
  let handled = 0;
  const connections = new OpenConnections({
    slowest: { bytesPerSecond: 4096, patienceMs },
    log: { warn: (_details, message) => warnings.push(message) },
  });
  server = createServer((request, response) => {
    parsed++;
    connections.handle(request, response, () => {
      handled++;
      response.end(body);
    });
  });
  connections.watch(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const open = async () => {
    const socket = connect(port, "127.0.0.1").on("error", () => undefined);
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  };
  return { connections, open, warnings, countParsed: () => parsed, countHandled: () => handled };
}

const requests = (count: number) => "GET / HTTP/1.1\r\nHost: x\r\n\r\n".repeat(count);

test("closes a connection that exceeds the limit of unanswered requests, and ignores its further requests", async () => {
  const { connections, open, warnings, countParsed, countHandled } = await start(Buffer.alloc(100));
  const socket = (await open()).resume();
  socket.write(requests(2_000));
  await until(() => socket.closed);
  await until(() => connections.count === 0);
  // The other requests in the packet are dropped without being parsed.
  expect(countHandled()).toBe(1);
  expect(countParsed()).toBe(maxUnanswered + 1);
  expect(warnings).toEqual(["connection sent requests faster than they could be answered"]);
});

test("serves a client that repeatedly pipelines as many requests as the limit allows", async () => {
  const { connections, open, countHandled } = await start(Buffer.alloc(100));
  const socket = await open();
  socket.resume();
  for (let round = 1; round <= 3; round++) {
    socket.write(requests(maxUnanswered));
    await until(() => countHandled() === round * maxUnanswered && connections.countRunning() === 0);
  }
  expect(socket.closed).toBe(false);
});

test("closes a connection whose client does not read the response", async () => {
  const { connections, open, warnings } = await start(Buffer.alloc(20_000_000));
  const socket = await open();
  socket.pause();
  socket.write(requests(1));
  await until(() => connections.count === 1 && connections.countRunning() === 1);
  await until(() => connections.count === 0, 20_000);
  expect(warnings).toEqual(["response not read, or read too slowly"]);
});

test("keeps a connection open while its client reads the response steadily, even for longer than `patienceMs`", async () => {
  const size = 40_000_000;
  const patienceMs = 2_000;
  const { open, warnings } = await start(Buffer.alloc(size), patienceMs);
  const socket = await open();
  socket.pause();
  const startedAt = Date.now();
  // Reads at most 64 KB each time, so that reading the whole response takes longer than `patienceMs`.
  socket.on("data", () => {
    socket.pause();
    setTimeout(() => socket.resume(), 5);
  });
  socket.resume().write(requests(1));
  await until(() => socket.bytesRead > size, 60_000);
  expect(Date.now() - startedAt).toBeGreaterThan(patienceMs);
  expect(warnings).toEqual([]);
});
