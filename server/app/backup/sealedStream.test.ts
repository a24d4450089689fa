import { randomBytes } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { seal, unseal } from "./sealedStream";

const secret = "a secret of more than thirty-two bytes";
const headerBytes = 50;
const sealedChunk = 64 * 1024 + 16;

async function* pieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
async function collect(source: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of source) all.push(piece);
  return Buffer.concat(all);
}
const sealAll = (plain: Buffer) => collect(seal(pieces(plain, 10_000), secret));
const openAll = (sealed: Buffer, key = secret) => collect(unseal(pieces(sealed, 7_777), key));

test.each([0, 1, 64 * 1024 - 1, 64 * 1024, 64 * 1024 + 1, 128 * 1024, 1_000_000])(
  "%d bytes are restored unchanged, and are not readable in the archive",
  async (size) => {
    const plain = randomBytes(size);
    const sealed = await sealAll(plain);
    expect((await openAll(sealed)).equals(plain)).toBe(true);
    if (size > 16) expect(sealed.includes(plain.subarray(0, 16))).toBe(false);
  },
);

test("two archives of the same content have nothing in common", async () => {
  const plain = randomBytes(1000);
  const [one, two] = [await sealAll(plain), await sealAll(plain)];
  expect(one.subarray(headerBytes, -16).equals(two.subarray(headerBytes, -16))).toBe(false);
});

describe("an archive is refused", () => {
  const plain = randomBytes(200_000);
  const chunkAt = (place: number) => headerBytes + place * sealedChunk;
  const changes: [string, (sealed: Buffer) => Buffer][] = [
    ["that has a bit changed in the header", (sealed) => flip(sealed, 30)],
    ["that has a bit changed in the middle", (sealed) => flip(sealed, 100_000)],
    ["that has a bit changed at the end", (sealed) => flip(sealed, sealed.length - 1)],
    ["that lacks a byte at the end", (sealed) => sealed.subarray(0, -1)],
    ["that is cut off between two chunks", (sealed) => sealed.subarray(0, chunkAt(2))],
    ["that is nothing but a header", (sealed) => sealed.subarray(0, headerBytes)],
    ["that is empty", () => Buffer.alloc(0)],
    ["that has more behind its end", (sealed) => Buffer.concat([sealed, Buffer.from("x")])],
    [
      "whose chunks have changed places",
      (sealed) =>
        Buffer.concat([
          sealed.subarray(0, chunkAt(0)),
          sealed.subarray(chunkAt(1), chunkAt(2)),
          sealed.subarray(chunkAt(0), chunkAt(1)),
          sealed.subarray(chunkAt(2)),
        ]),
    ],
    [
      "that lacks a chunk in the middle",
      (sealed) => Buffer.concat([sealed.subarray(0, chunkAt(1)), sealed.subarray(chunkAt(2))]),
    ],
  ];
  test.each(changes)("%s", async (_name, change) => {
    await expect(openAll(change(await sealAll(plain)))).rejects.toMatchObject({ name: "BadArchive" });
  });

  test("with another key", async () => {
    const sealed = await sealAll(plain);
    await expect(openAll(sealed, `${secret}!`)).rejects.toMatchObject({ name: "BadArchive" });
  });
});

function flip(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at]! ^= 1;
  return changed;
}
