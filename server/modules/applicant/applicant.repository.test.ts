import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { requestRow } from "../../test/kit/data/requestRow";
import { openUnitSource } from "../../test/kit/data/unitSource";
import { StoredFileEntity } from "../file/file.entity";
import { VisaRequestEntity } from "../visaRequest/visaRequest.entity";
import { VisaApplicantEntity } from "./applicant.entity";
import { measureFiles } from "./applicant.repository";

test("an approved visa does not count for the quota of uploads, nor does a file that is replaced", async () => {
  const source = await openUnitSource();
  try {
    const { manager } = source;
    const request = requestRow();
    const { userId, visaRequestId, createdAt } = request;
    await manager.insert(VisaRequestEntity, request);
    await manager.insert(VisaApplicantEntity, {
      ...{
        visaApplicantId: "a",
        visaRequestId,
        visaApplicantStatus: "APPROVED",
        title: "Ms.",
        gender: "FEMALE",
      },
      ...{ firstName: "Asha", lastName: "Rao", dateOfBirth: "1988-02-29", travelerType: "ADULT", createdAt },
      ...{
        passportNumberSealed: "",
        passportNumberIndex: "",
        passportCountry: "INDIA",
        nationality: "INDIAN",
      },
      ...{ passportIssueDate: "2020-01-01", passportExpireDate: "2029-12-31" },
    });
    for (const purpose of ["PHOTO", "DOCUMENT", "VISA"] as const)
      await manager.insert(StoredFileEntity, {
        ...{
          fileId: purpose,
          visaApplicantId: "a",
          purpose,
          position: 0,
          contentType: "image/png",
          size: 100,
        },
        ...{ imageNameSealed: "", sha256: "", wrappedKey: "", createdAt, scanState: "CLEAN" },
      });
    for (const whose of [{ userId }, { visaRequestId }])
      expect(await measureFiles(manager, whose, [])).toEqual({ bytes: 200, files: 2 });
    expect(await measureFiles(manager, { userId }, ["PHOTO"])).toEqual({ bytes: 100, files: 1 });
  } finally {
    await source.destroy();
  }
});
