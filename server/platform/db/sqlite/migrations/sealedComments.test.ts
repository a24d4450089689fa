import "reflect-metadata";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { KeyRing } from "../../../adapters/crypto/keyRing";
import { encryptClearComments } from "../../../../modules/applicant/clearComments.logic";
import { findApplicant } from "../../../../modules/applicant/applicant.repository";
import { decryptComments } from "../../../../modules/applicant/applicant.crypto";
import { SqliteDatabase } from "../SqliteDatabase";
import { makeDataSource } from "../sqliteSource";
import { migrations } from ".";
import { SealedComments1766100000001 } from "./1766/1766100000001-sealedComments";
import { entities } from "../../../../app/entities";

const comments: Record<string, string | null> = {
  one: "Needs insulin",
  two: "v2.abc.looks encrypted",
  three: null,
  four: "clear:\nof cost",
};

test("existing comments are marked, remain readable, and are encrypted once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "comments-"));
  const file = join(folder, "portal.sqlite");
  const earlier = migrations.slice(0, migrations.indexOf(SealedComments1766100000001));
  const before = await makeDataSource(file, entities).setOptions({ migrations: earlier }).initialize();
  await before.runMigrations();
  await before.query("PRAGMA foreign_keys = OFF");
  for (const [id, text] of Object.entries(comments))
    await before.query(
      `INSERT INTO visa_applicant ("visaApplicantId", "visaRequestId", "visaApplicantStatus", title, "firstName",
         "lastName", gender, "dateOfBirth", "passportNumberSealed", "passportNumberIndex", "passportIssueDate",
         "passportExpireDate", "travelerType", nationality, "passportCountry", comments, "createdAt")
       VALUES (?, 'r', 'PENDING', 'Mrs.', 'Asha', 'Rao', 'FEMALE', '1990-05-14', 's', ?, '2020-01-15', '2030-01-14',
         'ADULT', 'INDIAN', 'INDIA', ?, '')`,
      [id, id, text],
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
