import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { AbsentFile } from "../../../core/ports";
import { FileService } from "../../file/file.service";
import { copyDocuments } from "./copyDocuments.logic";

test("a document that is removed before it is copied is a violation of its field", async () => {
  const applicant = { visaApplicantId: "other", visaRequestId: "r" };
  const document = { fileId: "gone", visaApplicantId: "other", purpose: "DOCUMENT" };
  const rows = {
    query: async (sql: string) => [sql.startsWith("SELECT * FROM visa_applicant ") ? applicant : document],
  };
  const fileService = new FileService({
    db: { rows: { query: async () => [] } },
    store: { get: () => Promise.reject(new AbsentFile("The file gone is missing")) },
  } as unknown as ConstructorParameters<typeof FileService>[0]);
  const deps = { db: { rows }, fileService, keys: {} } as unknown as Parameters<typeof copyDocuments>[0];
  const { copies, violations } = await copyDocuments(deps, { visaRequestId: "r", visaApplicantId: "own" }, [
    "gone",
  ]);
  expect(copies).toEqual([]);
  expect(violations).toMatchObject([{ field: "copyDocumentIds.0", code: "INVALID" }]);
});
