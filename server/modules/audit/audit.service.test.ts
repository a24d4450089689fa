import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { StorageError } from "../../core/storageErrors";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import type { StoredFileEntity } from "../file/file.entity";
import { AuditService } from "./audit.service";

test("while the disk is full, owners can open their files, but staff cannot, because each view must be recorded", async () => {
  const source = await makeDataSource(":memory:", entities).initialize();
  try {
    await source.runMigrations();
    const { manager } = source;
    const db = {
      hasOtherWriters: false,
      read: manager,
      write: (work: (transaction: object) => Promise<unknown>) => work(manager),
    };
    const audit = await AuditService.open({
      clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
      db,
      keys: new KeyRing("a data key of a test, long enough to be taken"),
    } as never);
    db.write = () => Promise.reject(new StorageError("disk full", undefined));
    const file = { fileId: "f", visaApplicantId: "a", purpose: "PHOTO" } as StoredFileEntity;
    const request = { visaRequestId: "r", userId: "owner", followerId: "follower" };
    const open = (userId: string) =>
      audit.recordFileSeen(userId, file, request, { session: { userId, sessionId: "s" } });
    for (const userId of ["owner", "follower"]) await open(userId);
    await expect(open("staff")).rejects.toThrow(StorageError);
  } finally {
    await source.destroy();
  }
});
