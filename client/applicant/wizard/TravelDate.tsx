import { useState } from "react";
import { findTravelDateViolation } from "../../../server/modules/visaRequest/travelDate.rules";
import { errorMessage } from "../../lib/errorMessage";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { useChangeTravelDateMutation } from "./operations.generated";

interface TravelDateProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  /** Today in India. */
  today: string;
  /** Whether the field warns if the visa would arrive after the travel date. */
  warns?: boolean;
}

export const travelDateId = "travel-date";

/** The request's travel date. A valid date is saved immediately, for all applicants. */
export function TravelDate({ request, today, warns = true }: TravelDateProps) {
  const { visaRequestId, travelDate, expectedDate } = request;
  const [typed, setTyped] = useState(travelDate);
  const [error, setError] = useState<string>();
  const [change] = useChangeTravelDateMutation();

  const keep = async (day: string) => {
    setTyped(day);
    setError(undefined);
    if (day === travelDate || findTravelDateViolation(day, today)) return;
    try {
      const { data } = await change({ variables: { input: { visaRequestId, travelDate: day } } });
      setError(data?.changeTravelDate.userErrors[0]?.message);
    } catch (failure) {
      setError(errorMessage(failure));
    }
  };

  return (
    <TravelDateField
      id={travelDateId}
      value={typed}
      onChange={(day) => void keep(day)}
      expectedDate={expectedDate}
      today={today}
      warns={warns}
      error={error}
    />
  );
}
