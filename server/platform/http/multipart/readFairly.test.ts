import { once } from "node:events";
import { createServer, type IncomingMessage, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, test } from "@jest/globals";
import { readFairly } from "./readFairly";

const bodies = 6;
const body = Buffer.alloc(3 * 1024 * 1024, "a");

test("each turn of the event loop reads only a few portions of the incoming bodies", async () => {
  let takenInTurn = 0;
  let maxInTurn = 0;
  const taken: number[] = [];
  let turns: NodeJS.Immediate;
  const countTurns = () => {
    maxInTurn = Math.max(maxInTurn, takenInTurn);
    takenInTurn = 0;
    turns = setImmediate(countTurns);
  };
  const server = createServer((request, response) => {
    const place = taken.push(0) - 1;
    const stop = readFairly(request, (chunk) => {
      takenInTurn += chunk.length;
      taken[place]! += chunk.length;
    });
    request.on("end", () => {
      stop();
      response.end();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  countTurns();
  try {
    const { port } = server.address() as AddressInfo;
    await Promise.all(
      Array.from({ length: bodies }, async () => {
        const sending = httpRequest({ port, method: "POST", agent: false });
        sending.end(body);
        const [response] = (await once(sending, "response")) as [IncomingMessage];
        response.resume();
      }),
    );
  } finally {
    clearImmediate(turns!);
    server.close();
  }
  expect(taken).toEqual(Array.from({ length: bodies }, () => body.length));
  // Four portions, each of which may exceed its size by one chunk, plus the data that arrived with the headers.
  expect(maxInTurn).toBeLessThanOrEqual((4 * 2 + bodies) * 64 * 1024);
});

test("if all bodies have fully arrived, the oldest complete first", async () => {
  const whole: number[] = [];
  const isWhole = Array.from({ length: 12 }, async (_, place) => {
    const arrived = Readable.from(Array.from({ length: 10 }, () => Buffer.alloc(64 * 1024)));
    const stop = readFairly(arrived, () => undefined);
    await once(arrived, "end");
    stop();
    whole.push(place);
  });
  await Promise.all(isWhole);
  // Each turn reads four bodies, so the first four may complete in any order.
  expect(whole.slice(0, 4).sort()).toEqual([0, 1, 2, 3]);
});
