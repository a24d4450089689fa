import "reflect-metadata";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { entities } from "../../app/entities";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { SqliteDatabase } from "../../platform/db/sqlite/SqliteDatabase";
import { openUnitSource } from "../../test/kit/data/unitSource";
import { decryptComments } from "./applicant.crypto";
import { findApplicant } from "./applicant.reads";
import { encryptClearComments } from "./clearComments.logic";

const comments: Record<string, string | null> = {
  one: "Needs insulin",
  two: "v2.abc.looks encrypted",
  three: null,
  four: "clear:\nof cost",
};

test("unencrypted comments remain readable, and are encrypted only once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "comments-"));
  const file = join(folder, "portal.sqlite");
  const before = await openUnitSource(file);
  for (const [id, text] of Object.entries(comments))
    await before.query(
      `INSERT INTO visa_applicant ("visaApplicantId", "visaRequestId", "visaApplicantStatus", title, "firstName",
         "lastName", gender, "dateOfBirth", "passportNumberSealed", "passportNumberIndex", "passportIssueDate",
         "passportExpireDate", "travelerType", nationality, "passportCountry", "commentsSealed", "createdAt")
       VALUES (?, 'r', 'PENDING', 'Mrs.', 'Asha', 'Rao', 'FEMALE', '1990-05-14', 's', ?, '2020-01-15', '2030-01-14',
         'ADULT', 'INDIAN', 'INDIA', ?, '')`,
      [id, id, text === null ? null : `clear:${text}`],
    );
  await before.destroy();

  const keys = new KeyRing("a data key of a test, long enough to be taken");
  const db = await SqliteDatabase.open(file, entities);
  const readAll = async () => {
    const rows = await Promise.all(Object.keys(comments).map((id) => findApplicant(db.read, id)));
    return Object.fromEntries(rows.map((row) => [row!.visaApplicantId, decryptComments(keys, row!)]));
  };
  try {
    expect(await readAll()).toEqual(comments);
    expect(await encryptClearComments(db, keys)).toBe(3);
    expect(await readAll()).toEqual(comments);
    const rows = await db.read.query<{ commentsSealed: string | null }[]>(
      `SELECT "commentsSealed" FROM visa_applicant WHERE "commentsSealed" IS NOT NULL`,
    );
    expect(rows.map(({ commentsSealed }) => keys.isPresent(commentsSealed!))).toEqual([true, true, true]);
    expect(await encryptClearComments(db, keys)).toBe(0);
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
