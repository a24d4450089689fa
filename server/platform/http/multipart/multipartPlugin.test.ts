import { describe, expect, it } from "@jest/globals";
import {
  encodeParts,
  isAlive,
  photoPart,
  post,
  provideServer,
  randomBytes,
  requestHead,
  until,
} from "../../../test/kit/wire/multipartKit";

const { start, connect } = provideServer();

describe("the process-wide budget", () => {
  it("rejects a body that exceeds it with a 503 and Retry-After", async () => {
    const server = await start({ budgetBytes: 60_000 });
    const { status, headers, body } = await post(server.port, encodeParts([photoPart(randomBytes(70_000))]));
    expect([status, headers["retry-after"], body["code"]]).toEqual([503, "5", "UNAVAILABLE"]);
  });

  it("rejects a chunked body as soon as it does not fit, and has room again afterwards", async () => {
    const server = await start({ budgetBytes: 60_000 });
    const first = encodeParts([photoPart(randomBytes(50_000))]);
    const waiting = connect().send(
      requestHead("/", { "Content-Length": first.length }),
      first.subarray(0, -10),
    );
    await until(() => server.budget.inFlight > 40_000);
    const second = encodeParts([photoPart(randomBytes(30_000))]);
    const chunked = connect().send(requestHead("/", { "Transfer-Encoding": "chunked" }));
    chunked.send(`${second.length.toString(16)}\r\n`, second, "\r\n0\r\n\r\n");
    expect((await chunked.answer()).status).toBe(503);
    expect((await waiting.send(first.subarray(-10)).answer()).status).toBe(200);
    await until(() => server.budget.inFlight === 0);
    expect((await post(server.port, second)).status).toBe(200);
  });
});

describe("the share of one person", () => {
  it("limits the person's unfinished bodies, and leaves the rest of the budget to others", async () => {
    const server = await start({ budgetBytes: 100_000, shareBytes: 60_000 });
    const body = encodeParts([photoPart(randomBytes(35_000))]);
    const headOf = (Authorization: string) =>
      requestHead("/", { Authorization, "Content-Length": body.length });
    const unfinished = connect().send(headOf("one"), body.subarray(0, -10));
    await until(() => server.budget.inFlight > 30_000);
    const { status, headers, body: answer } = await connect().send(headOf("one"), body).answer();
    expect([status, headers["retry-after"], answer["code"]]).toEqual([429, "5", "RATE_LIMITED"]);
    expect((await connect().send(headOf("other"), body).answer()).status).toBe(200);
    expect((await unfinished.send(body.subarray(-10)).answer()).status).toBe(200);
    await until(() => server.budget.inFlight === 0);
    expect((await connect().send(headOf("one"), body).answer()).status).toBe(200);
  });
});

describe("a client", () => {
  it("that disconnects during its upload causes an error with status 499, and frees the budget", async () => {
    const errors: unknown[] = [];
    const server = await start({
      route: (request) =>
        request.readMultipart().catch((error: unknown) => {
          errors.push(error);
          throw error;
        }),
    });
    const client = connect().send(
      requestHead("/", { "Content-Length": 500_000 }),
      encodeParts([photoPart(randomBytes(90_000))]),
    );
    await until(() => server.budget.inFlight > 80_000);
    client.destroy();
    await until(() => errors.length === 1);
    expect(errors).toMatchObject([{ name: "RequestAborted", status: 499 }]);
    expect(server.budget.inFlight).toBe(0);
    expect(await isAlive(server.port)).toBe(true);
  });

  it("that disconnects after its upload does not free the budget until the route has finished", async () => {
    let finish = () => {};
    const server = await start({
      route: async (request) => {
        await request.readMultipart();
        await new Promise<void>((resolve) => (finish = resolve));
        return {};
      },
    });
    const client = connect().post(encodeParts([photoPart(randomBytes(50_000))]));
    await until(() => server.budget.inFlight > 50_000);
    client.destroy();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(server.budget.inFlight).toBeGreaterThan(50_000);
    finish();
    await until(() => server.budget.inFlight === 0);
  });

  it("that is too slow gets a 408 after the timeout, and then its connection is closed", async () => {
    const server = await start({ timeoutMs: 300, discard: { idleMs: 200, totalMs: 400 } });
    const client = connect().send(requestHead("/", { "Content-Length": 500_000 }));
    const drip = setInterval(() => client.send("x"), 20);
    try {
      const { status, headers } = await client.answer();
      expect([status, headers["connection"], server.budget.inFlight]).toEqual([408, "close", 0]);
      await until(() => client.reset, 2_000);
    } finally {
      clearInterval(drip);
    }
  });
});

describe("a slow client", () => {
  const slowest = { bytesPerSecond: 20_000, patienceMs: 200 };

  it("times out soon after it stops, even if it was fast before", async () => {
    const server = await start({ slowest });
    const body = encodeParts([photoPart(randomBytes(90_000))]);
    const client = connect().send(requestHead("/", { "Content-Length": body.length }), body.subarray(0, -10));
    const began = Date.now();
    const { status, headers } = await client.answer();
    expect([status, headers["connection"], server.budget.inFlight]).toEqual([408, "close", 0]);
    // The timeout would take 4.5 s if earlier bytes were credited.
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  it("is served if its bytes keep arriving", async () => {
    await start({ slowest });
    const body = encodeParts([photoPart(randomBytes(30_000))]);
    const client = connect().send(requestHead("/", { "Content-Length": body.length }));
    const began = Date.now();
    for (let at = 0; at < body.length; at += 3_000) {
      client.send(body.subarray(at, at + 3_000));
      await new Promise((resolve) => setTimeout(resolve, 60));
    }
    expect((await client.answer()).status).toBe(200);
    expect(Date.now() - began).toBeGreaterThan(2 * slowest.patienceMs);
  });
});

describe("a response before the body is read", () => {
  it("reaches a client that first sends its whole body of 5 MB, and the connection is closed without a reset", async () => {
    await start();
    const client = connect();
    client.socket.pause();
    client.post(Buffer.alloc(5_000_000), "/refused");
    await until(() => client.socket.writableLength === 0);
    client.socket.resume();
    const { status, headers } = await client.answer();
    expect([status, headers["connection"]]).toEqual([401, "close"]);
    await until(() => client.ended);
    expect(client.reset).toBe(false);
  });

  it("does not leave an idle connection open", async () => {
    const server = await start({ discard: { idleMs: 100, totalMs: 1_000 } });
    const client = connect().send(requestHead("/refused", { "Content-Length": 1_000 }));
    expect((await client.answer()).status).toBe(401);
    const open = () =>
      new Promise((resolve) => server.app.server.getConnections((_, count) => resolve(count)));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(await open()).toBe(0);
  });

  it("closes the connection of a client that keeps sending slowly, whatever the type of its body", async () => {
    await start({ discard: { idleMs: 200, totalMs: 400 } });
    const headers = { "Content-Type": "text/xml", "Content-Length": 1_000 };
    const client = connect().send(requestHead("/refused", headers), "x");
    const drip = setInterval(() => client.send("x"), 20);
    try {
      expect((await client.answer()).status).toBe(415);
      await until(() => client.reset || client.socket.closed, 2_000);
    } finally {
      clearInterval(drip);
    }
  });

  it("does not delay the shutdown of the server", async () => {
    const server = await start({ discard: { idleMs: 5_000, totalMs: 5_000 } });
    const client = connect().send(requestHead("/refused", { "Content-Length": 1_000 }));
    await client.answer();
    const began = Date.now();
    await server.close();
    expect(Date.now() - began).toBeLessThan(1_000);
  });
});

describe("a body with Content-Encoding", () => {
  it("is rejected with 415 before it is complete", async () => {
    await start({});
    const head = requestHead("/", { "Content-Encoding": "gzip", "Content-Length": 1000 });
    expect(
      (
        await connect()
          .send(head, Buffer.from([0x1f, 0x8b]))
          .answer()
      ).status,
    ).toBe(415);
  });
});
