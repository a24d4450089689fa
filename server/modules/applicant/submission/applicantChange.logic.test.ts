import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { toPrincipal } from "../../../core/principal";
import { KeyRing } from "../../../platform/adapters/crypto/keyRing";
import type { StoredFileEntity } from "../../file/file.entity";
import { encryptPassportNumber } from "../applicant.crypto";
import type { VisaApplicantEntity } from "../applicant.entity";
import { openApplicant } from "../applicant.view";
import { changeApplicant, checkedPassport } from "./applicantChange.logic";
import { singleFiles } from "./applicantSubmission.service";

test("an applicant does not get a passport that another applicant got since the check", async () => {
  const keys = new KeyRing("a data key of a test, long enough to be taken");
  const visaApplicantId = "a";
  const present = {
    ...{ visaApplicantId, visaRequestId: "r", visaApplicantStatus: "PENDING" },
    ...encryptPassportNumber(keys, visaApplicantId, "Z1234567"),
    ...{ commentsSealed: null, mrzSealed: null, decisionNoteSealed: null, requiredDocumentsSealed: null },
  } as VisaApplicantEntity;
  const files = singleFiles.map(({ purpose }) => ({ visaApplicantId, fileId: purpose, purpose }));
  let isTaken = false;
  const transaction = {
    existsBy: async () => isTaken,
    query: async (sql: string) => (sql.includes("FROM stored_file") ? files : [present]),
  };
  const deps = {
    applicantFiles: {
      replace: async () => undefined,
      write: (_place: object, _id: string, _checked: object, work: (...given: object[]) => unknown) =>
        work(transaction, []),
    },
    audit: { record: async () => undefined },
    clock: { now: () => new Date("2026-11-29T06:30:00.000Z") },
    fileService: { imageName: () => "a.jpg" },
    keys,
  } as unknown as Parameters<typeof changeApplicant>[0];
  let writes = 0;
  const change = () => {
    const caller = toPrincipal({ address: "127.0.0.1" }, { userId: "u", sessionId: "s" });
    const before = openApplicant(present, files as unknown as StoredFileEntity[], deps);
    const passport = checkedPassport(keys, "K1234567", "passportNumber");
    return changeApplicant(
      deps,
      caller,
      before,
      { passport, files: [], removedFileIds: [] },
      {
        getRequest: async () => ({}) as never,
        write: async () => {
          writes++;
          return [];
        },
      },
    );
  };
  await change();
  isTaken = true;
  await expect(change()).rejects.toMatchObject({ code: "CONFLICT" });
  expect(writes).toBe(1);
});
