import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { encryptStream, decryptStream } from "./encryptedStream";

const secret = "a secret of more than thirty-two bytes";
const headerBytes = 50;
const encryptedChunk = 64 * 1024 + 16;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of source) all.push(piece);
  return Buffer.concat(all);
}
const encryptAll = (plain: Buffer) => collect(encryptStream(pieces(plain, 10_000), secret));
const decryptAll = (encrypted: Buffer, key = secret) => collect(decryptStream(pieces(encrypted, 7_777), key));

test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 128 * 1024, 1_000_000])(
  "%d bytes are restored unchanged, and the archive does not contain the plaintext",
  async (size) => {
    const plain = randomBytes(size);
    const encrypted = await encryptAll(plain);
    expect((await decryptAll(encrypted)).equals(plain)).toBe(true);
    if (size > 16) expect(encrypted.includes(plain.subarray(0, 16))).toBe(false);
  },
);

test("encrypts the same content differently each time", async () => {
  const plain = randomBytes(1000);
  const [one, two] = [await encryptAll(plain), await encryptAll(plain)];
  expect(one.subarray(headerBytes, -16).equals(two.subarray(headerBytes, -16))).toBe(false);
});

describe("rejects an archive", () => {
  const plain = randomBytes(200_000);
  const chunkAt = (place: number) => headerBytes + place * encryptedChunk;
  const changes: [string, (encrypted: Buffer) => Buffer][] = [
    ["with a changed bit in the header", (encrypted) => flip(encrypted, 30)],
    ["with a changed bit in the middle", (encrypted) => flip(encrypted, 100_000)],
    ["with a changed bit at the end", (encrypted) => flip(encrypted, encrypted.length - 1)],
    ["without its last byte", (encrypted) => encrypted.subarray(0, -1)],
    ["that is cut off between two chunks", (encrypted) => encrypted.subarray(0, chunkAt(2))],
    ["that consists only of a header", (encrypted) => encrypted.subarray(0, headerBytes)],
    ["that is empty", () => Buffer.alloc(0)],
    ["with a byte after its end", (encrypted) => Buffer.concat([encrypted, Buffer.from("x")])],
    [
      "whose chunks are in another order",
      (encrypted) =>
        Buffer.concat([
          encrypted.subarray(0, chunkAt(0)),
          encrypted.subarray(chunkAt(1), chunkAt(2)),
          encrypted.subarray(chunkAt(0), chunkAt(1)),
          encrypted.subarray(chunkAt(2)),
        ]),
    ],
    [
      "without a chunk in the middle",
      (encrypted) => Buffer.concat([encrypted.subarray(0, chunkAt(1)), encrypted.subarray(chunkAt(2))]),
    ],
  ];
  test.each(changes)("%s", async (_name, change) => {
    await expect(decryptAll(change(await encryptAll(plain)))).rejects.toMatchObject({ name: "BadArchive" });
  });

  test("that was encrypted with another key", async () => {
    const encrypted = await encryptAll(plain);
    await expect(decryptAll(encrypted, `${secret}!`)).rejects.toMatchObject({ name: "BadArchive" });
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}
