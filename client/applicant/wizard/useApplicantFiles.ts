import { useState } from "react";
import type { ListedFile } from "../../file/field/ChosenFiles";
import type { PreparedFile } from "../../file/field/prepareFile";
import { maxFiles, maxRequestBytes } from "../../../server/modules/file/file.rules";
import { noFiles, toListed, type ApplicantFiles, withoutDeclined } from "../form/applicantForm";
import { type FileSlot, fileSlotNames, type FormField } from "../form/wizardSteps";
import {
  type Answers,
  findSlotViolations,
  firstWords,
  type LaterWords,
  listAnswers,
  listSlots,
  type SlotSources,
} from "../form/requiredSlots";
import type { ApplicantPartsFragment } from "../operations.generated";

/** Maximum size of all files in a request; 64 KB is reserved for the other fields. */
export const maxBytesOfFiles = maxRequestBytes - 64 * 1024;

export function useApplicantFiles(
  before: ApplicantPartsFragment | undefined,
  restored: ApplicantFiles | undefined,
) {
  const [files, setFiles] = useState(restored ?? noFiles);

  const choose = (slot: FileSlot, prepared: PreparedFile | undefined) =>
    setFiles((present) => {
      const { [slot]: _replaced, ...others } = present.chosen;
      return { ...present, chosen: prepared ? { ...others, [slot]: prepared } : others };
    });

  /** `documentName` names the required document that the files belong to; null for additional documents. */
  const addDocuments = (added: PreparedFile[], documentName: string | null) => {
    const keyed = added.map((prepared) => ({ key: crypto.randomUUID(), prepared, documentName }));
    setFiles((present) => ({ ...present, documents: [...present.documents, ...keyed] }));
  };

  const copyDocuments = (copied: ListedFile[]) =>
    setFiles((present) => ({ ...present, copied: [...(present.copied ?? []), ...copied] }));

  const keptDocuments = before?.visaApplicationDocuments ?? [];
  const removeDocument = (key: string) =>
    setFiles((present) => ({
      ...present,
      documents: present.documents.filter((document) => document.key !== key),
      ...(present.copied && { copied: present.copied.filter((copy) => copy.key !== key) }),
      removedDocumentIds: keptDocuments.some((kept) => kept.visaApplicationDocumentId === key)
        ? [...present.removedDocumentIds, key]
        : present.removedDocumentIds,
    }));

  const listed = listFiles(files, keptDocuments);
  const weight = [...Object.values(files.chosen), ...files.documents.map(({ prepared }) => prepared)].reduce(
    (sum, { file }) => sum + file.size,
    0,
  );
  const room = {
    // Always counts the photo and both passport pages, even if they are not chosen yet.
    files: maxFiles - fileSlotNames.length - files.documents.length - (files.copied?.length ?? 0),
    bytes: maxBytesOfFiles - weight,
  };

  const hasFile = Object.fromEntries(
    fileSlotNames.map((slot) => [slot, Boolean(before ?? files.chosen[slot])]),
  ) as Record<FileSlot, boolean>;

  return { files, choose, addDocuments, copyDocuments, removeDocument, listed, room, hasFile };
}

/** Lists the form's documents: stored ones that were not removed, chosen ones, and copies from other applicants. */
function listFiles(
  { documents, removedDocumentIds, copied = [] }: ApplicantFiles,
  stored: ApplicantPartsFragment["visaApplicationDocuments"],
): ListedFile[] {
  return [
    ...stored.map(toListed).filter(({ key }) => !removedDocumentIds.includes(key)),
    ...documents.map(({ key, documentName, prepared: { file, contentType } }) => ({
      key,
      documentName,
      name: file.name,
      size: file.size,
      contentType,
    })),
    ...copied,
  ];
}

export type ApplicantFilesState = ReturnType<typeof useApplicantFiles>;

/** Returns the slots of required documents and questions, and functions that fill them. */
export function useRequiredSlots(
  given: SlotSources & {
    before: ApplicantPartsFragment | undefined;
    restored: { later: LaterWords; answers?: Answers } | undefined;
    files: ApplicantFilesState;
  },
) {
  const { before, restored, files } = given;
  const [first] = useState(() => restored ?? firstWords(given));
  const [later, setLater] = useState(first.later);
  const [answers, setAnswers] = useState(first.answers ?? {});
  const slots = listSlots(given, files.listed, later, answers);

  const leave = (documentName: string, words: LaterWords[string] | undefined) =>
    setLater(({ [documentName]: _old, ...others }) =>
      words ? { ...others, [documentName]: words } : others,
    );

  const fieldOfDocument = (index: number): FormField => {
    const name = withoutDeclined(files.files, slots).documents[index]?.documentName;
    const place = slots.findIndex(({ documentName }) => documentName === name);
    return place === -1 ? "documentFiles" : `requiredDocument${place}`;
  };

  const answer = (documentName: string, text: string) =>
    setAnswers((present) => ({ ...present, [documentName]: text }));

  /**
   * Returns the form field that a server error belongs to; `part` is an answer's index or an unanswered question's id.
   */
  const fieldOfAnswer = (part: string): FormField | undefined => {
    const id = listAnswers(slots, before)?.[Number(part)]?.requirementId ?? part;
    const place = slots.findIndex(({ requirement }) => requirement?.requirementId === id);
    return place === -1 ? undefined : `requiredDocument${place}`;
  };

  const violations = findSlotViolations(slots);
  const names = slots.map(({ documentName, requirement }) => requirement?.label ?? documentName);
  const said = { later, answers };
  return { slots, names, said, leave, answer, violations, fieldOfDocument, fieldOfAnswer };
}
