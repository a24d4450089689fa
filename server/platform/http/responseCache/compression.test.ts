import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { Compressor, negotiateEncoding } from "./compression";

test("compresses one text at a time, lets two wait, and leaves further texts uncompressed", async () => {
  const compressor = new Compressor();
  const text = "visa ".repeat(10_000);
  const results = await Promise.all(Array.from({ length: 6 }, () => compressor.compress(text, "br")));
  expect(results.map((body) => body && brotliDecompressSync(body).toString() === text)).toEqual([
    true,
    true,
    true,
    undefined,
    undefined,
    undefined,
  ]);
  const again = await compressor.compress(text, "gzip");
  expect(gunzipSync(again!).toString()).toBe(text);
});

test.each([
  [undefined, "plain"],
  ["", "plain"],
  ["gzip, deflate, br", "br"],
  ["gzip;q=1.0, br;q=0", "gzip"],
  ["br;q=0.5", "br"],
  ["identity", "plain"],
  ["gzip;q=0", "plain"],
] as const)("for Accept-Encoding %p chooses %s", (accepted, encoding) => {
  expect(negotiateEncoding(accepted)).toBe(encoding);
});
