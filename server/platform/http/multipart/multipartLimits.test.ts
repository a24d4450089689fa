import { describe, expect, it } from "@jest/globals";
import {
  BOUNDARY,
  encodeParts,
  photoPart,
  post,
  provideServer,
  randomBytes,
  requestHead,
  until,
} from "../../../test/kit/wire/multipartKit";

const { start, connect } = provideServer();
const decode = (file: { bytes: string }) => Buffer.from(file.bytes, "base64");

describe("a file", () => {
  it("is reported if it is one byte over its limit, and accepted at exactly the limit", async () => {
    const server = await start({ maxFileBytes: 70_000 });
    const [exact, over] = [randomBytes(70_000, 5), randomBytes(70_001, 6)];
    const { status, body } = await post(
      server.port,
      encodeParts([
        photoPart(over, "over"),
        photoPart(exact, "exact"),
        { name: "after", content: "still read" },
      ]),
    );
    expect(status).toBe(200);
    expect(body.files).toMatchObject([
      { fieldName: "over", tooLarge: true, bytes: "" },
      { fieldName: "exact", tooLarge: false },
    ]);
    expect(decode(body.files[1]!).equals(exact)).toBe(true);
    expect(body["fields"]).toEqual([{ name: "after", value: "still read" }]);
  });

  it("is read to its end, even if it is far over its limit", async () => {
    const server = await start({ maxFileBytes: 10, maxRequestBytes: 5_000_000 });
    const { body } = await post(
      server.port,
      encodeParts([photoPart(randomBytes(4_900_000)), photoPart(randomBytes(10))]),
    );
    expect(body.files.map(({ tooLarge }) => tooLarge)).toEqual([true, false]);
  });
});

describe("a request over its limits", () => {
  it("is rejected with the name of the file that exceeds the maximum number of files", async () => {
    const server = await start({ maxFiles: 2 });
    const parts = ["a", "b", "c", "d"].map((name) => photoPart(randomBytes(10), name));
    const { status, body } = await post(server.port, encodeParts(parts));
    expect([status, body["code"], body["field"]]).toEqual([413, "PAYLOAD_TOO_LARGE", "c"]);
    expect((await post(server.port, encodeParts(parts.slice(0, 2)))).status).toBe(200);
  });

  it("is rejected with the name of a field that is one byte too long", async () => {
    const server = await start({ maxFieldBytes: 100 });
    const { status, body } = await post(
      server.port,
      encodeParts([{ name: "note", content: "x".repeat(101) }]),
    );
    expect([status, body["field"]]).toEqual([413, "note"]);
    expect((await post(server.port, encodeParts([{ name: "note", content: "x".repeat(100) }]))).status).toBe(
      200,
    );
  });

  it("is rejected with the name of the field that exceeds the maximum number of fields", async () => {
    const server = await start({ maxFields: 2, maxFiles: 2 });
    const allowed = [..."ab"]
      .map((name) => ({ name, content: name }))
      .concat([..."cd"].map((n) => photoPart(randomBytes(5), n) as never));
    expect((await post(server.port, encodeParts(allowed))).status).toBe(200);
    const { status, body } = await post(server.port, encodeParts([...allowed, { name: "e", content: "" }]));
    expect([status, body["field"]]).toEqual([413, "e"]);
  });

  it("is rejected if it has too many parts that are neither fields nor files", async () => {
    const server = await start();
    const body = `--${BOUNDARY}\r\nX: y\r\n\r\n\r\n`.repeat(20) + `--${BOUNDARY}--`;
    expect((await post(server.port, Buffer.from(body))).status).toBe(413);
  });

  it("is rejected for its Content-Length before it is read, and the client can read the response", async () => {
    await start();
    const client = connect().send(requestHead("/", { "Content-Length": 20_000_000 }));
    const { status, headers } = await client.answer();
    expect([status, headers["connection"]]).toEqual([413, "close"]);
    await until(() => client.ended);
    expect(client.reset).toBe(false);
  });

  it.each([
    ["with", { "Content-Length": 20_000_000 }],
    ["without", { "Transfer-Encoding": "chunked" }],
  ])("gets a 413 that the client can read after sending 20 MB %s Content-Length", async (kind, headers) => {
    await start();
    const client = connect().send(requestHead("/", headers));
    const part = encodeParts([photoPart(Buffer.alloc(0))]).subarray(0, -BOUNDARY.length - 8);
    const rest = Buffer.alloc(20_000_000 - part.length);
    if (kind === "with") client.send(part, rest);
    else for (const piece of [part, rest]) client.send(`${piece.length.toString(16)}\r\n`, piece, "\r\n");
    if (kind === "without") client.send("0\r\n\r\n");
    // Like a browser, reads nothing until the whole body is sent.
    client.socket.pause();
    await until(() => client.socket.writableLength === 0 || client.reset);
    client.socket.resume();
    const { status, body } = await client.answer();
    expect([status, body["code"], client.reset]).toEqual([413, "PAYLOAD_TOO_LARGE", false]);
    if (kind === "without") expect(body["field"]).toBe("photo");
  });
});
