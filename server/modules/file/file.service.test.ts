import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { AbsentFile } from "../../core/ports";
import type { StoredFileEntity } from "./file.entity";
import { FileService } from "./file.service";

const file = { fileId: "one", wrappedKey: "key" } as StoredFileEntity;

/** Returns the service with a store without files and a database with these rows. */
const makeService = (rows: StoredFileEntity[]) =>
  new FileService({
    db: { rows: { query: async () => rows } },
    store: { get: () => Promise.reject(new AbsentFile("The file one is missing")) },
  } as unknown as ConstructorParameters<typeof FileService>[0]);

test("a file that was removed after its row was read is not found", async () => {
  const service = makeService([]);
  expect(await service.findBytes(file)).toBeUndefined();
  expect(await service.findForCopy(file)).toBeUndefined();
  await expect(service.readForCopy(file)).rejects.toMatchObject({ violations: [{ code: "NOT_FOUND" }] });
});

test("a missing file whose row still exists is an error", async () => {
  await expect(makeService([file]).findBytes(file)).rejects.toThrow("The file one is missing");
});
