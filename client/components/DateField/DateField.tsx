import { type Ref, useState } from "react";
import { isDay } from "../../../server/core/day.rules";
import { formatDayTyped } from "../../lib/days";
import { Field } from "../form/Field";
import { TextInput } from "../form/inputs";
import type { CalendarDays } from "./Calendar";
import { CalendarButton } from "./CalendarButton";
import styles from "./DateField.module.css";
import { parseTypedDay } from "./parseTypedDay";

export type { CalendarDays };

interface DateFieldProps {
  id: string;
  label: string;
  /** `YYYY-MM-DD`. Text that is not a date is passed on as typed, and validation rejects it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  /** A hint about a date that is valid. */
  note?: string;
  autoComplete?: string;
  optional?: boolean;
  /** The calendar's range. It is only an aid: other days can be typed. */
  calendar: CalendarDays;
  ref?: Ref<HTMLInputElement>;
}

const shown = (value: string) => (isDay(value) ? formatDayTyped(value) : value);
const read = (typed: string) => parseTypedDay(typed) ?? typed.trim();

/**
 * A date as one text field, DD-MM-YYYY, with a calendar button. Accepts all usual formats and normalises them
 * on blur.
 */
export function DateField(props: DateFieldProps) {
  const { id, label, value, onChange, onBlur, error, note, autoComplete, optional, ref } = props;
  const [typed, setTyped] = useState(() => shown(value));
  // The value was changed by the form, so the text follows.
  if (read(typed) !== value) setTyped(shown(value));

  return (
    <Field id={id} label={label} hint={note ? `DD-MM-YYYY. ${note}` : "DD-MM-YYYY"} error={error}>
      {(control) => (
        <div className={styles["row"]}>
          <TextInput
            {...control}
            ref={ref}
            value={typed}
            className="numbers"
            inputMode="numeric"
            autoComplete={autoComplete ?? "off"}
            spellCheck={false}
            required={!optional}
            maxLength={30}
            onChange={(event) => {
              setTyped(event.target.value);
              onChange(read(event.target.value));
            }}
            onBlur={() => {
              setTyped(shown(value));
              onBlur?.();
            }}
          />
          <CalendarButton
            label={label}
            value={isDay(value) ? value : undefined}
            onPick={onChange}
            days={props.calendar}
          />
        </div>
      )}
    </Field>
  );
}
