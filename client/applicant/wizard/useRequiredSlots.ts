import { useState } from "react";
import {
  findSlotViolations,
  type LaterWords,
  toLaterWords,
  listRequired,
  listSlots,
} from "../form/requiredSlots";
import type { FormField } from "../form/wizardSteps";
import type { ApplicantPartsFragment } from "../operations.generated";
import type { ApplicantFilesState } from "./useApplicantFiles";

/** Documents that the visa requires, with their state in the form; `required` are their names. */
export function useRequiredSlots(given: {
  required: readonly string[];
  before: ApplicantPartsFragment | undefined;
  restored: LaterWords | undefined;
  files: ApplicantFilesState;
}) {
  const { required, before, restored, files } = given;
  const [later, setLater] = useState<LaterWords>(() => restored ?? toLaterWords(before));
  const slots = listSlots(listRequired(required, before), files.listed, later);

  /** Sets why a document is left for later. */
  const leave = (documentName: string, words: LaterWords[string]) =>
    setLater((all) => ({ ...all, [documentName]: words }));

  /** Returns the field of an uploaded file by its index in the request. */
  const fieldOfDocument = (index: number): FormField => {
    const name = files.files.documents[index]?.documentName;
    const place = slots.findIndex(({ documentName }) => documentName === name);
    return place === -1 ? "documentFiles" : `requiredDocument${place}`;
  };

  return { slots, later, leave, violations: findSlotViolations(slots), fieldOfDocument };
}
