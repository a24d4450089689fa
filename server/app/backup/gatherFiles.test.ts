import { expect, test } from "@jest/globals";
import { gatherFiles } from "./gatherFiles";

/** A file store and its rows; `before` runs just before each file is added. */
function makeSteps(rows: Set<string>, stored: Set<string>, before: (fileId: string) => void = () => {}) {
  const added: string[] = [];
  let snapshots = 0;
  const steps = {
    listNow: async () => new Set(rows),
    listOfSnapshot: async () => {
      snapshots++;
      return new Set(rows);
    },
    add: async (fileId: string) => {
      before(fileId);
      if (stored.has(fileId)) added.push(fileId);
      return stored.has(fileId);
    },
  };
  return { steps, added, countSnapshots: () => snapshots };
}

test("adds each file once if nothing changes meanwhile", async () => {
  const { steps, added, countSnapshots } = makeSteps(new Set(["a", "b"]), new Set(["a", "b", "no row"]));
  expect(await gatherFiles(steps)).toEqual({ wanted: new Set(["a", "b"]), missing: [] });
  expect([added, countSnapshots()]).toEqual([["a", "b"], 1]);
});

test("takes another snapshot if a file is removed before it is added, and adds files that were stored meanwhile", async () => {
  const rows = new Set(["a"]);
  const stored = new Set(["a"]);
  const { steps, added, countSnapshots } = makeSteps(rows, stored, (fileId) => {
    if (fileId === "b") for (const set of [rows, stored]) set.delete("b");
    if (fileId === "b") for (const set of [rows, stored]) set.add("c");
  });
  const listNow = async () => {
    const now = new Set(rows);
    // This file is added after the first listing.
    for (const set of [rows, stored]) set.add("b");
    return now;
  };
  expect(await gatherFiles({ ...steps, listNow })).toEqual({ wanted: new Set(["a", "c"]), missing: [] });
  expect([added, countSnapshots()]).toEqual([["a", "c"], 2]);
});

test("does not list a file that is removed after it was added", async () => {
  const rows = new Set(["a", "b"]);
  const { steps } = makeSteps(rows, new Set(["a", "b"]), (fileId) => {
    if (fileId === "b") rows.delete("a");
  });
  expect((await gatherFiles(steps)).wanted).toEqual(new Set(["b"]));
});

test("reports a missing file whose row exists, and continues without it", async () => {
  const { steps } = makeSteps(new Set(["a", "lost"]), new Set(["a"]));
  expect(await gatherFiles(steps)).toEqual({ wanted: new Set(["a"]), missing: ["lost"] });
});
