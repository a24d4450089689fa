import type { KeyRing } from "../../adapters/crypto/keyRing";
import type { StoredFileEntity } from "../file/file.entity";
import type { FilePurpose } from "../file/file.rules";
import type { FileService } from "../file/file.service";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { ApplicantDetails } from "./applicant.rules";
import { mapFields, type ApplicantFieldName } from "./applicantFields.rules";
import type { MrzSource } from "./mrzLines.rules";
import { replacePapers, type KeptDocument } from "./requiredDocuments.rules";

/** A traveller as the owner sees them: the passport number open, the files beside. */
export interface ApplicantView extends Omit<
  VisaApplicantEntity,
  | "passportNumberSealed"
  | "passportNumberIndex"
  | "mrzSealed"
  | "decisionNoteSealed"
  | "requiredDocumentsSealed"
> {
  passportNumber: string;
  /** The machine-readable zone of the passport; null while nobody entered it. */
  mrz: Mrz | null;
  /** What staff said on the decision. */
  decisionNote: string | null;
  photo: FileView;
  passportFront: FileView;
  passportBack: FileView;
  documents: DocumentView[];
  /** What is said of each document that the visa requires beside photo and passport, in the order of its list. */
  requiredDocuments: KeptDocument[];
  approvedVisa: FileView | undefined;
}

/** The two lines of a machine-readable zone as somebody typed them. */
export interface MrzEntry {
  line1: string;
  line2: string;
  enteredBy: MrzSource;
}

/** The two lines as they are kept. */
export interface Mrz extends MrzEntry {
  /** Missing where they were kept before this was. */
  enteredAt?: string;
}

export function entryOf({ line1, line2, enteredBy }: Mrz): MrzEntry {
  return { line1, line2, enteredBy };
}

export interface FileView {
  fileId: string;
  imageName: string;
  contentType: StoredFileEntity["contentType"];
  size: number;
  /** Its place among the files of the same purpose. */
  position: number;
  scanState: StoredFileEntity["scanState"];
  createdAt: string;
}

export interface DocumentView extends FileView {
  /** The required document that it answers; null for one beyond the list. */
  documentName: string | null;
}

/** Shows the rows of one traveller. What is sealed in them is opened when somebody looks at it: a list needs little of it. */
export function openApplicant(
  {
    passportNumberSealed,
    passportNumberIndex: _index,
    mrzSealed,
    decisionNoteSealed,
    requiredDocumentsSealed,
    ...applicant
  }: VisaApplicantEntity,
  files: readonly StoredFileEntity[],
  { keys, fileService }: { keys: KeyRing; fileService: FileService },
): ApplicantView {
  const { visaApplicantId } = applicant;
  const filesOf = (purpose: FilePurpose) =>
    files.filter((file) => file.visaApplicantId === visaApplicantId && file.purpose === purpose);
  const single = (purpose: FilePurpose) => {
    const [file] = filesOf(purpose);
    if (!file) throw new Error(`The applicant ${visaApplicantId} has no ${purpose}`);
    return showFile(file, fileService);
  };
  const documents = filesOf("DOCUMENT");
  const [approvedVisa] = filesOf("VISA");
  const isThere = (fileId: string) => documents.some((document) => document.fileId === fileId);
  let required: KeptDocument[] | undefined;
  const requiredDocuments = () =>
    (required ??= replacePapers(
      openRequiredDocuments(keys, { visaApplicantId, requiredDocumentsSealed }),
      (fileId) => (isThere(fileId) ? fileId : undefined),
    ));
  return {
    ...applicant,
    get passportNumber() {
      return openPassportNumber(keys, { visaApplicantId, passportNumberSealed });
    },
    get mrz() {
      return mrzSealed ? (JSON.parse(keys.openText(mrzSealed, mrzContext(visaApplicantId))) as Mrz) : null;
    },
    get decisionNote() {
      return decisionNoteSealed && keys.openText(decisionNoteSealed, decisionContext(visaApplicantId));
    },
    photo: single("PHOTO"),
    passportFront: single("PASSPORT_FRONT"),
    passportBack: single("PASSPORT_BACK"),
    documents: documents.map((file) => ({
      ...shownOf(file),
      get imageName() {
        return fileService.imageName(file);
      },
      get documentName() {
        return requiredDocuments().find(({ fileIds }) => fileIds.includes(file.fileId))?.documentName ?? null;
      },
    })),
    get requiredDocuments() {
      return requiredDocuments();
    },
    approvedVisa: approvedVisa && showFile(approvedVisa, fileService),
  };
}

function showFile(file: StoredFileEntity, fileService: FileService): FileView {
  return {
    ...shownOf(file),
    get imageName() {
      return fileService.imageName(file);
    },
  };
}

function shownOf({ fileId, contentType, size, position, scanState, createdAt }: StoredFileEntity) {
  return { fileId, contentType, size, position, scanState, createdAt };
}

/** The passport number of a row. */
export function openPassportNumber(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "passportNumberSealed">,
): string {
  return keys.openText(passportNumberSealed, passportContext(visaApplicantId));
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

/** What is kept of a machine-readable zone. `at`: not before the passport pages that came with it were stored. */
export function sealMrz(
  keys: KeyRing,
  { visaApplicantId, entry, at }: { visaApplicantId: string; entry: MrzEntry | null; at: Date },
): string | null {
  if (!entry) return null;
  const mrz: Mrz = { ...entry, enteredAt: at.toISOString() };
  return keys.sealText(JSON.stringify(mrz), mrzContext(visaApplicantId));
}

/** What is stored of a note on the decision. */
export function sealDecisionNote(keys: KeyRing, visaApplicantId: string, note: string | null): string | null {
  return note && keys.sealText(note, decisionContext(visaApplicantId));
}

/** What is stored of the required documents. */
export function sealRequiredDocuments(
  keys: KeyRing,
  visaApplicantId: string,
  documents: readonly KeptDocument[],
): string {
  return keys.sealText(JSON.stringify(documents), documentsContext(visaApplicantId));
}

/** What is said of each required document; nothing where the row is older than the asking. */
export function openRequiredDocuments(
  keys: KeyRing,
  {
    visaApplicantId,
    requiredDocumentsSealed,
  }: Pick<VisaApplicantEntity, "visaApplicantId" | "requiredDocumentsSealed">,
): KeptDocument[] {
  if (!requiredDocumentsSealed) return [];
  return JSON.parse(
    keys.openText(requiredDocumentsSealed, documentsContext(visaApplicantId)),
  ) as KeptDocument[];
}

/** What is sealed of a traveller, and the index of the passport number, anew with the present data key. */
export function resealApplicant(
  keys: KeyRing,
  {
    visaApplicantId,
    passportNumberSealed,
    mrzSealed,
    decisionNoteSealed,
    requiredDocumentsSealed,
  }: Pick<
    VisaApplicantEntity,
    | "visaApplicantId"
    | "passportNumberSealed"
    | "mrzSealed"
    | "decisionNoteSealed"
    | "requiredDocumentsSealed"
  >,
) {
  const reseal = (text: string, context: string) => keys.sealText(keys.openText(text, context), context);
  const passportNumber = openPassportNumber(keys, { visaApplicantId, passportNumberSealed });
  return {
    ...sealPassportNumber(keys, visaApplicantId, passportNumber),
    ...(mrzSealed && { mrzSealed: reseal(mrzSealed, mrzContext(visaApplicantId)) }),
    ...(decisionNoteSealed && {
      decisionNoteSealed: reseal(decisionNoteSealed, decisionContext(visaApplicantId)),
    }),
    ...(requiredDocumentsSealed && {
      requiredDocumentsSealed: reseal(requiredDocumentsSealed, documentsContext(visaApplicantId)),
    }),
  };
}

/** The details of a traveller as the form has them, for a change of some of them. */
export function detailsOf(view: Pick<ApplicantView, ApplicantFieldName>): ApplicantDetails {
  return mapFields((name) => view[name] ?? "");
}

const indexUse = "passport-number";

function passportContext(visaApplicantId: string): string {
  return `passport-number/${visaApplicantId}`;
}

function mrzContext(visaApplicantId: string): string {
  return `mrz/${visaApplicantId}`;
}

function decisionContext(visaApplicantId: string): string {
  return `decision-note/${visaApplicantId}`;
}

function documentsContext(visaApplicantId: string): string {
  return `required-documents/${visaApplicantId}`;
}
