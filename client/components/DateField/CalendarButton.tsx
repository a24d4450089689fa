import { lazy, Suspense, useState } from "react";
import { formatDay } from "../../lib/days";
import { Dialog } from "../dialog/Dialog";
import type { CalendarDays } from "./Calendar";
import styles from "./DateField.module.css";

/** Loaded when a calendar is first opened. If loading fails, the date can still be typed. */
const Calendar = lazy(() => import("./Calendar").catch(() => ({ default: CalendarMissing })));

interface CalendarButtonProps {
  /** The field's label, e.g. `Date of birth`. */
  label: string;
  /** `YYYY-MM-DD`. */
  value: string | undefined;
  onPick: (day: string) => void;
  days: CalendarDays;
}

/**
 * Opens the calendar of a date field (WAI-ARIA date picker dialog). Its name is text, not an `aria-label`, so
 * that a lookup by the field's label finds only the field.
 */
export function CalendarButton({ label, value, onPick, days }: CalendarButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const name = `Choose ${label.charAt(0).toLowerCase()}${label.slice(1)}`;
  return (
    <>
      <button
        type="button"
        className={styles["open"]}
        aria-haspopup="dialog"
        title={name}
        onClick={() => setOpen(true)}
      >
        <svg
          viewBox="0 0 20 20"
          width="22"
          height="22"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
          strokeLinecap="round"
          aria-hidden="true"
          focusable="false"
        >
          <rect x="2.5" y="4" width="15" height="13.5" rx="1.5" />
          <path d="M2.5 8h15M6.500 2v3.500M13.500 2v3.500" />
          <path
            d="M6.500 11.500h.01M10 11.500h.01M13.500 11.500h.01M6.500 14.500h.01M10 14.500h.01"
            strokeWidth="2"
          />
        </svg>
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
