import { useEffect, useEffectEvent } from "react";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import { type ChangeTravelDate, useChangeTravelDate } from "./useChangeTravelDate";

interface TravelDateProps {
  request: { visaRequestId: string; travelDate: string; expectedDate: string };
  /** Today in India. */
  today: string;
  /** Whether the field warns if the visa would arrive after the travel date. */
  warns?: boolean;
}

export const travelDateId = "travel-date";

/** The request's travel date, outside the form of an applicant. */
export function TravelDate({ request, today, warns = true }: TravelDateProps) {
  const change = useChangeTravelDate({ request, today });
  return (
    <SavedTravelDate
      id={travelDateId}
      change={change}
      expectedDate={request.expectedDate}
      today={today}
      warns={warns}
    />
  );
}

interface SavedTravelDateProps {
  id: string;
  change: ChangeTravelDate;
  expectedDate: string;
  today: string;
  warns: boolean;
  showsProblem?: boolean;
}

/** A travel date that is saved when its field is left: a day that is still being typed may be another valid day. */
export function SavedTravelDate({ change, ...field }: SavedTravelDateProps) {
  const { value, error, type, save } = change;
  // A field that is removed while it has the focus, as browser Back does, is left without a blur.
  const leave = useEffectEvent(() => void save());
  useEffect(() => () => leave(), []);
  return (
    <TravelDateField
      {...field}
      value={value}
      onChange={type}
      onDone={(day) => void save(day)}
      error={error}
    />
  );
}
