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

test("says yes or no of bytes of any length", async () => {
  const scanner = new ClamdScanner(where());
  expect(await scanner.scan(Buffer.alloc(0))).toBe("CLEAN");
  expect(await scanner.scan(Buffer.alloc(5_000_000, 7))).toBe("CLEAN");
  expect(clamd.scanned.at(-1)).toHaveLength(5_000_000);
  // Across the border between two chunks.
  expect(await scanner.scan(Buffer.concat([Buffer.alloc(65_530), Buffer.from(eicar)]))).toBe("INFECTED");
});

test("gives a scanner that says nothing up after its time, and lets go of the socket", async () => {
  clamd.mood = "silent";
  await expect(new ClamdScanner(where(), 100).scan(Buffer.from("x"))).rejects.toThrow(ScannerUnavailable);
  clamd.mood = "well";
  expect(await new ClamdScanner(where(), 10_000).scan(Buffer.from("x"))).toBe("CLEAN");
});

test("is unavailable where nobody listens", async () => {
  const scanner = new ClamdScanner({ path: `${where().path}-not` });
  await expect(scanner.scan(Buffer.from("x"))).rejects.toThrow("clamd cannot be reached");
});

test("lets no more than two hundred wait for their turn", async () => {
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
