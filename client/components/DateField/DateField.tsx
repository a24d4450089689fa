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
  /** `YYYY-MM-DD`; text that is no day is passed on as typed, so that the rules can refuse it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  /** A remark that does not refuse the date. */
  note?: string;
  autoComplete?: string;
  /** Whether it may stay empty. */
  optional?: boolean;
  /** What the calendar offers; it only helps, so a day outside of it can be typed. */
  calendar: CalendarDays;
  ref?: Ref<HTMLInputElement>;
}

const shown = (value: string) => (isDay(value) ? formatDayTyped(value) : value);
const read = (typed: string) => parseTypedDay(typed) ?? typed.trim();

/**
 * A date as one text field, DD-MM-YYYY, with a calendar beside it. It takes any usual way of writing a date and
 * tidies it on leaving.
 */
export function DateField(props: DateFieldProps) {
  const { id, label, value, onChange, onBlur, error, note, autoComplete, optional, ref } = props;
  const [typed, setTyped] = useState(() => shown(value));
  // The form was filled from elsewhere: the text follows.
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
