import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { AbsentFile } from "../../core/ports";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { fileName } from "./file.crypto";
import type { StoredFileEntity } from "./file.entity";
import { FileService, type PassedFile } from "./file.service";

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

const keys = new KeyRing("a data key of a test, long enough to be taken");

test("if a file cannot be stored, those stored before it are removed", async () => {
  const stored: string[] = [];
  const service = new FileService({
    clock: { now: () => new Date() },
    keys,
    store: {
      put: async (fileId: string) => {
        if (stored.length === 1) throw new Error("the disk is full");
        stored.push(fileId);
        return { wrappedKey: "key" };
      },
      remove: async (fileId: string) => void stored.splice(stored.indexOf(fileId), 1),
    },
  } as unknown as ConstructorParameters<typeof FileService>[0]);
  const passed = { purpose: "DOCUMENT", field: "documentFiles", position: 0, file: { imageName: "a.jpg" } };
  const files = [passed, passed] as unknown as PassedFile[];
  await expect(
    service.write("applicant", files, () => Promise.reject(new Error("not reached"))),
  ).rejects.toThrow("the disk is full");
  expect(stored).toEqual([]);
});

test("a copy of a file that was not scanned does not count as scanned", async () => {
  const service = new FileService({
    keys,
    store: { get: async () => Buffer.from("bytes") },
  } as unknown as ConstructorParameters<typeof FileService>[0]);
  const imageNameSealed = fileName.encrypt(keys, file.fileId, "a.jpg");
  const copy = await service.findForCopy({ ...file, imageNameSealed, scanState: "UNSCANNED" });
  expect(copy?.file).toMatchObject({ imageName: "a.jpg", scanState: "UNSCANNED" });
});
