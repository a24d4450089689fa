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
  // Across a chunk boundary.
  expect(await scanner.scan(Buffer.concat([Buffer.alloc(65_530), Buffer.from(eicar)]))).toBe("INFECTED");
});

test("abandons a silent scanner after the timeout, and closes the socket", async () => {
  clamd.mood = "silent";
  await expect(new ClamdScanner(where(), 100).scan(Buffer.from("x"))).rejects.toThrow(ScannerUnavailable);
  clamd.mood = "well";
  expect(await new ClamdScanner(where(), 10_000).scan(Buffer.from("x"))).toBe("CLEAN");
});

test("is unavailable if no server is listening", async () => {
  const scanner = new ClamdScanner({ path: `${where().path}-not` });
  await expect(scanner.scan(Buffer.from("x"))).rejects.toThrow("clamd cannot be reached");
});

test("lets at most two hundred scans wait", async () => {
  clamd.mood = "silent";
  const scanner = new ClamdScanner(where(), 300);
  const scans = await Promise.allSettled(
    Array.from({ length: 210 }, () =>
      scanner.scan(Buffer.from("x")).finally(() => {
        clamd.mood = "well";
      }),
    ),
  );
  const reasons = scans.map((scan) => (scan.status === "rejected" ? String(scan.reason) : scan.value));
  expect(reasons.filter((reason) => reason.includes("Too many files wait"))).toHaveLength(6);
  expect(reasons.slice(4, 204).every((reason) => reason === "CLEAN")).toBe(true);
});
