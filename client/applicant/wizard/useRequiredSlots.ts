import { useState } from "react";
import {
  findSlotViolations,
  type LaterWords,
  laterWordsOf,
  listRequired,
  listSlots,
} from "../form/requiredSlots";
import type { FormField } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { ApplicantFilesState } from "./useApplicantFiles";

/** The documents that the visa requires, with what the form has of each; `required` are their names. */
export function useRequiredSlots(given: {
  required: readonly string[];
  before: ApplicantPartsFragment | undefined;
  restored: LaterWords | undefined;
  files: ApplicantFilesState;
}) {
  const { required, before, restored, files } = given;
  const [later, setLater] = useState<LaterWords>(() => restored ?? laterWordsOf(before));
  const slots = listSlots(listRequired(required, before), files.listed, later);

  /** Says why a document is left for later. */
  const leave = (documentName: string, words: LaterWords[string]) =>
    setLater((all) => ({ ...all, [documentName]: words }));

  /** The field that a file of the sending stands in, by its place among them. */
  const fieldOfDocument = (index: number): FormField => {
    const name = files.files.documents[index]?.documentName;
    const place = slots.findIndex(({ documentName }) => documentName === name);
    return place === -1 ? "documentFiles" : `requiredDocument${place}`;
  };

  return { slots, later, leave, violations: findSlotViolations(slots), fieldOfDocument };
}
