/** SIGTERM under load: accepted requests are answered, then the process exits with code 0. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, request, type ClientRequest, type IncomingMessage } from "node:http";
import { connect as openSocket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { makeSmallFiles, pdf, type PassportFiles } from "../kit/personas/applicantFiles";
import { callGraphql } from "../kit/wire/callApi";
import * as documents from "../kit/documents";
import { connect, toBody } from "../kit/wire/rawUploads";
import { readTables } from "../kit/data/readTables";
import { runServerToEnd } from "../kit/server/runToEnd";
import { findFreePort, TestServer } from "../kit/server/testServer";
import { BOUNDARY, randomBytes } from "../kit/wire/multipartKit";
import { makePdf, stream } from "../kit/files/makePdf";
import { addApplicant } from "../kit/stories/applicants";
import { signedInTraveller, signIn, type Traveller } from "../kit/personas/traveller";

/** Grace period in seconds; short, for the tests that wait for its end. */
const stopSeconds = 3;
/** Timeout of a test in milliseconds, long enough for a busy machine. */
const patience = 240_000;

let files: PassportFiles;
let server: TestServer;
beforeAll(async () => {
  files = await makeSmallFiles();
});
beforeEach(async () => {
  server = await TestServer.start({}, ["setsid"]);
}, patience);
afterEach(() => server.dispose());
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

/** Starts an upload by sending the head and half of the body. */
async function startUpload(
  traveller: Traveller,
  url: string,
): Promise<{ outgoing: ClientRequest; rest: Buffer }> {
  const body = toBody("GraphQL", traveller, files);
  const outgoing = request(`${url}/graphql`, {
    method: "POST",
    agent,
    headers: {
      authorization: `Bearer ${traveller.token}`,
      "apollo-require-preflight": "true",
      "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
      "content-length": body.length,
      // The server sends 100 Continue once it handles the request.
      expect: "100-continue",
    },
  });
  outgoing.flushHeaders();
  await once(outgoing, "continue");
  const half = body.length >> 1;
  outgoing.write(body.subarray(0, half));
  return { outgoing, rest: body.subarray(half) };
}

async function finishUpload({ outgoing, rest }: Awaited<ReturnType<typeof startUpload>>) {
  const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
  outgoing.end(rest);
  const [response] = await answered;
  const { data } = JSON.parse(await text(response)) as { data: Record<string, { visaApplicant: object }> };
  return { status: response.statusCode, connection: response.headers.connection, data };
}

/** Calls until the server stops; counts the responses with 200, and collects other statuses. */
async function callUntilGone(traveller: Traveller): Promise<{ answered: number; others: number[] }> {
  const count = { answered: 0, others: [] as number[] };
  for (let number = 0; ; number++) {
    const variables = { input: { name: `Name ${number}` } };
    const answer = await callGraphql(traveller.server, documents.updateProfile, {
      variables,
      token: traveller.token,
    }).catch(() => undefined);
    if (!answer) return count;
    if (answer.status === 200) count.answered++;
    else count.others.push(answer.status);
  }
}

async function untilRefused(url: string): Promise<void> {
  const headers = { connection: "close" };
  while (
    await fetch(`${url}/readyz`, { headers }).then(
      () => true,
      () => false,
    )
  );
}

test(
  "after SIGTERM to its process group under load, the server answers accepted requests and exits with code 0",
  async () => {
    const uploaders = await Promise.all(
      Array.from({ length: 4 }, () => signedInTraveller(server).withRequest()),
    );
    // Makes the server start its inspection processes, which the signal also ends.
    await addApplicant(await signedInTraveller(server).withRequest(), files);
    const callers = await Promise.all(Array.from({ length: 6 }, () => signIn(server)));
    const uploads = await Promise.all(uploaders.map((traveller) => startUpload(traveller, server.url)));
    // An incomplete head, so that the connection is neither idle nor silent.
    const asking = connect(server).send("GET /readyz HTTP/1.1\r\nHost: visaport\r\n");
    const answeredBefore = countAnswered(server);
    const calling = callers.map(callUntilGone);
    await untilAnswered(server, answeredBefore + 50);

    const stopped = server.stopGroup("SIGTERM");
    await untilRefused(server.url);
    asking.send("\r\n");
    expect(await asking.answer()).toMatchObject({ status: 503, headers: { connection: "close" } });
    const finished = await Promise.all(uploads.map(finishUpload));
    for (const answer of finished)
      expect(answer).toMatchObject({
        status: 200,
        connection: "close",
        data: { createVisaApplicant: { userErrors: [] } },
      });
    expect(await stopped).toBe(0);
    asking.destroy();

    const counts = await Promise.all(calling);
    const received = counts.reduce((sum, { answered }) => sum + answered, 0);
    // Clients received the responses to all processed requests; later requests got 503.
    expect(countAnswered(server) - answeredBefore).toBe(received + uploads.length);
    expect(counts.flatMap(({ others }) => others).filter((status) => status !== 503)).toEqual([]);
    expect((await readTables(server)).visa_applicant).toHaveLength(1 + uploads.length);
  },
  patience,
);

test(
  "a silent connection does not delay the stop",
  async () => {
    const silent = openSocket(Number(new URL(server.url).port), "127.0.0.1");
    await once(silent, "connect");
    silent.on("error", () => {});
    expect(await server.stop("SIGTERM")).toBe(0);
    expect(server.output).not.toContain("cut off");
    silent.destroy();
  },
  patience,
);

test(
  "a stop cuts off clients that no longer read or send, counts them in the log, and exits with code 0",
  async () => {
    const short = await TestServer.start({ STOP_SECONDS: String(stopSeconds) });
    try {
      const traveller = await signedInTraveller(short).withRequest();
      // The document is larger than the buffers between client and server, so that a download can stall.
      const paper = pdf(makePdf({ extra: [stream("", randomBytes(4_900_000))] }));
      await addApplicant(traveller, { ...files, "input.documentFiles.0": paper });
      const { src } = (await traveller.readRequest()).visaApplicants[0].visaApplicationDocuments[0];
      const upload = await startUpload(traveller, short.url);
      upload.outgoing.on("error", () => {});
      const deaf = openSocket(Number(new URL(short.url).port), "127.0.0.1");
      deaf.on("error", () => {});
      const begun = once(deaf, "data").then(() => deaf.pause());
      deaf.write(`GET ${src} HTTP/1.1\r\nHost: visaport\r\n\r\n`);
      await begun;

      expect(await short.stop("SIGTERM")).toBe(0);
      const [line] = short.output.split("\n").filter((one) => one.includes("cut off"));
      expect(JSON.parse(line!)).toMatchObject({ connections: 2, msg: "cut off unfinished requests" });
      deaf.destroy();
      await short.start();
      expect((await readTables(short)).visa_applicant).toHaveLength(1);
    } finally {
      await short.dispose();
    }
  },
  patience,
);

test(
  "after SIGTERM, `npm start` answers accepted requests and exits with code 0",
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "visaport-npm-"));
    const port = String(await findFreePort());
    const { PATH = "", HOME = "" } = process.env;
    const npm = spawn("npm", ["start"], {
      env: { PATH, HOME, NODE_ENV: "test", PORT: port, DATA_DIR: dataDir },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      let output = "";
      npm.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
      while (!output.includes("Visaport is ready")) await once(npm.stdout, "data");
      const body = '{"query":"{ __typename }"}';
      const url = `http://127.0.0.1:${port}`;
      const outgoing = request(`${url}/graphql`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "content-length": body.length,
          expect: "100-continue",
        },
      });
      outgoing.flushHeaders();
      await once(outgoing, "continue");
      const ended = once(npm, "exit");
      npm.kill("SIGTERM");
      await untilRefused(url);
      const answered = once(outgoing, "response") as Promise<[IncomingMessage]>;
      outgoing.end(body);
      expect((await answered)[0].statusCode).toBe(200);
      expect(await ended).toEqual([0, null]);
    } finally {
      npm.kill("SIGKILL");
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  patience,
);

test(
  "a second server on the same data folder prints one line, does not start, and does not disturb the first",
  async () => {
    const settings = { DATA_DIR: server.dataDir, PORT: String(await findFreePort()), STOP_SECONDS: "1" };
    expect(await runServerToEnd(settings)).toEqual({
      code: 1,
      stdout: "",
      stderr: "Setting DATA_DIR: another server is running on it\n",
    });
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
  },
  patience,
);

/** Counts the GraphQL calls that the server logged with status 200. */
function countAnswered({ output }: TestServer): number {
  return output.split("\n").filter((line) => line.includes('"route":"/graphql","status":200')).length;
}

async function untilAnswered(of: TestServer, count: number): Promise<void> {
  await of.untilOutput(() => countAnswered(of) >= count);
}
