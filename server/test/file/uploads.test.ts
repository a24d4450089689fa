import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { BOUNDARY, encodeParts, requestHead } from "../kit/wire/multipartKit";
import { makePng } from "../kit/files/makeImage";
import { sendApplicant, ways } from "../kit/stories/applicants";
import { jpeg, makeSmallFiles, png, type PassportFiles } from "../kit/personas/applicantFiles";
import type { TestFile } from "../kit/wire/callApi";
import { connect, authHeaders, uploadPath, sendBytes, toBody, toParts } from "../kit/wire/rawUploads";
import { TestServer } from "../kit/server/testServer";
import { signedInTraveller, type Traveller } from "../kit/personas/traveller";

const maxFileBytes = 5 * 1024 * 1024;

let server: TestServer;
let files: PassportFiles;
/** Ten files, each with a distinct name and size. */
let manyFiles: Record<string, TestFile>;
beforeAll(async () => {
  [server, files] = await Promise.all([TestServer.start(), makeSmallFiles()]);
  const papers = await Promise.all(
    Array.from({ length: 7 }, (_, index) => makePng({ width: 200, height: 100 + 10 * index })),
  );
  manyFiles = { ...files };
  for (const [index, bytes] of papers.entries())
    manyFiles[`input.documentFiles.${index}`] = png(bytes, `paper-${index}.png`);
});
afterAll(() => server.dispose());

let traveller: Traveller;
let pid: number;
let storedBefore: string[];
beforeEach(async () => {
  traveller = await signedInTraveller(server).withRequest();
  pid = server.pid;
  storedBefore = await server.listFiles();
});

/** Checks that the same process still responds and that nothing was stored. */
async function expectServingAndNothingKept(): Promise<void> {
  expect((await traveller.readRequest()).visaApplicants).toEqual([]);
  expect(await server.listFiles()).toEqual(storedBefore);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(server.pid).toBe(pid);
  process.kill(pid, 0);
}

/**
 * Part headers that exceed the limit or contain a NUL. Each crashes a process that parses the body with
 * graphql-upload-minimal.
 */
const deadlyHeaders = {
  "a NUL in a part header": Buffer.from(
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="\0"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`.padEnd(
      133,
      "\n",
    ),
  ),
  "a part header of more than 16 KB": encodeParts([{ name: "n".repeat(17_000), content: "x" }]),
  "an unterminated part header": Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: ${"x".repeat(300_000)}`),
};

describe.each(ways)("an upload through %s", (way) => {
  test.each(Object.entries(deadlyHeaders))(
    "with %s is refused, and the process continues to respond",
    async (_what, body) => {
      const answer = await sendBytes(server, uploadPath(way), body, authHeaders(traveller));
      expect(answer.status).toBe(400);
      if (way === "GraphQL")
        expect(answer.body).toMatchObject({ errors: [{ extensions: { code: "BAD_USER_INPUT" } }] });
      else expect(answer.body).toMatchObject({ statusCode: 400 });
      await expectServingAndNothingKept();
    },
  );

  test("with a file one byte over 5 MiB reports FILE_TOO_LARGE together with all other errors", async () => {
    const tooLarge = jpeg(Buffer.concat([files["input.profileFile"].bytes], maxFileBytes + 1));
    const { "input.passportBackFile": back, ...others } = files;
    const outcome = await sendApplicant(
      traveller,
      way,
      { ...others, "input.passportFrontFile": tooLarge, "input.documentFiles.0": back },
      { lastName: "" },
    );
    expect(outcome.faults.toSorted()).toEqual([
      "lastName: REQUIRED",
      "passportBackFile: FILE_REQUIRED",
      "passportFrontFile: FILE_TOO_LARGE",
    ]);
    expect(outcome.messages).toContain("The selected file must be 5 MB or smaller");
    expect(outcome.status).toBe(way === "REST" ? 413 : 200);
    await expectServingAndNothingKept();
  });

  test("with a file of exactly 5 MiB is accepted", async () => {
    // Phones append data to a picture, e.g. a video or a depth map.
    const exact = jpeg(Buffer.concat([files["input.profileFile"].bytes], maxFileBytes));
    const outcome = await sendApplicant(traveller, way, { ...files, "input.profileFile": exact });
    expect(outcome).toMatchObject({ status: 200, faults: [] });
  });

  test("with more than 30 MiB in total, or more than 20 files, is refused with 413", async () => {
    const large = jpeg(Buffer.alloc(maxFileBytes));
    const sevenLarge = Object.fromEntries(
      Array.from({ length: 7 }, (_, i) => [`input.documentFiles.${i}`, large]),
    );
    const small = jpeg(Buffer.alloc(10));
    const many = Object.fromEntries(
      Array.from({ length: 21 }, (_, i) => [`input.documentFiles.${i}`, small]),
    );
    for (const tooMuch of [sevenLarge, many]) {
      const body = toBody(way, traveller, tooMuch);
      const answer = await sendBytes(server, uploadPath(way), body, authHeaders(traveller));
      expect(answer.status).toBe(413);
    }
    await expectServingAndNothingKept();
  });

  test("may contain its files in any order", async () => {
    const parts = toParts(way, traveller, manyFiles).map((part) =>
      part.name === "map"
        ? {
            ...part,
            content: JSON.stringify(
              Object.fromEntries(Object.entries(JSON.parse(String(part.content)) as object).reverse()),
            ),
          }
        : part,
    );
    const isFile = ({ filename }: { filename?: string }) => filename !== undefined;
    // In REST, all documents have the same field name, so their order matters, and the test reorders only the other
    // files.
    const [texts, sent] = [parts.filter((part) => !isFile(part)), parts.filter(isFile)];
    const moved = way === "GraphQL" ? sent.toReversed() : [...sent.slice(3), ...sent.slice(0, 3).reverse()];
    const answer = await sendBytes(
      server,
      uploadPath(way),
      encodeParts([...texts, ...moved]),
      authHeaders(traveller),
    );
    expect(answer.status).toBe(200);

    const [applicant] = (await traveller.readRequest()).visaApplicants;
    const papers = applicant.visaApplicationDocuments;
    expect(papers.map(({ imageName }) => imageName)).toEqual(papers.map((_, i) => `paper-${i}.png`));
    expect(papers).toHaveLength(7);
    const names = await Promise.all(
      [applicant.profileSrc, applicant.passportFrontSrc, applicant.passportBackSrc].map(async (src) =>
        (await fetch(server.url + src)).headers.get("content-disposition"),
      ),
    );
    expect(names.map((name) => name?.split("''")[1])).toEqual(["me.jpg", "front.png", "back.png"]);
  });

  test("without a session is refused before its body arrives", async () => {
    const client = connect(server);
    try {
      client.send(
        requestHead(uploadPath(way), { "Content-Length": 20_000_000, "Apollo-Require-Preflight": "true" }),
      );
      const { status } = await client.answer();
      expect(status).toBe(401);
    } finally {
      client.destroy();
    }
    const ended = authHeaders({ ...traveller, token: `${traveller.token}x` } as Traveller);
    expect((await sendBytes(server, uploadPath(way), toBody(way, traveller, files), ended)).status).toBe(401);
    await expectServingAndNothingKept();
  });

  test("that is aborted leaves neither an applicant nor files", async () => {
    const body = toBody(way, traveller, manyFiles);
    for (const share of [0.1, 0.5, 0.99]) {
      const client = connect(server);
      client.send(requestHead(uploadPath(way), { ...authHeaders(traveller), "Content-Length": body.length }));
      const half = body.subarray(0, Math.floor(body.length * share));
      await new Promise((resolve) => client.socket.write(half, resolve));
      client.destroy();
      await once(client.socket, "close");
    }
    await expectServingAndNothingKept();
    // A server finishes running requests before it stops, so no upload can be stored after this.
    expect(await server.stop()).toBe(0);
    expect(await server.listFiles()).toEqual(storedBefore);
    await server.start();
    pid = server.pid;
    await expectServingAndNothingKept();
  });
});

test("a multipart GraphQL request without the preflight header is refused, so that other sites cannot send one", async () => {
  const { Authorization } = authHeaders(traveller);
  const body = toBody("GraphQL", traveller, files);
  const answer = await sendBytes(server, "/graphql", body, { Authorization });
  expect(answer.status).toBe(400);
  expect(JSON.stringify(answer.body)).toContain("CSRF");
  await expectServingAndNothingKept();
  expect((await sendBytes(server, "/graphql", body, authHeaders(traveller))).status).toBe(200);
});
