import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { ScannerUnavailable } from "../../../core/ports";
import { eicar, FakeClamd } from "../../../test/kit/standIns/fakeClamd";
import { ClamdScanner } from "./clamdScanner";

let clamd: FakeClamd;
beforeAll(async () => {
  clamd = await FakeClamd.start();
});
afterAll(() => clamd.dispose());
beforeEach(() => {
  clamd.mood = "well";
});

const where = () => ({ path: clamd.settings["CLAMAV_SOCKET"]! });

test("detects a virus in data of any length", async () => {
  const scanner = new ClamdScanner(where());
  expect(await scanner.scan(Buffer.alloc(0))).toBe("CLEAN");
  expect(await scanner.scan(Buffer.alloc(5_000_000, 7))).toBe("CLEAN");
  expect(clamd.scanned.at(-1)).toHaveLength(5_000_000);
  // The virus lies across a chunk boundary.
  expect(await scanner.scan(Buffer.concat([Buffer.alloc(65_530), Buffer.from(eicar)]))).toBe("INFECTED");
});

test("closes the connection to a scanner that has not replied by the timeout", async () => {
  clamd.mood = "silent";
  await expect(new ClamdScanner(where(), 100).scan(Buffer.from("x"))).rejects.toThrow(ScannerUnavailable);
  clamd.mood = "well";
  expect(await new ClamdScanner(where(), 10_000).scan(Buffer.from("x"))).toBe("CLEAN");
});

test("rejects with ScannerUnavailable if no scanner is listening", async () => {
  const scanner = new ClamdScanner({ path: `${where().path}-not` });
  await expect(scanner.scan(Buffer.from("x"))).rejects.toThrow("clamd cannot be reached");
});

test("lets at most two hundred scans wait", async () => {
  const scanner = new ClamdScanner(where());
  const scans = await Promise.allSettled(Array.from({ length: 210 }, () => scanner.scan(Buffer.from("x"))));
  const results = scans.map((scan) => (scan.status === "rejected" ? String(scan.reason) : scan.value));
  // Four scans run and two hundred wait.
  expect(results.slice(0, 204)).toEqual(Array.from({ length: 204 }, () => "CLEAN"));
  for (const result of results.slice(204)) expect(result).toContain("Too many files are waiting");
});
