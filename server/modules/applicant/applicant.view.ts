import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import type { StoredFileEntity } from "../file/file.entity";
import type { FilePurpose } from "../file/file.rules";
import type { FileService } from "../file/file.service";
import type { VisaApplicantEntity } from "./applicant.entity";
import type { ApplicantDetails } from "./applicant.rules";
import {
  decryptComments,
  decisionNoteText,
  decryptPassportNumber,
  decryptRequiredDocuments,
  mrzText,
} from "./applicant.crypto";
import { mapFields, type ApplicantFieldName } from "./applicantFields.rules";
import type { Mrz } from "./mrzLines.rules";
import { replacePapers, type KeptDocument } from "./documents/requiredDocuments.rules";

export interface ApplicantView extends Omit<VisaApplicantEntity, `${string}Sealed` | "passportNumberIndex"> {
  passportNumber: string;
  comments: string | null;
  /** The MRZ of the passport; null if there is none. */
  mrz: Mrz | null;
  decisionNote: string | null;
  photo: FileView;
  passportFront: FileView;
  passportBack: FileView;
  documents: FileView[];
  /** The state of each required document, in the order of the visa's list. */
  requiredDocuments: KeptDocument[];
  approvedVisa: FileView | undefined;
  /** A visa that is waiting for a second staff member's approval; visible to staff only. */
  waitingVisa: FileView | undefined;
}

export interface FileView extends Omit<
  StoredFileEntity,
  "visaApplicantId" | "imageNameSealed" | "wrappedKey"
> {
  imageName: string;
  /**
   * Name of the required document that this file is for; null for additional documents and for files that are not
   * documents.
   */
  documentName: string | null;
}

/** Builds the view of one applicant. Values are decrypted on access, since a list needs few of them. */
export function openApplicant(
  {
    passportNumberSealed,
    passportNumberIndex: _index,
    commentsSealed,
    mrzSealed,
    decisionNoteSealed,
    requiredDocumentsSealed,
    ...applicant
  }: VisaApplicantEntity,
  files: readonly StoredFileEntity[],
  { keys, fileService }: { keys: KeyRing; fileService: FileService },
): ApplicantView {
  const { visaApplicantId } = applicant;
  const show = (file: StoredFileEntity): FileView => {
    const { visaApplicantId: _of, imageNameSealed: _name, wrappedKey: _key, ...shown } = file;
    return {
      ...shown,
      get imageName() {
        return fileService.imageName(file);
      },
      get documentName() {
        const document = requiredDocuments().find(({ fileIds }) => fileIds.includes(file.fileId));
        return document?.documentName ?? null;
      },
    };
  };
  const filesFor = (purpose: FilePurpose) =>
    files.filter((file) => file.visaApplicantId === visaApplicantId && file.purpose === purpose).map(show);
  const single = (purpose: FilePurpose) => {
    const [file] = filesFor(purpose);
    if (!file) throw new Error(`The applicant ${visaApplicantId} has no ${purpose}`);
    return file;
  };
  const documents = filesFor("DOCUMENT");
  const [visa] = filesFor("VISA");
  const isApproved = applicant.visaApplicantStatus === "APPROVED";
  let required: KeptDocument[] | undefined;
  const requiredDocuments = () =>
    (required ??= replacePapers(
      decryptRequiredDocuments(keys, { visaApplicantId, requiredDocumentsSealed }),
      (fileId) => documents.find((document) => document.fileId === fileId)?.fileId,
    ));
  return {
    ...applicant,
    get passportNumber() {
      return decryptPassportNumber(keys, { visaApplicantId, passportNumberSealed });
    },
    get comments() {
      return decryptComments(keys, { visaApplicantId, commentsSealed });
    },
    get mrz() {
      return mrzText.decryptJson(keys, visaApplicantId, mrzSealed);
    },
    get decisionNote() {
      return decisionNoteText.decrypt(keys, visaApplicantId, decisionNoteSealed);
    },
    photo: single("PHOTO"),
    passportFront: single("PASSPORT_FRONT"),
    passportBack: single("PASSPORT_BACK"),
    documents,
    get requiredDocuments() {
      return requiredDocuments();
    },
    approvedVisa: isApproved ? visa : undefined,
    waitingVisa: isApproved ? undefined : visa,
  };
}

export function toDetails(view: Pick<ApplicantView, ApplicantFieldName>): ApplicantDetails {
  return mapFields((name) => view[name] ?? "");
}
