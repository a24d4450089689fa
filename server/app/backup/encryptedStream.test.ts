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
  "%d bytes are restored unchanged, and are not readable in the archive",
  async (size) => {
    const plain = randomBytes(size);
    const encrypted = await encryptAll(plain);
    expect((await decryptAll(encrypted)).equals(plain)).toBe(true);
    if (size > 16) expect(encrypted.includes(plain.subarray(0, 16))).toBe(false);
  },
);

test("two archives of the same content have nothing in common", async () => {
  const plain = randomBytes(1000);
  const [one, two] = [await encryptAll(plain), await encryptAll(plain)];
  expect(one.subarray(headerBytes, -16).equals(two.subarray(headerBytes, -16))).toBe(false);
});

describe("an archive is refused", () => {
  const plain = randomBytes(200_000);
  const chunkAt = (place: number) => headerBytes + place * encryptedChunk;
  const changes: [string, (encrypted: Buffer) => Buffer][] = [
    ["that has a bit changed in the header", (encrypted) => flip(encrypted, 30)],
    ["that has a bit changed in the middle", (encrypted) => flip(encrypted, 100_000)],
    ["that has a bit changed at the end", (encrypted) => flip(encrypted, encrypted.length - 1)],
    ["that lacks a byte at the end", (encrypted) => encrypted.subarray(0, -1)],
    ["that is cut off between two chunks", (encrypted) => encrypted.subarray(0, chunkAt(2))],
    ["that is nothing but a header", (encrypted) => encrypted.subarray(0, headerBytes)],
    ["that is empty", () => Buffer.alloc(0)],
    ["that has more behind its end", (encrypted) => Buffer.concat([encrypted, Buffer.from("x")])],
    [
      "whose chunks have changed places",
      (encrypted) =>
        Buffer.concat([
          encrypted.subarray(0, chunkAt(0)),
          encrypted.subarray(chunkAt(1), chunkAt(2)),
          encrypted.subarray(chunkAt(0), chunkAt(1)),
          encrypted.subarray(chunkAt(2)),
        ]),
    ],
    [
      "that lacks a chunk in the middle",
      (encrypted) => Buffer.concat([encrypted.subarray(0, chunkAt(1)), encrypted.subarray(chunkAt(2))]),
    ],
  ];
  test.each(changes)("%s", async (_name, change) => {
    await expect(decryptAll(change(await encryptAll(plain)))).rejects.toMatchObject({ name: "BadArchive" });
  });

  test("with another key", async () => {
    const encrypted = await encryptAll(plain);
    await expect(decryptAll(encrypted, `${secret}!`)).rejects.toMatchObject({ name: "BadArchive" });
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}
