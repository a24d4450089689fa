import { useEffect, useEffectEvent } from "react";
import { TravelDateField } from "../../visaRequest/TravelDateField";
import type { ChangeTravelDate } from "./useChangeTravelDate";

interface TravelDateProps {
  id: string;
  change: Pick<ChangeTravelDate, "value" | "error" | "type" | "save">;
  expectedDate: string;
  /** Today in India. */
  today: string;
  /** Whether the field warns if the visa would arrive after the travel date. */
  warns: boolean;
  showsProblem?: boolean;
}

/** A travel date that is saved when the field is left, because a partly typed date may be a different, valid one. */
export function TravelDate({ change, ...field }: TravelDateProps) {
  const { value, error, type, save } = change;
  // Saves on removal too, because browser Back removes a focused field without a blur event.
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
