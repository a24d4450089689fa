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

/** A travel date that is saved when its field is left: a day that is still being typed may be another valid day. */
export function TravelDate({ change, ...field }: TravelDateProps) {
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
