import { useState } from "react";
import { findApplyIntent } from "../../auth/pending";

/** The id of the field or of its replacement. */
export const travelDateId = "travel-date";

interface TravelDateAnswer {
  /** `YYYY-MM-DD`. */
  day: string;
  /** The day as formatted by the field, because the page does not load a date library before the field. */
  shown: string;
  isLate: boolean;
}

export type TravelDateState = ReturnType<typeof useTravelDate>;

/** Manages the travel date on a visa page; Apply Now requires one. */
export function useTravelDate(visaId: string) {
  // Restores the travel date of an application that waits for the login, and the choice to travel later.
  const [typed, setTyped] = useState(() => findApplyIntent(visaId)?.travelDate ?? "");
  const [acceptedDay, setAcceptedDay] = useState<string | undefined>(typed);
  const [answer, setAnswer] = useState<TravelDateAnswer>();
  /** Number of attempts, since the last change, to apply with missing input. */
  const [attempt, setAttempt] = useState(0);
  const isAccepted = answer?.day === acceptedDay;

  /** Returns the day to apply with. If input is missing, focuses it and returns undefined. */
  const findDay = (): string | undefined => {
    if (answer && (!answer.isLate || isAccepted)) return answer.day;
    setAttempt((last) => last + 1);
    return undefined;
  };
  return {
    typed,
    type: (value: string) => {
      setTyped(value);
      setAttempt(0);
    },
    answer,
    setAnswer,
    isAccepted,
    accept: (accepts: boolean) => {
      setAcceptedDay(accepts ? answer?.day : undefined);
      setAttempt(0);
    },
    attempt,
    findDay,
  };
}
