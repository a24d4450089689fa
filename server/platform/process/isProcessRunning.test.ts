import { spawnSync } from "node:child_process";
import { afterEach, expect, jest, test } from "@jest/globals";
import { isProcessRunning } from "./isProcessRunning";

afterEach(() => void jest.restoreAllMocks());

test("this process runs, and one that has ended does not", () => {
  expect(isProcessRunning(process.pid)).toBe(true);
  expect(isProcessRunning(spawnSync(process.execPath, ["--version"]).pid)).toBe(false);
  expect(isProcessRunning(Number.NaN)).toBe(false);
});

test("a process of another user runs, although it may not be signalled", () => {
  jest.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  });
  expect(isProcessRunning(1)).toBe(true);
});
