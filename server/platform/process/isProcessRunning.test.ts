import { spawnSync } from "node:child_process";
import { afterEach, expect, jest, test } from "@jest/globals";
import { isProcessRunning } from "./isProcessRunning";

afterEach(() => void jest.restoreAllMocks());

test("is true for this process, and false for one that has ended", () => {
  expect(isProcessRunning(process.pid)).toBe(true);
  expect(isProcessRunning(spawnSync(process.execPath, ["--version"]).pid)).toBe(false);
  expect(isProcessRunning(Number.NaN)).toBe(false);
});

test("is true for a process of another user, which this one may not signal", () => {
  jest.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error("kill EPERM"), { code: "EPERM" });
  });
  expect(isProcessRunning(1)).toBe(true);
});
