import { expect } from "@jest/globals";
import { readTables } from "../../kit/data/readTables";
import type { TestServer } from "../../kit/server/testServer";

/** Expects that each row has its file, and each file its row. */
export async function expectRowsAndFilesToMatch(server: TestServer): Promise<void> {
  const rows = (await readTables(server, ["stored_file"]))["stored_file"];
  const stored = (await server.listFiles()).map((path) => path.split("/").at(-1)!);
  expect(stored.toSorted()).toEqual(rows.map(({ fileId }) => fileId).sort());
}
