import { expect, test } from "@jest/globals";
import type { ObjectStore } from "../../platform/adapters/fileStore/objectStore";
import { moveFiles } from "./moveFiles";

function makeStore(objects: Record<string, string>): ObjectStore {
  return {
    isShared: true,
    put: async (fileId, bytes) => void (objects[fileId] = bytes.toString()),
    get: async (fileId) => (fileId in objects ? Buffer.from(objects[fileId]!) : undefined),
    delete: async () => undefined,
    async *list() {
      const remove = async () => undefined;
      const findStoredAt = async () => 0;
      for (const [fileId, { length: size }] of Object.entries(objects))
        yield [{ fileId, size, findStoredAt, remove }];
    },
  };
}

async function* inOrder(fileIds: string[]) {
  for (const fileId of fileIds) yield { fileId };
}

test("sends absent and incomplete files, skips complete ones, and reports lost ones", async () => {
  const target: Record<string, string> = { there: "same", cut: "beg", only: "in the bucket" };
  const report = await moveFiles(
    inOrder(["there", "cut", "absent", "only", "lost"]),
    makeStore({ there: "SAME", cut: "beginning and end", absent: "new", withoutRow: "not moved" }),
    makeStore(target),
    () => undefined,
  );
  expect(report).toEqual({ sent: 2, present: 2, missing: ["lost"] });
  expect(target).toEqual({
    there: "same",
    cut: "beginning and end",
    absent: "new",
    only: "in the bucket",
  });
});
