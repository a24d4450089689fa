import { describe, expect, it } from "@jest/globals";
import { cleanFilename } from "./collectParts";
import {
  BOUNDARY,
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
const decode = (file: { bytes: string }) => Buffer.from(file.bytes, "base64");

describe("a well-formed body", () => {
  it("arrives byte for byte, with fields and files in order", async () => {
    const server = await start();
    const [first, second] = [randomBytes(90_000, 1), randomBytes(90_000, 2)];
    const { status, body } = await post(
      server.port,
      encodeParts([
        { name: "b", content: "ä 2" },
        photoPart(first, "back"),
        { name: "a", content: "" },
        photoPart(second, "front"),
      ]),
    );
    expect(status).toBe(200);
    expect(body["fields"]).toEqual([
      { name: "b", value: "ä 2" },
      { name: "a", value: "" },
    ]);
    expect(body.files).toMatchObject([
      { fieldName: "back", filename: "back.jpg", mimetype: "image/jpeg", tooLarge: false },
      { fieldName: "front", filename: "front.jpg", mimetype: "image/jpeg", tooLarge: false },
    ]);
    expect(decode(body.files[0]!).equals(first)).toBe(true);
    expect(decode(body.files[1]!).equals(second)).toBe(true);
  });

  it("lets a route use two 90 KB files in reverse order", async () => {
    const server = await start({
      route: async (request) => {
        const { files } = await request.readMultipart();
        return { files: files.reverse().map(({ bytes }) => ({ bytes: bytes.toString("base64") })) };
      },
    });
    const [first, second] = [randomBytes(90_000, 3), randomBytes(90_000, 4)];
    const { body } = await post(
      server.port,
      encodeParts([photoPart(first, "one"), photoPart(second, "two")]),
    );
    expect(decode(body.files[0]!).equals(second)).toBe(true);
    expect(decode(body.files[1]!).equals(first)).toBe(true);
  });

  it("may arrive in chunks of one byte", async () => {
    await start();
    const content = randomBytes(20_000);
    const client = connect().send(requestHead("/", { "Transfer-Encoding": "chunked" }));
    const chunks = [...encodeParts([photoPart(content)])].map((byte) =>
      Buffer.from([0x31, 13, 10, byte, 13, 10]),
    );
    const { body } = await client.send(Buffer.concat(chunks), "0\r\n\r\n").answer();
    expect(decode(body.files[0]!).equals(content)).toBe(true);
  });

  it("is read once, even if it is requested several times", async () => {
    const server = await start({
      route: async (request) => ({
        same: (await request.readMultipart()) === (await request.readMultipart()),
      }),
    });
    expect((await post(server.port, encodeParts([photoPart(randomBytes(10))]))).body).toEqual({ same: true });
  });

  it("counts against the budget until the response is sent", async () => {
    let during = 0;
    const server = await start({
      route: async (request) => {
        await request.readMultipart();
        during = server.budget.inFlight;
        return {};
      },
    });
    const body = encodeParts([photoPart(randomBytes(50_000))]);
    await post(server.port, body);
    expect(during).toBe(body.length);
    await until(() => server.budget.inFlight === 0);
  });

  it("leaves the connection open for the next request", async () => {
    await start();
    const client = connect();
    for (let i = 0; i < 3; i++) {
      const answer = await client.post(encodeParts([photoPart(randomBytes(1_000))])).answer();
      expect([answer.status, answer.headers["connection"]]).toEqual([200, "keep-alive"]);
    }
  });

  it("arrives unchanged in each of 50 concurrent requests", async () => {
    const server = await start();
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const content = randomBytes(20_000 + i, i + 1);
        const { status, body } = await post(server.port, encodeParts([photoPart(content)]));
        return status === 200 && decode(body.files[0]!).equals(content);
      }),
    );
    expect(answers).toEqual(Array(50).fill(true));
    await until(() => server.budget.inFlight === 0);
  });
});

describe("a file name", () => {
  it("is decoded as UTF-8, and loses its path and control characters", async () => {
    const server = await start();
    const part = { name: "photo", filename: "../../tmp/पास\tपोर्ट.jpg", content: "x" };
    const { body } = await post(server.port, encodeParts([part]));
    expect(body.files[0]!["filename"]).toBe("पासपोर्ट.jpg");
  });

  it("is cut to 200 characters, without folders or direction marks", async () => {
    await start();
    expect(cleanFilename("😀".repeat(300))).toBe("😀".repeat(200));
    expect(cleanFilename(`${"b".repeat(251)}.jpg`)).toBe(`${"b".repeat(196)}.jpg`);
    expect(cleanFilename("C:\\Users\\me\\a.png")).toBe("a.png");
    expect(cleanFilename("photo\u202egpj.exe")).toBe("photogpj.exe");
    expect(cleanFilename("a/\0..")).toBe("");
    expect(cleanFilename(undefined)).toBe("");
  });
});

/** The smallest body on which busboy stalls: busboy sees the start of the last file and then stops reading. */
const fileAfterTheEnd = Buffer.from(
  `--${BOUNDARY}--\r\n--${BOUNDARY}\r\n--${BOUNDARY}\r\n` +
    "Content-Disposition: form-data; name=a; filename=b\r\n\r\nx",
);

describe("a sender that pauses", () => {
  it.each([
    ["and then sends the rest is served", encodeParts([photoPart(randomBytes(50_000))]), 200],
    ["is not refused before its body has arrived, even if its parts never end", fileAfterTheEnd, 400],
  ])("%s", async (_name, body, status) => {
    const server = await start();
    const head = requestHead("/", { "Content-Length": body.length });
    const client = connect().send(head, body.subarray(0, -1));
    let answered = false;
    const answer = client.answer().finally(() => (answered = true));
    await until(() => server.budget.inFlight === body.length - 1);
    for (let i = 0; i < 20; i++) expect(await isAlive(server.port)).toBe(true);
    expect(answered).toBe(false);
    client.send(body.subarray(-1));
    expect((await answer).status).toBe(status);
  });
});

describe("a malformed body", () => {
  const malformed: [string, Buffer][] = [
    [
      "a NUL byte in a part header",
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a\0b"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
      ),
    ],
    [
      "NUL bytes in two part headers",
      Buffer.from(
        `--${BOUNDARY}\r\n\0: a\r\n\r\nx\r\n--${BOUNDARY}\r\n\0: b\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
      ),
    ],
    ["a part header over 16 KB", encodeParts([{ name: "n".repeat(17_000), content: "x" }])],
    ["no end", encodeParts([photoPart(randomBytes(50_000))]).subarray(0, 40_000)],
    ["an end within a part header", Buffer.from(`--${BOUNDARY}\r\nContent-Dispo`)],
    ["a file after the last boundary, on which busboy stalls", fileAfterTheEnd],
    ["no parts", Buffer.from("nothing of the kind")],
    ["no bytes", Buffer.alloc(0)],
    [
      "a part without a name",
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data\r\n\r\nx\r\n--${BOUNDARY}--`),
    ],
    [
      "a field in an unknown character set",
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="a"\r\nContent-Type: text/plain; charset=nope\r\n\r\nx\r\n--${BOUNDARY}--`,
      ),
    ],
  ];

  it.each(malformed)("with %s gets a 400, and the server keeps running", async (_name, body) => {
    const server = await start();
    const { status, body: answer } = await post(server.port, body);
    expect([status, answer["code"]]).toEqual([400, "BAD_USER_INPUT"]);
    expect(await isAlive(server.port)).toBe(true);
    expect((await post(server.port, encodeParts([photoPart(randomBytes(10))]))).status).toBe(200);
  });

  it.each(["multipart/form-data", "multipart/form-data; boundary=", 'Multipart/Form-Data; boundary="'])(
    "with the content type %s gets a 400",
    async (contentType) => {
      const server = await start();
      const client = connect().send(
        requestHead("/", { "Content-Type": contentType, "Content-Length": 3 }),
        "abc",
      );
      expect((await client.answer()).status).toBe(400);
      expect(await isAlive(server.port)).toBe(true);
    },
  );
});
