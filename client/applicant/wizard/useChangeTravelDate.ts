import { useRef, useState } from "react";
import { errorMessage } from "../../lib/errorMessage";
import { findTravelDateProblem } from "../../visaRequest/TravelDateField";
import type { TypedTravelDate } from "../draft/applicantDraft";
import type { FormViolation } from "../form/wizardSteps";
import { useChangeTravelDateMutation } from "./operations.generated";

/** The travel date of a request as its field shows it, which is saved for all applicants. */
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
  /** The field's value until it is saved. A draft does not replace a date that was chosen after it. */
  const [typed, setTyped] = useState(restored?.saved === travelDate ? restored.typed : undefined);
  const [error, setError] = useState<string>();
  const [isSaving, setSaving] = useState(false);
  /** The last day sent, until its response is here. */
  const sent = useRef<{ day: string; response: Promise<string | undefined> }>(undefined);
  const [change] = useChangeTravelDateMutation();
  const value = typed ?? travelDate;

  const type = (text: string) => {
    setTyped(text);
    setError(undefined);
    onCorrected?.();
  };

  /** Returns the reason if the day could not be saved. */
  const send = async (day: string): Promise<string | undefined> => {
    try {
      const { data } = await change({ variables: { input: { visaRequestId, travelDate: day } } });
      return data?.changeTravelDate.userErrors[0]?.message;
    } catch (failure) {
      return `We could not save this travel date. ${errorMessage(failure)}`;
    }
  };

  /** Saves a valid day, after the one that is being saved, so that the last one entered remains. */
  const save = async (day = value) => {
    if (findTravelDateProblem(day, today)) return;
    if (!sent.current && day === travelDate) return setTyped(undefined);
    if (day === sent.current?.day) return;
    const response = (sent.current?.response ?? Promise.resolve()).then(() => send(day));
    sent.current = { day, response };
    setSaving(true);
    const failure = await response;
    if (sent.current.response !== response) return;
    sent.current = undefined;
    setSaving(false);
    setError(failure);
    if (failure) return;
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
