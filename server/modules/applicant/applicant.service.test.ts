import "reflect-metadata";
import { expect, test } from "@jest/globals";
import type { Principal } from "../../core/principal";
import { singleFiles } from "./submission/applicantSubmission.service";
import { ApplicantService } from "./applicant.service";

test("an applicant is read with the files in one statement, so that a removal cannot come between them", async () => {
  const visaApplicantId = "one";
  const files = singleFiles.map(({ purpose }) => ({ visaApplicantId, fileId: purpose, purpose }));
  const rows = [{ visaApplicantId, visaApplicantStatus: "PENDING", files: JSON.stringify(files) }];
  // The applicant is removed after the first statement.
  const query = async () => rows.splice(0);
  const service = new ApplicantService({ db: { rows: { query } } } as unknown as ConstructorParameters<
    typeof ApplicantService
  >[0]);
  const caller = { session: { userId: "owner" } } as Principal;
  expect(await service.getMine(caller, visaApplicantId)).toMatchObject({
    visaApplicantId,
    photo: { fileId: "PHOTO" },
  });
  await expect(service.getMine(caller, visaApplicantId)).rejects.toMatchObject({
    violations: [{ code: "NOT_FOUND" }],
  });
});
