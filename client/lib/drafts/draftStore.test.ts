import { expect, jest, test } from "@jest/globals";
import { endsSoon } from "./draftRecords";
import { canKeepDrafts } from "./draftStore";

jest.useFakeTimers();
Object.assign(globalThis, { indexedDB: {} });

test("drafts are not kept once the browser's storage has not answered in time", async () => {
  expect(await endsSoon(Promise.resolve())).toBe(true);
  expect(canKeepDrafts()).toBe(true);
  const waiting = endsSoon(new Promise(() => undefined));
  await jest.advanceTimersByTimeAsync(5_000);
  expect(await waiting).toBe(false);
  expect(canKeepDrafts()).toBe(false);
});
