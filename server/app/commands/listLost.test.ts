import { expect, test } from "@jest/globals";
import { listLost } from "./listLost";

const makeIds = (count: number) => Array.from({ length: count }, (_, index) => `id-${index + 1}`);

test("lists each file on a separate line", () => {
  expect(`Lost:${listLost(makeIds(2))}`).toBe("Lost:\n  id-1\n  id-2");
  expect(listLost(makeIds(20))).toMatch(/\n {2}id-20$/);
});

test("lists at most 20, and counts the others", () => {
  const lines = listLost(makeIds(23)).trim().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines.slice(-2)).toEqual(["  id-20", "  and 3 more"]);
});
