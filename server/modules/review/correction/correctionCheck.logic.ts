/** Checks a traveller's answer to corrections by the rules of the form; reports all violations in one response. */
import { missing } from "../../../core/text.rules";
import { throwIfAny, type Violation, type UserErrorCode } from "../../../core/errors";
import type { PassedFile } from "../../file/file.service";
import { todayInKolkata, type Day } from "../../../core/day.rules";
import { haveSameFee } from "../../visaRequest/pricing.rules";
import type { VisaRequestEntity } from "../../visaRequest/visaRequest.entity";
import type { VisaApplicantEntity } from "../../applicant/applicant.entity";
import {
  checkApplicantDetails,
  normaliseDetails,
  suggestTravelerType,
  toColumns,
  type ApplicantDetails,
} from "../../applicant/applicant.rules";
import { toDetails, type ApplicantView } from "../../applicant/applicant.view";
import { encryptPassportNumber } from "../../applicant/applicant.crypto";
import {
  applicantFields,
  correctableFields,
  type ApplicantFieldName,
} from "../../applicant/applicantFields.rules";
import { listDocuments } from "../../applicant/documents/applicationDocuments.logic";
import type { ApplicationDocuments } from "../../applicant/documents/requiredDocuments.rules";
import {
  checkedPassport,
  findDuplicatePassport,
  type CheckedChange,
} from "../../applicant/submission/applicantChange.logic";
import { findPassportLines } from "../../applicant/submission/applicantSubmission.service";
import { chooseMrz, type MrzEntry } from "../../applicant/mrzLines.rules";
import {
  matchAnswer,
  type CorrectionAnswer,
  type MatchedAnswer,
  type OpenCorrection,
} from "./correctionMatch.rules";
import type { FieldAnswer } from "./reviewNote.crypto";
import type { CaseDeps } from "../case/case.service";
import type { ReceivedUpload } from "../../../core/ReceivedUpload";

export interface CheckedCorrection extends CheckedChange {
  changes: Partial<VisaApplicantEntity>;
  /**
   * The input field of each uploaded file, the id of the file that it replaces, and the name of the required document.
   */
  papers: readonly { place: string; fileId: string | null; documentName: string | null }[];
  /** Answers to questions of the visa. */
  documentAnswers: readonly { documentName: string; answer: string }[];
  /** The documents that the new category requires; undefined if the category does not change. */
  categoryDocuments: ApplicationDocuments | undefined;
  /** The MRZ of a new front page; null removes the stored one, undefined leaves it unchanged. */
  mrz: MrzEntry | null | undefined;
  answers: (FieldAnswer & { correctionId: string })[];
  /** The names of changed fields, for the audit log. */
  changed: string[];
}

/** The price depends on age and has been paid, so a date of birth that changes the price is rejected. */
const otherPrice =
  "With this date of birth the applicant would be in another category, which has another price. Write to us instead";

type Matched = MatchedAnswer<ReceivedUpload>;

/** Returns the checked answer. Errors: REQUIRED, INVALID, violations, FILE_*, CONFLICT for a duplicate passport. */
export async function checkAnswer(
  deps: Pick<CaseDeps, "catalogue" | "clock" | "db" | "fileService" | "keys">,
  request: VisaRequestEntity,
  given: {
    before: ApplicantView;
    open: readonly OpenCorrection[];
    answer: CorrectionAnswer<ReceivedUpload>;
  },
): Promise<CheckedCorrection> {
  const { before, open, answer } = given;
  const { catalogue, clock, db, fileService, keys } = deps;
  const questions = before.requiredDocuments.flatMap((one) => (one.isQuestion ? [one.documentName] : []));
  const matched = matchAnswer(open, answer, questions);
  const today = todayInKolkata(clock.now());
  const { details, violations } = checkFields(before, matched, { today, request });
  const submissions = matched.papers.map(({ place, purpose, file }) => ({
    field: place,
    purpose,
    upload: file,
  }));
  const place = matched.fields.find(({ field }) => field === "PASSPORT_NUMBER")?.place;
  const { passportNumber } = details;
  const passport = place && passportNumber ? checkedPassport(keys, passportNumber, place) : undefined;
  const duplicates = await findDuplicatePassport(db.read, before, passport);
  const others = [...matched.violations, ...violations, ...duplicates];
  const inspected = await fileService.inspect(request.userId, submissions, {
    isRefused: others.length > 0,
  });
  throwIfAny([...others, ...inspected.violations]);

  const { files, removedFileIds } = placeFiles(before, matched, inspected.passed);
  const isOtherCategory = details.travelerType !== before.travelerType;
  const fields = matched.fields.map(({ field }) => correctableFields[field]);
  if (isOtherCategory) fields.push("travelerType");
  const kept = toColumns(details, request.travelDate);
  const columns = fields.filter((field): field is keyof typeof kept => field in kept);
  const present = toDetails(before);
  const mrz = chooseMrz({
    sent: undefined,
    before: before.mrz,
    isNewPage: matched.papers.some(({ purpose }) => purpose === "PASSPORT_FRONT"),
    read: findPassportLines(inspected.passed),
  });
  return {
    changes: {
      ...(Object.fromEntries(columns.map((name) => [name, kept[name]])) as Partial<VisaApplicantEntity>),
      ...(passport && encryptPassportNumber(keys, before.visaApplicantId, passportNumber)),
    },
    passport,
    mrz,
    papers: matched.papers,
    documentAnswers: matched.answers,
    categoryDocuments: isOtherCategory ? await listDocuments(catalogue, request, details) : undefined,
    files,
    removedFileIds,
    answers: listAnswers(matched, present, details),
    changed: [
      ...fields.filter((field) => details[field] !== present[field]),
      ...(mrz === undefined ? [] : ["mrz"]),
      ...(matched.answers.length > 0 ? ["answers"] : []),
      ...new Set(files.map(({ purpose }) => purpose)),
    ],
  };
}

/** Returns the details with the new values, and violations of those values. */
function checkFields(
  before: ApplicantView,
  { fields }: Matched,
  { today, request }: { today: Day; request: VisaRequestEntity },
): { details: ApplicantDetails; violations: Violation<UserErrorCode>[] } {
  const places = new Map<ApplicantFieldName, string>();
  const blank: Violation<UserErrorCode>[] = [];
  const sent: Partial<ApplicantDetails> = {};
  for (const { place, field, value } of fields) {
    const name = correctableFields[field];
    sent[name] = value;
    if (value.trim()) places.set(name, place);
    else blank.push(missing(place, `${applicantFields[name].label} is missing`));
  }
  const details = normaliseDetails({ ...toDetails(before), ...sent });
  const { travelDate } = request;
  const category = places.has("dateOfBirth") && suggestTravelerType(details.dateOfBirth, travelDate);
  if (category && haveSameFee(request, before.travelerType, category)) details.travelerType = category;
  // Violations of other fields are ignored: those values were valid when sent, and cannot be corrected here.
  const found = checkApplicantDetails(details, { today, travelDate });
  const isBirthWrong = found.some(
    ({ field, against }) => field === "dateOfBirth" || against === "dateOfBirth",
  );
  const violations = found.flatMap((violation): Violation<UserErrorCode>[] => {
    const isOtherPrice = violation.field === "travelerType";
    const { field, against, code, message } = violation;
    // If dates contradict each other, the one that was sent is reported.
    const place = places.get(isOtherPrice ? "dateOfBirth" : field) ?? (against && places.get(against));
    if (!place || (isOtherPrice && isBirthWrong)) return [];
    return [{ field: place, code, message: isOtherPrice ? otherPrice : message }];
  });
  return { details, violations: [...blank, ...violations] };
}

/** Returns the old and the new value of each requested field. */
function listAnswers(
  { fields }: Matched,
  present: ApplicantDetails,
  details: ApplicantDetails,
): CheckedCorrection["answers"] {
  return fields.map(({ correctionId, field, isRightAsItIs }) => {
    const [before, after] = [present[correctableFields[field]], details[correctableFields[field]]];
    return { correctionId, before, after, isRightAsItIs: isRightAsItIs && before === after };
  });
}

/** Gives each file the position of the one it replaces; missing documents are added at the end. */
function placeFiles(
  before: ApplicantView,
  { papers }: Matched,
  passed: readonly Pick<PassedFile, "field" | "file">[],
): Pick<CheckedCorrection, "files" | "removedFileIds"> {
  const { photo, passportFront, passportBack, documents } = before;
  const kept = [photo, passportFront, passportBack, ...documents];
  let nextPosition = (documents.at(-1)?.position ?? -1) + 1;
  const files: PassedFile[] = [];
  const removedFileIds: string[] = [];
  for (const { field, file } of passed) {
    const paper = papers.find(({ place }) => place === field)!;
    const replaced = kept.find(({ fileId }) => fileId === paper.fileId);
    if (replaced) removedFileIds.push(replaced.fileId);
    const position = replaced?.position ?? nextPosition++;
    files.push({ purpose: paper.purpose, field, position, file });
  }
  return { files, removedFileIds };
}
