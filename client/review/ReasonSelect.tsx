import type { ComponentProps } from "react";
import { SelectInput } from "../components/form/inputs";
import { optionsOf } from "./case/caseLabels";

interface ReasonSelectProps<Reason extends string> extends Omit<
  ComponentProps<typeof SelectInput>,
  "value" | "onChange" | "children"
> {
  /** The reasons in words, in the order in which they are offered. */
  labels: Record<Reason, string>;
  /** Those that fit; all where it is left out. */
  offered?: readonly Reason[];
  /** Empty until one is chosen. */
  value: Reason | "";
  onChoose: (reason: Reason | "") => void;
}

/** The choice of one of the reasons of a list. */
export function ReasonSelect<Reason extends string>({
  labels,
  offered,
  onChoose,
  ...select
}: ReasonSelectProps<Reason>) {
  return (
    <SelectInput {...select} onChange={(event) => onChoose(event.target.value as Reason | "")}>
      <option value="">Choose a reason</option>
      {optionsOf(labels)
        .filter(([reason]) => offered?.includes(reason) ?? true)
        .map(([reason, text]) => (
          <option key={reason} value={reason}>
            {text}
          </option>
        ))}
    </SelectInput>
  );
}
