import { setTimeout as pause } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { randomBytes, requestHead, until, type Answer, type RawClient } from "../kit/wire/multipartKit";
import { makePdf, stream } from "../kit/files/makePdf";
import { makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { addApplicant, sendApplicant } from "../kit/stories/applicants";
import { connect as connectTo, authHeaders, sendBytes, toBody } from "../kit/wire/rawUploads";

/** Requests that never complete are ended and do not delay others. */

const connectionsPerAddress = 40;

let server: TestServer;
let files: PassportFiles;
beforeAll(async () => {
  const settings = {
    SLOW_CLIENT_SECONDS: "2",
    CONNECTIONS_PER_ADDRESS: String(connectionsPerAddress),
  };
  [server, files] = await Promise.all([TestServer.start(settings), makeSmallFiles()]);
});
afterAll(() => server.dispose());

let clients: RawClient[];
beforeEach(() => {
  clients = [];
});
afterEach(() => {
  for (const client of clients) client.destroy();
});
function connect(): RawClient {
  const client = connectTo(server);
  clients.push(client);
  return client;
}

/** Sends a byte every 200 ms until the server ends the connection; returns the server's response. */
async function drip(client: RawClient): Promise<Answer> {
  const timer = setInterval(() => client.socket.writable && client.send("x"), 200);
  try {
    const answer = await client.answer(20_000);
    await until(() => client.ended || client.reset, 20_000);
    return answer;
  } finally {
    clearInterval(timer);
  }
}

test("a request that arrives byte by byte gets 408 on every route, and its connection ends", async () => {
  const json = { "Content-Type": "application/json", "Content-Length": 5_000 };
  const heads = {
    "a head": "POST /graphql HTTP/1.1\r\nHost: visaport\r\nX-Slow: ",
    GraphQL: requestHead("/graphql", json),
    REST: requestHead("/api/home/userotp", json),
    "a form": requestHead("/api/home/userotp", {
      ...json,
      "Content-Type": "application/x-www-form-urlencoded",
    }),
    "chunks without end": requestHead("/graphql", {
      "Content-Type": "application/json",
      "Transfer-Encoding": "chunked",
    }).concat("fff\r\n"),
    "a webhook": requestHead("/api/payment/webhook", json),
  };
  const drips = Object.entries(heads).map(async ([what, head]) => [what, await drip(connect().send(head))]);
  const answers = Object.fromEntries(await Promise.all(drips)) as Record<keyof typeof heads, Answer>;
  for (const [what, { status }] of Object.entries(answers)) expect([what, status]).toEqual([what, 408]);
  const message = "The request did not arrive in time";
  expect(answers.GraphQL.body).toEqual({ errors: [{ message, extensions: { code: "BAD_USER_INPUT" } }] });
  expect(answers.GraphQL.headers["connection"]).toBe("close");
  expect(answers.REST.body).toEqual({ statusCode: 408, message });
});

test("after being suspended, the server responds to a request that arrived meanwhile, and sends 408 to a silent connection", async () => {
  const [client, silent] = [connect(), connect()];
  // Gives the server time to accept both connections.
  await pause(500);
  process.kill(server.pid, "SIGSTOP");
  const query = JSON.stringify({ query: "{ __typename }" });
  client.send(
    requestHead("/graphql", { "Content-Type": "application/json", "Content-Length": query.length }) + query,
  );
  await pause(3_000);
  process.kill(server.pid, "SIGCONT");
  expect((await client.answer(20_000)).status).toBe(200);
  expect((await silent.answer(20_000)).status).toBe(408);
});

test("a body that arrives slowly but steadily is read", async () => {
  const body = JSON.stringify({ query: `{ __typename } #${"x".repeat(40_000)}` });
  const client = connect().send(
    requestHead("/graphql", { "Content-Type": "application/json", "Content-Length": body.length }),
  );
  for (let at = 0; at < body.length; at += 4_000) {
    client.send(body.slice(at, at + 4_000));
    await pause(300);
  }
  expect((await client.answer()).body).toEqual({ data: { __typename: "Query" } });
});

test("an account's unfinished uploads do not block other accounts, and free the account's upload memory when they time out", async () => {
  const [hoarder, other] = await Promise.all(
    [1, 2].map((): PromiseLike<Traveller> => signedInTraveller(server).withRequest()),
  );
  const paper = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
  const papers = Object.fromEntries([0, 1, 2, 3, 4].map((index) => [`input.documentFiles.${index}`, paper]));
  const body = toBody("GraphQL", hoarder!, { ...files, ...papers });
  const head = requestHead("/graphql", { ...authHeaders(hoarder!), "Content-Length": body.length });
  const unfinished = [connect(), connect()];
  await Promise.all(
    unfinished.map(
      ({ socket }) =>
        new Promise((resolve) => {
          socket.write(head);
          socket.write(body.subarray(0, -600), resolve);
        }),
    ),
  );
  const third = await connect().send(head, body).answer();
  expect([third.status, third.headers["retry-after"]]).toEqual([429, "5"]);
  expect(third.body).toMatchObject({ errors: [{ extensions: { code: "RATE_LIMITED", retryAfter: 5 } }] });
  expect((await sendApplicant(other!, "REST", files)).status).toBe(200);

  const ends = await Promise.all(unfinished.map((client) => client.answer(20_000)));
  expect(ends.map(({ status }) => status)).toEqual([408, 408]);
  const again = await sendBytes(
    server,
    "/graphql",
    toBody("GraphQL", hoarder!, files),
    authHeaders(hoarder!),
  );
  expect(again.status).toBe(200);
});

test("a person's unread downloads are limited and aborted, so that they do not block other people", async () => {
  const [hoarder, other] = await Promise.all(
    [1, 2].map((): PromiseLike<Traveller> => signedInTraveller(server).withRequest().withApplicant()),
  );
  const paper = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
  await addApplicant(hoarder!, { ...files, "input.documentFiles.0": paper });
  const { src } = (await hoarder!.readRequest()).visaApplicants[1].visaApplicationDocuments[0];
  const unread = Array.from({ length: 30 }, () => connect());
  const start = Date.now();
  for (const { socket } of unread) {
    socket.once("data", () => socket.pause());
    socket.write(`GET ${src} HTTP/1.1\r\nHost: visaport\r\n\r\n`);
  }
  const begun = () => unread.filter(({ socket }) => socket.bytesRead > 0).length;
  await until(() => begun() >= 6, 20_000);
  const photo = await fetch(server.url + other!.request.visaApplicants[0].profileSrc);
  expect([photo.status, (await photo.arrayBuffer()).byteLength > 1_000]).toEqual([200, true]);
  await pause(1_000);
  // At most six downloads run concurrently; each is aborted after two seconds without a read, and the next one starts.
  expect(begun()).toBeLessThanOrEqual(6 * (1 + Math.floor((Date.now() - start) / 2_000)));
  await until(() => begun() >= 12, 20_000);
  expect(server.output).toContain("response not read, or read too slowly");
});

test("connections per IP address are limited, and new ones are accepted after earlier ones have ended", async () => {
  const head = requestHead("/graphql", { "Content-Type": "application/json", "Content-Length": 5_000 });
  for (let number = 0; number < connectionsPerAddress + 10; number++) connect().send(head);
  await until(() => clients.every(({ ended, reset, socket }) => ended || reset || socket.closed), 20_000);
  // Connections over the limit were closed immediately; idle connections of the test kit were closed to make room.
  const answers = await Promise.allSettled(clients.map((client) => client.answer(0)));
  const answered = answers.filter(({ status }) => status === "fulfilled");
  expect(answered).toHaveLength(connectionsPerAddress);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
