import { describe, expect, test } from "@jest/globals";
import { normaliseDetails } from "../../../server/modules/applicant/applicant.rules";
import type { PreparedFile } from "../../file/field/prepareFile";
import type { LaterDocumentInput } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../operations.generated";
import { blankDetails, createInput, noFiles, sortUserErrors, getStep, updateInput } from "./applicantForm";
import type { RequiredSlot } from "./requiredSlots";

const asha = {
  visaApplicantId: "a-1",
  visaRequestId: "r-1",
  title: "Ms.",
  firstName: "Asha",
  lastName: "Rao",
  gender: "FEMALE",
  dateOfBirth: "1990-03-05",
  passportNumber: "A1234567",
  passportIssueDate: "2020-01-01",
  passportExpireDate: "2030-01-01",
  travelerType: "ADULT",
  nationality: "NEPALESE",
  passportCountry: "NEPAL",
  comments: null,
  requiredDocuments: [],
} as unknown as ApplicantPartsFragment;
const picture = (name: string): PreparedFile => ({ file: new File(["x"], name), contentType: "image/jpeg" });

const slot = (known: Partial<RequiredSlot>): RequiredSlot => ({
  documentName: "",
  requirement: undefined,
  files: known.reason
    ? []
    : [{ key: "f", name: "f", documentName: null, size: 1, contentType: "image/jpeg" }],
  declined: [],
  reason: "NOT_READY",
  note: "",
  isConditional: false,
  isQuestion: false,
  answer: "",
  ...known,
});

test("a new form copies only nationality and passport country from the first applicant", () => {
  expect(blankDetails(undefined)).toMatchObject({
    title: "Mr.",
    gender: "MALE",
    nationality: "INDIAN",
    passportCountry: "INDIA",
  });
  expect(blankDetails(asha)).toMatchObject({
    firstName: "",
    nationality: "NEPALESE",
    passportCountry: "NEPAL",
  });
});

test("createInput returns normalised values, files and the idempotency key, and omits empty values", () => {
  const photo = picture("me.jpg");
  const letter = { key: "1", prepared: picture("letter.jpg"), documentName: null };
  const ticket = { key: "2", prepared: picture("ticket.jpg"), documentName: "Return ticket" };
  const gone = { key: "3", prepared: picture("form.jpg"), documentName: "A form of last year" };
  const input = createInput({
    visaRequestId: "r-1",
    values: { ...normaliseDetails(asha), passportNumber: " a1 234567", travelerType: "" },
    files: { ...noFiles, chosen: { profileFile: photo }, documents: [letter, ticket, gone] },
    required: [
      slot({ documentName: "Bank statement", reason: "AWAITED" }),
      slot({ documentName: "Return ticket" }),
    ],
    consent: { textVersion: "2026-11-23" },
    passportLines: ["upper", "lower"],
    idempotencyKey: "k-1",
  });
  expect(input).toMatchObject({ mrzLine1: "upper", mrzLine2: "lower", isMrzReadOnDevice: true });
  expect(input.consent).toEqual({ textVersion: "2026-11-23" });
  expect(input).toMatchObject({ passportNumber: "A1234567", profileFile: photo.file, idempotencyKey: "k-1" });
  expect(input.documentFiles).toEqual([letter, ticket, gone].map(({ prepared }) => prepared.file));
  expect(input.documentNames).toEqual([null, "Return ticket", null]);
  expect(input.laterDocuments).toEqual([{ documentName: "Bank statement", reason: "AWAITED", note: null }]);
  expect(input.travelerType).toBeUndefined();
  expect(input.comments).toBeUndefined();
});

describe("updateInput", () => {
  test("returns only changed values", () => {
    const values = { ...normaliseDetails(asha), lastName: "Iyer", comments: "Window seat" };
    expect(updateInput({ before: asha, values, files: noFiles, required: [] })).toEqual({
      visaApplicantId: "a-1",
      lastName: "Iyer",
      comments: "Window seat",
    });
  });

  test("includes a changed file and removed documents", () => {
    const front = picture("front.jpg");
    const before = { ...asha, visaApplicationDocuments: [{ visaApplicationDocumentId: "d-1" }] };
    const files = { ...noFiles, chosen: { passportFrontFile: front }, removedDocumentIds: ["d-1"] };
    expect(
      updateInput({
        before: before as ApplicantPartsFragment,
        values: normaliseDetails(asha),
        files,
        required: [],
      }),
    ).toEqual({
      visaApplicantId: "a-1",
      passportFrontFile: front.file,
      removeDocumentIds: ["d-1"],
    });
  });

  test("omits documents that have been removed already", () => {
    const before = { ...asha, visaApplicationDocuments: [] };
    const files = { ...noFiles, removedDocumentIds: ["d-1"] };
    expect(updateInput({ before, values: normaliseDetails(asha), files, required: [] })).toBeUndefined();
  });

  test("omits new files of a document that does not apply, and removes its stored file", () => {
    const listed = (key: string) => ({
      key,
      name: key,
      documentName: "Permit",
      size: 1,
      contentType: "image/jpeg",
    });
    const stored = ["d-1", "d-2"].map((visaApplicationDocumentId) => ({ visaApplicationDocumentId }));
    const before = { ...asha, visaApplicationDocuments: stored } as unknown as ApplicantPartsFragment;
    const files = {
      ...noFiles,
      documents: [{ key: "1", prepared: picture("permit.jpg"), documentName: "Permit" }],
      copied: [listed("c-1")],
      removedDocumentIds: ["d-1"],
    };
    const declined = ["1", "c-1", "d-2"].map(listed);
    const required = [slot({ documentName: "Permit", reason: "NOT_NEEDED", declined })];
    expect(updateInput({ before, values: normaliseDetails(asha), files, required })).toEqual({
      visaApplicantId: "a-1",
      removeDocumentIds: ["d-1", "d-2"],
      laterDocuments: [{ documentName: "Permit", reason: "NOT_NEEDED", note: null }],
    });
  });

  test("returns only the consent if nothing else changed", () => {
    const consent = { textVersion: "2026-11-23", guardianName: "Meera Rao" };
    expect(
      updateInput({ before: asha, values: normaliseDetails(asha), files: noFiles, required: [], consent }),
    ).toEqual({
      visaApplicantId: "a-1",
      consent,
    });
  });

  test("returns undefined if nothing changed", () => {
    expect(
      updateInput({ before: asha, values: normaliseDetails(asha), files: noFiles, required: [] }),
    ).toBeUndefined();
  });

  test("returns the whole list of documents left for later if one of them changed", () => {
    const question = { requirementId: null, isQuestion: false, answer: null };
    const stored = { ...question, state: "LATER" as const, isOptional: false };
    const later = { documentName: "Return ticket", reason: "OTHER" as const, note: "By sea" };
    const before = { ...asha, requiredDocuments: [{ ...later, ...stored }] };
    const change = (now: (LaterDocumentInput & { documentName: string })[]) =>
      updateInput({
        before,
        values: normaliseDetails(before),
        files: noFiles,
        required: now.map(({ note, ...one }) => slot({ ...one, note: note ?? "" })),
      });
    expect(change([later])).toBeUndefined();
    expect(change([])).toEqual({ visaApplicantId: "a-1", laterDocuments: [] });
    const other = [{ ...later, note: "By train" }];
    expect(change(other)).toEqual({ visaApplicantId: "a-1", laterDocuments: other });
  });
});

test("sortUserErrors assigns server errors to form fields and returns all others as general", () => {
  const sorted = sortUserErrors(
    [
      { field: "passportNumber", code: "INVALID", message: "twice" },
      { field: "documentFiles.1", code: "INVALID", message: "damaged" },
      { field: "profileFile", code: "INVALID", message: "too small" },
      { field: null, code: "INVALID", message: "closed" },
      { field: "visaRequestId", code: "INVALID", message: "gone" },
      { field: "consent.guardianName", code: "REQUIRED", message: "by whom" },
      { field: "consent.textVersion", code: "INVALID", message: "to what" },
    ],
    (index) => (index === 1 ? "requiredDocument0" : "documentFiles"),
    () => undefined,
  );
  expect(sorted.violations.map(({ field }) => field)).toEqual([
    "passportNumber",
    "requiredDocument0",
    "profileFile",
    "guardianName",
    "consent",
  ]);
  expect(sorted.general).toEqual(["closed", "gone"]);
  expect(sorted.violations.map(({ field }) => getStep(field))).toEqual([
    "details",
    "details",
    "photo",
    "preview",
    "preview",
  ]);
});
