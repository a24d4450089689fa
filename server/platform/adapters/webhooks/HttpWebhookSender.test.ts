import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createSocketServer, type AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "@jest/globals";
import { HttpWebhookSender } from "./HttpWebhookSender";

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((done) => (server ? server.close(done) : done(undefined)));
  server = undefined;
});

async function listen(answer: RequestListener): Promise<string> {
  server = createServer(answer);
  await new Promise<void>((done) => server!.listen(0, "127.0.0.1", done));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
}

const message = (url: string) => ({ url, headers: { "webhook-id": "1" }, body: '{"type":"ping"}' });
const sender = (maxMs = 5_000) => new HttpWebhookSender({ allowsLoopback: true, maxMs });

describe("a response", () => {
  test("is reported with its status and its first 200 characters", async () => {
    let received = "";
    const url = await listen((request, response) => {
      request.on("data", (chunk) => (received += String(chunk)));
      request.on("end", () => response.writeHead(202).end(`a\n\u0000b${"é".repeat(300)}`));
    });
    const result = await sender().send(message(url));
    expect(result).toMatchObject({ status: 202, error: null, retryAfter: null });
    expect(result.excerpt).toBe(`a b${"é".repeat(197)}`);
    expect(received).toBe('{"type":"ping"}');
  });

  test("with a redirect is reported, and the redirect is not followed", async () => {
    let calls = 0;
    const url = await listen((_request, response) => {
      calls += 1;
      response.writeHead(302, { location: "/other" }).end();
    });
    expect(await sender().send(message(url))).toMatchObject({ status: 302 });
    expect(calls).toBe(1);
  });

  test("of 1 GB is cut off at 16 KB", async () => {
    let written = 0;
    const url = await listen((_request, response) => {
      const chunk = Buffer.alloc(16 * 1024, "x");
      const write = () => {
        while (written < 2 ** 30) {
          written += chunk.length;
          if (!response.write(chunk)) return;
        }
        response.end();
      };
      response.writeHead(200).on("drain", write);
      write();
    });
    expect(await sender().send(message(url))).toMatchObject({ status: 200, excerpt: "x".repeat(200) });
    expect(written).toBeLessThan(20 * 2 ** 20);
  });

  test.each([
    ["that never comes", () => undefined],
    [
      "of one byte at a time",
      (_request, response) => {
        response.writeHead(200);
        setInterval(() => response.write("x"), 50).unref();
      },
    ],
  ] as [string, RequestListener][])("%s ends with the error TIMEOUT", async (_name, answer) => {
    const url = await listen(answer);
    const result = await sender(400).send(message(url));
    expect(result).toMatchObject({ status: null, error: "TIMEOUT" });
    expect(result.durationMs).toBeLessThan(2_000);
  });

  test("that switches protocols is reported with its status", async () => {
    const head = "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n";
    const url = await listen(({ socket }) => socket.write(head));
    expect(await sender().send(message(url))).toMatchObject({ status: 101, error: null, excerpt: "" });
  });

  test("that never arrives because the server closes the connection is reported as an error", async () => {
    const url = await listen((request) => request.socket.destroy());
    expect(await sender().send(message(url))).toMatchObject({ status: null, error: "ECONNRESET" });
  });
});

test("an aborted attempt ends with the error STOPPED", async () => {
  const stop = new AbortController();
  const sending = sender().send(message(await listen(() => stop.abort())), stop.signal);
  expect(await sending).toMatchObject({ status: null, error: "STOPPED" });
});

describe("no byte is sent", () => {
  let connections = 0;
  async function withListener(work: (port: number) => Promise<void>): Promise<void> {
    connections = 0;
    const listener = createSocketServer((socket) => {
      connections += 1;
      socket.destroy();
    });
    await new Promise<void>((done) => listener.listen(0, "::", done));
    await work((listener.address() as AddressInfo).port);
    await new Promise((done) => listener.close(done));
  }

  test.each(["127.0.0.1", "127.1", "0.0.0.0", "[::1]", "[::]", "[::ffff:127.0.0.1]", "localhost"])(
    "to %s",
    async (host) => {
      await withListener(async (port) => {
        const strict = new HttpWebhookSender({ allowsLoopback: false, maxMs: 5_000 });
        const { status, error } = await strict.send(message(`https://${host}:${port}/`));
        expect([status, ["NOT_PUBLIC", "NAME_NOT_FOUND"]]).toEqual([null, expect.arrayContaining([error])]);
      });
      expect(connections).toBe(0);
    },
  );

  test("to a name that first resolves to a public address and then to a private one", async () => {
    await withListener(async (port) => {
      const answers = [["203.0.114.7"], ["127.0.0.1"]];
      const resolve = async () => answers.shift()!;
      const strict = new HttpWebhookSender({ allowsLoopback: false, resolve, maxMs: 5_000 });
      const url = `https://rebinding.example:${port}/`;
      expect(await strict.findFault(url)).toBeUndefined();
      expect(await strict.send(message(url))).toMatchObject({ status: null, error: "NOT_PUBLIC" });
    });
    expect(connections).toBe(0);
  });

  test("to an address that was not checked, because the name is resolved only once", async () => {
    let resolutions = 0;
    const resolve = async () => {
      resolutions += 1;
      return ["203.0.114.7"];
    };
    const strict = new HttpWebhookSender({ allowsLoopback: false, resolve, maxMs: 300 });
    await strict.send(message("https://once.example:8443/"));
    expect(resolutions).toBe(1);
  });
});
