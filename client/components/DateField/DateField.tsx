import { lazy, type ReactNode, type Ref, Suspense, useState } from "react";
import { isDay } from "../../../server/core/day.rules";
import { formatDay, formatDayTyped } from "../../lib/days";
import { Field, TextInput } from "../form/inputs";
import type { CalendarDays } from "./Calendar";
import styles from "./DateField.module.css";
import { parseTypedDay, withDashes } from "./parseTypedDay";
import { Dialog } from "../dialog/Dialog";
import { Drawing } from "../Icon";

export type { CalendarDays };

interface DateFieldProps {
  id: string;
  label: string;
  /** `YYYY-MM-DD`. Text that is not a date is passed on as typed, and validation rejects it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** Called with the value when the field is left or a day is picked. */
  onDone?: (value: string) => void;
  error?: string;
  note?: string;
  /** Shown below the field. */
  footer?: ReactNode;
  autoComplete?: string;
  optional?: boolean;
  /** The calendar's range. Other days can still be typed. */
  calendar: CalendarDays;
  ref?: Ref<HTMLInputElement>;
}

const shown = (value: string) => (isDay(value) ? formatDayTyped(value) : value);
const read = (typed: string) => parseTypedDay(typed) ?? typed.trim();

/** A date as one text field with a calendar button. Normalises all usual formats on blur. */
export function DateField(props: DateFieldProps) {
  const { id, label, value, onChange, onBlur, onDone, error, note, autoComplete, optional, ref } = props;
  const [typed, setTyped] = useState(() => shown(value));
  // The form has changed the value, so the text follows.
  if (read(typed) !== value) setTyped(shown(value));

  return (
    <Field
      id={id}
      label={label}
      hint={note ? `DD-MM-YYYY. ${note}` : "DD-MM-YYYY"}
      error={error}
      footer={props.footer}
    >
      {(control) => (
        <div className="row gap-2">
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
              const text = withDashes(event.target.value, typed);
              setTyped(text);
              onChange(read(text));
            }}
            onBlur={() => {
              setTyped(shown(value));
              onBlur?.();
              onDone?.(value);
            }}
          />
          <CalendarButton
            label={label}
            value={isDay(value) ? value : undefined}
            onPick={(day) => {
              onChange(day);
              onDone?.(day);
            }}
            days={props.calendar}
          />
        </div>
      )}
    </Field>
  );
}

/** Loaded when a calendar is first opened. If loading fails, the date can still be typed. */
const Calendar = lazy(() => import("./Calendar").catch(() => ({ default: CalendarMissing })));

interface CalendarButtonProps {
  label: string;
  value: string | undefined;
  onPick: (day: string) => void;
  days: CalendarDays;
}

/**
 * Opens the calendar (WAI-ARIA). Hidden text names the button instead of an `aria-label`, so that the field's label
 * identifies only the field.
 */
export function CalendarButton({ label, value, onPick, days }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `Choose ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return (
    <>
      <button
        type="button"
        className={`icon-button no-print ${styles["open"]}`}
        aria-haspopup="dialog"
        title={name}
        onClick={() => setOpen(true)}
      >
        <Drawing box={[20, 20]} width="22" height="22" strokeWidth="1.5" strokeLinejoin="miter">
          <rect x="2.5" y="4" width="15" height="13.5" rx="1.5" />
          <path d="M2.5 8h15M6.500 2v3.500M13.500 2v3.500" />
          <path
            d="M6.500 11.500h.01M10 11.500h.01M13.500 11.500h.01M6.500 14.500h.01M10 14.500h.01"
            strokeWidth="2"
          />
        </Drawing>
        <span className="visually-hidden">
          {name}
          {value && `, now ${formatDay(value)}`}
        </span>
      </button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title={name}>
        <Suspense
          fallback={
            <p className={styles["loading"]} role="status">
              Loading...
            </p>
          }
        >
          <Calendar
            {...days}
            value={value}
            onPick={(day) => {
              setOpen(false);
              onPick(day);
            }}
          />
        </Suspense>
      </Dialog>
    </>
  );
}

function CalendarMissing() {
  return <p>The calendar could not be loaded. Please type the date, for example 14-05-1990.</p>;
}
