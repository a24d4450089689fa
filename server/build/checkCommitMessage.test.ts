import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "visaport-commit-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function check(message: string): string {
  const file = join(folder, "COMMIT_EDITMSG");
  writeFileSync(file, message);
  const { status, stderr } = spawnSync(process.execPath, ["server/build/checkCommitMessage.mjs", file], {
    encoding: "utf8",
  });
  expect(status).toBe(stderr === "" ? 0 : 1);
  return stderr;
}

test.each([
  "payment: retry refunds after a timeout\n\nRazorpay may answer late.\n",
  "visaRequest: require a travel date\n# Please enter the commit message.\n",
  `test: ${"a".repeat(66)}`,
  "Merge branch 'rest' into main, which has a subject that is far longer than the maximum of a commit",
  'Revert "Add the catalogue"',
  "fixup! payment: retry refunds after a timeout",
  "",
])("accepts %j", (message) => {
  expect(check(message)).toBe("");
});

test.each([
  ["Retry refunds", "noun: imperative"],
  ["payment retry refunds", "noun: imperative"],
  ["payment: Retry refunds", "noun: imperative"],
  ["payment:retry refunds", "noun: imperative"],
  ["payment: ", "noun: imperative"],
  ["payment: retry refunds.", "full stop"],
  [`test: ${"a".repeat(67)}`, "73 characters"],
  ["payment: retry refunds\nafter a timeout", "has to be empty"],
])("rejects %j", (message, reason) => {
  expect(check(message)).toContain(reason);
});
