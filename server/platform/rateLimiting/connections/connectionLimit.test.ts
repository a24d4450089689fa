import { once } from "node:events";
import net from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { createServer } from "node:http";
import Fastify, { type FastifyInstance } from "fastify";
import { connectionDraining } from "../../http/connectionDraining";
import { connectionLimit } from "./connectionLimit";
import { RawClient, until } from "../../../test/kit/wire/multipartKit";
import { OpenConnections } from "./OpenConnections";

let app: FastifyInstance;
let clients: RawClient[] = [];
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await app.close();
});

/** Starts a server on which `GET /` responds immediately and `GET /slow` never. */
async function start(trustedProxies: string[]): Promise<number> {
  const connections = new OpenConnections({
    slowest: { bytesPerSecond: 4096, patienceMs: 30_000 },
    log: { warn: () => undefined },
  });
  app = Fastify({
    forceCloseConnections: true,
    serverFactory: (handle) => {
      const server = createServer((request, response) => connections.handle(request, response, handle));
      connections.watch(server);
      return server;
    },
  });
  await app.register(connectionDraining, { connections });
  await app.register(connectionLimit, { perAddress: 3, trustedProxies });
  app.get("/", async () => ({}));
  app.get("/slow", () => new Promise(() => {}));
  await app.listen({ host: "127.0.0.1", port: 0 });
  return (app.server.address() as net.AddressInfo).port;
}

async function connect(port: number): Promise<RawClient> {
  const client = new RawClient(port);
  clients.push(client);
  await once(client.socket, "connect");
  return client;
}

const isGone = ({ socket, ended, reset }: RawClient) => socket.closed || ended || reset;
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: visaport\r\n\r\n`;

test("a new connection over the limit causes the oldest one without a running request to be closed", async () => {
  const port = await start([]);
  const busy = (await connect(port)).send(get("/slow"));
  const idle = (await connect(port)).send(get("/"));
  await idle.answer();
  const fresh = await connect(port);
  await until(() => app.connections.count === 3);
  const next = await connect(port);
  await until(() => isGone(idle));
  expect((await next.send(get("/")).answer()).status).toBe(200);
  expect([busy, fresh].map(isGone)).toEqual([false, false]);
});

test("a new connection over the limit is closed if all others have a running request", async () => {
  const port = await start([]);
  const busy = await Promise.all([1, 2, 3].map(() => connect(port)));
  for (const client of busy) client.send(get("/slow"));
  await until(() => app.connections.count === 3 && app.connections.countRunning() === 3);
  const refused = await connect(port);
  await until(() => isGone(refused));
  expect(busy.map(isGone)).toEqual([false, false, false]);
  busy[0]!.destroy();
  await until(() => app.connections.count === 2);
  expect((await (await connect(port)).send(get("/")).answer()).status).toBe(200);
});

test.each([["127.0.0.1"], ["loopback"], ["127.0.0.0/8"]])(
  "a proxy trusted as %s has no limit",
  async (proxy) => {
    const port = await start([proxy]);
    const many = await Promise.all(Array.from({ length: 12 }, () => connect(port)));
    for (const client of many) client.send(get("/slow"));
    await until(() => app.connections.count === 12);
    expect((await (await connect(port)).send(get("/")).answer()).status).toBe(200);
    expect(many.map(isGone)).not.toContain(true);
  },
);
