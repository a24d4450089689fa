import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { fingerprint, type ApplicantSubmission } from "./applicantSubmission.service";

test("a call with the same idempotency key has to repeat each part of the submission", () => {
  const upload = { name: "a.jpg", type: "image/jpeg", bytes: Buffer.from("bytes") } as never;
  const parts: Partial<ApplicantSubmission>[] = [
    { details: { firstName: "Asha" } },
    { profileFile: upload },
    { passportFrontFile: upload },
    { passportBackFile: upload },
    { documentFiles: [upload] },
    { copyDocumentIds: ["a"] },
    { copies: [{ file: { sha256: "a" } } as never] },
    {
      mrzLine1: "P<INDRAO<<ASHA<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<<",
      mrzLine2: "Z1234567<8IND8802290F3010102<<<<<<<<<<<<<<04",
    },
    { consent: { textVersion: "2026-11-25" } },
    { documentNames: ["Hotel"] },
    { documentRequirements: ["hotel"] },
    { laterDocuments: [{ documentName: "Hotel", reason: "NOT_READY" }] },
    { answers: [{ requirementId: "address", answer: "Mumbai" }] },
  ];
  const texts = [{}, ...parts].map((part) => JSON.stringify(fingerprint("r", { details: {}, ...part })));
  expect(new Set(texts).size).toBe(texts.length);
  expect(JSON.stringify(fingerprint("other", { details: {} }))).not.toBe(texts[0]);
});
