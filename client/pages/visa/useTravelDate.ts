import { useState } from "react";
import { findApplyIntent } from "../../auth/pending";

/** The field, or what stands in its place. */
export const travelDateId = "travel-date";

/** A travel date that the rules allow. */
interface TravelDateAnswer {
  /** `YYYY-MM-DD`. */
  day: string;
  /** For reading. This page has no library for dates until its field is loaded. */
  shown: string;
  /** Whether the visa is expected after it. */
  isLate: boolean;
}

export type TravelDateState = ReturnType<typeof useTravelDate>;

/** The travel date on the page of a visa, which is required before Apply Now. */
export function useTravelDate(visaId: string) {
  // An application that waits for the login has its travel date already, and the choice that goes with it.
  const [typed, setTyped] = useState(() => findApplyIntent(visaId)?.travelDate ?? "");
  const [acceptedDay, setAcceptedDay] = useState<string | undefined>(typed);
  const [answer, setAnswer] = useState<TravelDateAnswer>();
  /** Presses of Apply Now with something missing, since the last change. */
  const [attempt, setAttempt] = useState(0);
  const isAccepted = answer?.day === acceptedDay;

  /** Returns the day to apply with; undefined if something is missing, to which the focus goes. */
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
