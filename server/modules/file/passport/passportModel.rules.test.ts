import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { brotliCompressSync } from "node:zlib";
import { modelPath } from "../../../test/passport/readJpeg";
import { writeModel } from "../../../test/passport/training/writeModel";
import { loadModel } from "./passportModel.rules";

const bytes = () => new Uint8Array(readFileSync(modelPath));

test("the passport model is loaded and written back unchanged", () => {
  const { grey, blackAndWhite } = loadModel(bytes().buffer);
  const weightsOf = ({ layers }: typeof grey) =>
    Float32Array.from(layers.flatMap(({ weights, biases }) => [...weights, ...biases]));
  expect(writeModel(weightsOf(grey), weightsOf(blackAndWhite))).toEqual(bytes());
});

test("the passport model is small enough for a phone", () => {
  expect(brotliCompressSync(bytes()).length).toBeLessThan(120_000);
});

test.each([
  ["a damaged file", "corrupt", (file: Uint8Array) => file.with(5000, file[5000]! ^ 1)],
  ["a file of another version", "another version", (file: Uint8Array) => file.with(4, 99)],
  ["the login page of a Wi-Fi network", "not a model", (file: Uint8Array) => file.fill(60)],
  ["a truncated file", "wrong size", (file: Uint8Array) => file.slice(0, 9000)],
])("loadModel rejects %s", (_name, message, damage) => {
  expect(() => loadModel(damage(bytes()).slice().buffer)).toThrow(message);
});
