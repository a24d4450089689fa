import { useState } from "react";

/** The field for the day of travel. */
export const travelDateId = "travel-date";

/** The day of travel that was chosen, `YYYY-MM-DD`; undefined stands for today. */
export type TravelDateChoice = { isValid: true; day?: string } | { isValid: false };

/** The day of travel on the page of a visa; what is no day keeps the visitor at the field. */
export function useTravelDate() {
  const [choice, setChoice] = useState<TravelDateChoice>({ isValid: true });
  /** Whether one may go on; the field has the focus where not. */
  const mayGoOn = () => {
    if (!choice.isValid) document.getElementById(travelDateId)?.focus();
    return choice.isValid;
  };
  return { travelDate: choice.isValid ? choice.day : undefined, setChoice, mayGoOn };
}
