import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { StoredFileEntity } from "../file/file.entity";
import type { FilePurpose } from "../file/file.rules";
import type { FileService } from "../file/file.service";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { ApplicantDetails } from "./applicant.rules";

/** A traveller as the owner sees them: the passport number open, the files beside. */
export interface ApplicantView extends Omit<
  VisaApplicantEntity,
  "passportNumberSealed" | "passportNumberIndex"
> {
  passportNumber: string;
  photo: FileView;
  passportFront: FileView;
  passportBack: FileView;
  documents: FileView[];
  approvedVisa: FileView | undefined;
}

export interface FileView {
  fileId: string;
  imageName: string;
  contentType: StoredFileEntity["contentType"];
  size: number;
  /** Its place among the files of the same purpose. */
  position: number;
  scanState: StoredFileEntity["scanState"];
}

/** Opens what is sealed in the rows of one traveller. */
export function openApplicant(
  { passportNumberSealed, passportNumberIndex: _index, ...applicant }: VisaApplicantEntity,
  files: readonly StoredFileEntity[],
  { keys, fileService }: { keys: KeyRing; fileService: FileService },
): ApplicantView {
  const viewsOf = (purpose: FilePurpose) =>
    files
      .filter((file) => file.visaApplicantId === applicant.visaApplicantId && file.purpose === purpose)
      .map((file): FileView => {
        const { fileId, contentType, size, position, scanState } = file;
        return { fileId, contentType, size, position, scanState, imageName: fileService.imageName(file) };
      });
  const single = (purpose: FilePurpose) => {
    const [view] = viewsOf(purpose);
    if (!view) throw new Error(`The applicant ${applicant.visaApplicantId} has no ${purpose}`);
    return view;
  };
  return {
    ...applicant,
    passportNumber: keys.openText(passportNumberSealed, passportContext(applicant.visaApplicantId)),
    photo: single("PHOTO"),
    passportFront: single("PASSPORT_FRONT"),
    passportBack: single("PASSPORT_BACK"),
    documents: viewsOf("DOCUMENT"),
    approvedVisa: viewsOf("VISA")[0],
  };
}

/** What is kept of a passport number: the sealed text, and an index that finds the same number again. */
export function sealPassportNumber(keys: KeyRing, visaApplicantId: string, passportNumber: string) {
  return {
    passportNumberSealed: keys.sealText(passportNumber, passportContext(visaApplicantId)),
    passportNumberIndex: keys.blindIndex(passportNumber, indexUse),
  };
}

/** Every index under which the number may be kept: two while one data key takes the place of the other. */
export function findPassportIndexes(keys: KeyRing, passportNumber: string): string[] {
  return keys.blindIndexes(passportNumber, indexUse);
}

/** The sealed number and its index anew, with the present data key. */
export function resealPassportNumber(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "passportNumberSealed">,
) {
  const passportNumber = keys.openText(passportNumberSealed, passportContext(visaApplicantId));
  return sealPassportNumber(keys, visaApplicantId, passportNumber);
}

/** The details of a traveller as the form has them, for a change of some of them. */
export function detailsOf(view: ApplicantView): ApplicantDetails {
  const { title, firstName, lastName, gender, dateOfBirth, passportNumber, travelerType } = view;
  const { passportIssueDate, passportExpireDate, nationality, passportCountry, comments } = view;
  return {
    title,
    firstName,
    lastName,
    gender,
    dateOfBirth,
    passportNumber,
    passportIssueDate,
    passportExpireDate,
    travelerType,
    nationality,
    passportCountry,
    comments: comments ?? "",
  };
}

const indexUse = "passport-number";

function passportContext(visaApplicantId: string): string {
  return `passport-number/${visaApplicantId}`;
}
