import { expect, test } from "@jest/globals";
import type { PreparedFile } from "./prepareFile";
import { takeWhatFits } from "./takeWhatFits";

const file = (name: string, bytes: number): PreparedFile => ({
  file: new File([new Uint8Array(bytes)], name),
  contentType: "image/jpeg",
});
const names = (files: PreparedFile[]) => files.map((prepared) => prepared.file.name);

test("takeWhatFits takes files in order until the limit is reached", () => {
  const { taken, left } = takeWhatFits([file("a", 1), file("b", 1), file("c", 1)], { files: 2, bytes: 100 });
  expect([names(taken), names(left)]).toEqual([["a", "b"], ["c"]]);
});

test("takeWhatFits skips a file that is too large and takes a smaller one after it", () => {
  const { taken, left } = takeWhatFits([file("heavy", 90), file("light", 5)], { files: 5, bytes: 50 });
  expect([names(taken), names(left)]).toEqual([["light"], ["heavy"]]);
});
