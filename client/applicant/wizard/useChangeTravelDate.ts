import { useRef, useState } from "react";
import { errorMessage, findProblem } from "../../lib/errorMessage";
import { findTravelDateProblem } from "../../visaRequest/TravelDateField";
import type { TypedTravelDate } from "../draft/applicantDraft";
import type { FormViolation } from "../form/wizardSteps";
import { useChangeTravelDateMutation } from "./operations.generated";

/** State of the field for a request's travel date, which is saved for all applicants. */
export function useChangeTravelDate(given: {
  request: { visaRequestId: string; travelDate: string };
  /** Today in India. */
  today: string;
  restored?: TypedTravelDate;
  /** Called when an earlier error no longer applies. */
  onCorrected?: () => void;
}) {
  const { request, today, restored, onCorrected } = given;
  const { visaRequestId, travelDate } = request;
  /** The field's value until it is saved. Starts with the draft's, unless another date has been saved since. */
  const [typed, setTyped] = useState(restored?.saved === travelDate ? restored.typed : undefined);
  const [error, setError] = useState<string>();
  const { isSaving, hasPending, saveInTurn } = useSavesInTurn(visaRequestId);
  const value = typed ?? travelDate;

  const type = (text: string) => {
    setTyped(text);
    setError(undefined);
    onCorrected?.();
  };

  /** Saves the day if it is valid. */
  const save = async (day = value) => {
    if (findTravelDateProblem(day, today)) return;
    if (!hasPending() && day === travelDate) return setTyped(undefined);
    const outcome = await saveInTurn(day);
    if (!outcome) return;
    setError(outcome.failure);
    if (outcome.failure) return;
    setTyped((present) => (present === day ? undefined : present));
    onCorrected?.();
  };

  const isUnsaved = isSaving || value !== travelDate;
  const problem =
    findTravelDateProblem(value, today) ??
    error ??
    (isUnsaved ? "This travel date is not saved yet. Try again" : undefined);
  const violations: FormViolation[] = problem ? [{ field: "travelDate", message: problem }] : [];

  const draft: TypedTravelDate | undefined = typed === undefined ? undefined : { typed, saved: travelDate };

  return { draft, value, error, type, save, isSaving, isUnsaved, violations };
}

export type ChangeTravelDate = ReturnType<typeof useChangeTravelDate>;

/** Saves days one after the other, so that the last entered day is the stored one. */
function useSavesInTurn(visaRequestId: string) {
  const [isSaving, setSaving] = useState(false);
  /** The last day sent, until its response arrives. */
  const last = useRef<{ day: string; response: Promise<string | undefined> }>(undefined);
  const [change] = useChangeTravelDateMutation();

  /** Returns the reason if the day could not be saved. */
  const send = async (day: string): Promise<string | undefined> => {
    try {
      return findProblem(await change({ variables: { input: { visaRequestId, travelDate: day } } }));
    } catch (failure) {
      return `We could not save this travel date. ${errorMessage(failure)}`;
    }
  };

  /** Returns undefined if the day is already being saved, or if another day was entered before the response. */
  const saveInTurn = async (day: string): Promise<{ failure: string | undefined } | undefined> => {
    if (day === last.current?.day) return undefined;
    const response = (last.current?.response ?? Promise.resolve()).then(() => send(day));
    last.current = { day, response };
    setSaving(true);
    const failure = await response;
    if (last.current.response !== response) return undefined;
    last.current = undefined;
    setSaving(false);
    return { failure };
  };

  return { isSaving, hasPending: () => last.current !== undefined, saveInTurn };
}
