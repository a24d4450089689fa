import type { PreparedFile } from "../../file/field/prepareFile";
import type { WhileChecking } from "../../file/field/useChecks";
import type { LaterWords, RequiredSlot } from "../form/requiredSlots";
import type { FormField } from "../form/wizardSteps";

export interface RequiredDocumentsProps {
  slots: RequiredSlot[];
  onAdd: (documentName: string, files: PreparedFile[]) => void;
  onRemove: (key: string) => void;
  /** Undefined removes the reason. */
  onLater: (documentName: string, words: LaterWords[string] | undefined) => void;
  onAnswer: (documentName: string, answer: string) => void;
  /** Called when a slot changes, so that errors of its fields are cleared. */
  onChanged: (fields: FormField[]) => void;
  errors: Partial<Record<FormField, string>>;
  room: { files: number; bytes: number };
  whileChecking: WhileChecking;
}

export interface SlotProps extends Omit<RequiredDocumentsProps, "slots"> {
  slot: RequiredSlot;
  index: number;
}

/** Returns the field names of the slot at an index. */
export const slotFields = (index: number) =>
  ({
    paper: `requiredDocument${index}`,
    reason: `laterReason${index}`,
    note: `laterNote${index}`,
  }) as const satisfies Record<string, FormField>;
