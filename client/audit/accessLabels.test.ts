import { expect, test } from "@jest/globals";
import { fileKinds } from "../file/fileKinds";
import { describeAccess, type NameOfFile } from "./accessLabels";

const nameOfFile: NameOfFile = (kind) => fileKinds[kind].inSentence;
const asha = { visaApplicantId: "1", firstName: "Asha", lastName: "Rao" };

test.each([
  [{ actor: "STAFF", action: "FILE_SEEN", paper: "PHOTO" }, "Our staff opened the photo of Asha Rao"],
  [{ actor: "YOU", action: "FILE_SEEN", paper: null }, "You opened a file of Asha Rao"],
  [{ actor: "YOU", action: "APPLICANT_CREATED", paper: null }, "You added Asha Rao"],
  [
    { actor: "SYSTEM", action: "PAPERS_EXPIRED", paper: null },
    "The system removed all personal data, which is no longer kept",
  ],
  [
    { actor: "PARTNER", partnerName: "Ravi Travels", action: "APPLICANT_CREATED", paper: null },
    "Ravi Travels added Asha Rao",
  ],
  [
    { actor: "YOU", partnerName: "Ravi Travels", action: "APPLICANT_CREATED", paper: null },
    "You added Asha Rao",
  ],
] as const)("describeAccess describes %j as a sentence", (look, sentence) => {
  expect(describeAccess({ partnerName: null, ...look, visaApplicantId: "1" }, [asha], nameOfFile)).toBe(
    sentence,
  );
});

test("describeAccess describes a removed applicant without a name", () => {
  const look = {
    actor: "STAFF",
    partnerName: null,
    action: "FILE_SEEN",
    paper: "VISA",
    visaApplicantId: "2",
  } as const;
  expect(describeAccess(look, [asha], nameOfFile)).toBe(
    "Our staff opened the visa of an applicant who has been removed",
  );
});
