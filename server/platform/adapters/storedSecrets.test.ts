import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { loadOrCreateSecret } from "./storedSecrets";

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), "secrets-"))));
afterEach(() => rmSync(folder, { recursive: true }));

test("stores the first secret of a name, readable only by its owner, and leaves no temporary file", () => {
  const first = loadOrCreateSecret(folder, "data-key", "first");
  expect([first, loadOrCreateSecret(folder, "data-key", "second")]).toEqual(["first", "first"]);
  const keys = join(folder, "keys");
  expect(readdirSync(keys)).toEqual(["data-key"]);
  expect(readFileSync(join(keys, "data-key"), "utf8")).toBe("first");
  expect(statSync(join(keys, "data-key")).mode & 0o777).toBe(0o600);
});
