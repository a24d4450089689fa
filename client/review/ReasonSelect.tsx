import type { ComponentProps } from "react";
import { SelectInput } from "../components/form/inputs";
import { toOptions } from "./case/caseLabels";

interface ReasonSelectProps<Reason extends string> extends Omit<
  ComponentProps<typeof SelectInput>,
  "value" | "onChange" | "children"
> {
  /** Labels of the reasons, in the order of the options. */
  labels: Record<Reason, string>;
  /** The applicable reasons; all if omitted. */
  offered?: readonly Reason[];
  /** Empty until one is chosen. */
  value: Reason | "";
  onChoose: (reason: Reason | "") => void;
}

export function ReasonSelect<Reason extends string>({
  labels,
  offered,
  onChoose,
  ...select
}: ReasonSelectProps<Reason>) {
  return (
    <SelectInput {...select} onChange={(event) => onChoose(event.target.value as Reason | "")}>
      <option value="">Choose a reason</option>
      {toOptions(labels)
        .filter(([reason]) => offered?.includes(reason) ?? true)
        .map(([reason, text]) => (
          <option key={reason} value={reason}>
            {text}
          </option>
        ))}
    </SelectInput>
  );
}
