import { useState } from "react";
import type { ListedFile } from "../../file/field/MultiFileField";
import type { PreparedFile } from "../../file/field/prepareFile";
import { noFiles, type ApplicantFiles } from "../form/applicantForm";
import { fileSlotNames, type FileSlot } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";

/** Upload limits from `siteInfo.uploadLimits`. */
export interface UploadLimits {
  maxFileBytes: number;
  maxFiles: number;
  maxRequestBytes: number;
}

/** Space reserved in the request for the fields other than files. */
const fieldBytes = 64 * 1024;

/** The files chosen in the form, and the stored files when an applicant is edited. */
export function useApplicantFiles(
  before: ApplicantPartsFragment | undefined,
  restored: ApplicantFiles | undefined,
  limits: UploadLimits,
) {
  const [files, setFiles] = useState(restored ?? noFiles);

  const choose = (slot: FileSlot, prepared: PreparedFile | undefined) =>
    setFiles((present) => {
      const { [slot]: _replaced, ...others } = present.chosen;
      return { ...present, chosen: prepared ? { ...others, [slot]: prepared } : others };
    });

  /** `documentName`: the required document that the files belong to. */
  const addDocuments = (added: PreparedFile[], documentName: string | null) => {
    const keyed = added.map((prepared) => ({ key: crypto.randomUUID(), prepared, documentName }));
    setFiles((present) => ({ ...present, documents: [...present.documents, ...keyed] }));
  };

  const keptDocuments = before?.visaApplicationDocuments ?? [];
  const removeDocument = (key: string) =>
    setFiles((present) => ({
      ...present,
      documents: present.documents.filter((document) => document.key !== key),
      removedDocumentIds: keptDocuments.some((kept) => kept.visaApplicationDocumentId === key)
        ? [...present.removedDocumentIds, key]
        : present.removedDocumentIds,
    }));

  const listed: ListedFile[] = [
    ...keptDocuments
      .filter(({ visaApplicationDocumentId: id }) => !files.removedDocumentIds.includes(id))
      .map(({ visaApplicationDocumentId: key, imageName: name, documentName, size, contentType }) => ({
        key,
        name,
        documentName,
        size,
        contentType,
      })),
    ...files.documents.map(({ key, documentName, prepared: { file, contentType } }) => ({
      key,
      documentName,
      name: file.name,
      size: file.size,
      contentType,
    })),
  ];

  const weight = [...Object.values(files.chosen), ...files.documents.map(({ prepared }) => prepared)].reduce(
    (sum, { file }) => sum + file.size,
    fieldBytes,
  );
  const room = {
    // Reserves space for the photo and both passport pages.
    files: limits.maxFiles - fileSlotNames.length - files.documents.length,
    bytes: limits.maxRequestBytes - weight,
  };

  const hasFile = Object.fromEntries(
    fileSlotNames.map((slot) => [slot, Boolean(before ?? files.chosen[slot])]),
  ) as Record<FileSlot, boolean>;

  return { files, choose, addDocuments, removeDocument, listed, room, hasFile };
}

export type ApplicantFilesState = ReturnType<typeof useApplicantFiles>;
