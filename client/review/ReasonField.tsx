import type { ComponentProps } from "react";
import { SelectField } from "../components/form/inputs";
import { toOptions } from "./case/caseLabels";

interface ReasonFieldProps<Reason extends string> extends Omit<
  ComponentProps<typeof SelectField>,
  "options" | "value" | "onText"
> {
  /** Labels of the reasons, in the order of the options. */
  labels: Record<Reason, string>;
  offered?: readonly Reason[];
  /** The chosen reason; empty until one is chosen. */
  value: Reason | "";
  onChoose: (reason: Reason | "") => void;
}

export function ReasonField<Reason extends string>(props: ReasonFieldProps<Reason>) {
  const { labels, offered, onChoose, ...select } = props;
  const options = toOptions(labels).filter(([reason]) => offered?.includes(reason) ?? true);
  const onText = (text: string) => onChoose(text as Reason | "");
  return <SelectField {...select} empty="Choose a reason" options={options} onText={onText} />;
}
