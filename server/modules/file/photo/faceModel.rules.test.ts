import { readFileSync } from "node:fs";
import { brotliCompressSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { faceModelPath, readFaceModel } from "../../../test/photo/readPhoto";
import { writeFaceModel } from "../../../test/photo/writeFaceModel";
import { loadFaceModel } from "./faceModel.rules";

const bytes = () => new Uint8Array(readFileSync(faceModelPath));

test("the face model is loaded and written back without loss", () => {
  const written = loadFaceModel(writeFaceModel(readFaceModel()).buffer);
  for (const [index, { weights }] of readFaceModel().entries()) {
    // One assertion for each of 100,000 weights would take 4 s.
    const differences = Array.from(weights, (weight, at) => Math.abs(written[index]!.weights[at]! - weight));
    expect(differences.reduce((most, one) => Math.max(most, one), 0)).toBeLessThan(5e-6);
  }
});

test("the face model is small enough for a phone", () => {
  expect(brotliCompressSync(bytes()).length).toBeLessThan(105_000);
});

test.each([
  ["a damaged file", "corrupt", (file: Uint8Array) => file.with(5000, file[5000]! ^ 1)],
  ["a file of another version", "another version", (file: Uint8Array) => file.with(4, 99)],
  ["the login page of a Wi-Fi network", "not a model", (file: Uint8Array) => file.fill(60)],
  ["a truncated file", "wrong size", (file: Uint8Array) => file.slice(0, 9000)],
])("loadFaceModel rejects %s", (_name, message, damage) => {
  expect(() => loadFaceModel(damage(bytes()).slice().buffer)).toThrow(message);
});
