import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, jest, test } from "@jest/globals";
import pino from "pino";

const loadDriver = jest.fn(() => ({ default: {} }));
jest.unstable_mockModule("pg", loadDriver);
const { openDatabase } = await import("./openDatabase");

test("loads the PostgreSQL driver only for a PostgreSQL database", async () => {
  const log = pino({ enabled: false });
  const folder = await mkdtemp(join(tmpdir(), "visaport-driver-"));
  try {
    const file = join(folder, "portal.sqlite");
    const database = await openDatabase({ engine: "sqlite", file, setting: "DATA_DIR" }, [], log);
    await database.close();
    expect(loadDriver).not.toHaveBeenCalled();
  } finally {
    await rm(folder, { recursive: true });
  }
  const settings = { engine: "postgres", url: "postgres://127.0.0.1:1/none", pool: 1 } as const;
  await expect(openDatabase(settings, [], log)).rejects.toThrow();
  expect(loadDriver).toHaveBeenCalled();
});
