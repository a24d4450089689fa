import dayjs from "dayjs";
import { useEffect, useRef } from "react";
import { DayPicker, type DayPickerProps } from "react-day-picker";
import "react-day-picker/style.css";
import styles from "./Calendar.module.css";

/** The days of a calendar, each `YYYY-MM-DD`. */
export interface CalendarDays {
  from: string;
  to: string;
  /** The day whose month is shown first if no day is chosen. */
  opensAt: string;
  today: string;
}

interface CalendarProps extends CalendarDays {
  value: string | undefined;
  onPick: (day: string) => void;
}

/** Returns midnight in the browser's time zone, which the calendar uses for a day. */
const toDate = (day: string) => dayjs(day).toDate();

/** The label of a day begins with its visible text (WCAG 2.5.3): `14 May 1990, Monday`. */
const labels: DayPickerProps["labels"] = {
  labelDayButton: (date, { today, selected }) =>
    [dayjs(date).format("D MMMM YYYY, dddd"), today && "today", selected && "selected"]
      .filter(Boolean)
      .join(", "),
};

/** One month, with selects for month and year. Arrows, Home, End and Page keys move the focused day. */
export default function Calendar({ from, to, opensAt, today, value, onPick }: CalendarProps) {
  const box = useRef<HTMLDivElement>(null);
  const isOffered = value !== undefined && value >= from && value <= to;

  // Focuses the day once the dialog is modal, because the user opened the calendar to choose one.
  useEffect(() => {
    const frame = requestAnimationFrame(() =>
      box.current?.querySelector<HTMLElement>('[role="gridcell"] button[tabindex="0"]')?.focus(),
    );
    return () => cancelAnimationFrame(frame);
  }, []);

  return (
    <div ref={box} className={styles["calendar"]}>
      <DayPicker
        mode="single"
        required
        captionLayout="dropdown"
        navLayout="after"
        selected={isOffered ? toDate(value) : undefined}
        onSelect={(date) => onPick(dayjs(date).format("YYYY-MM-DD"))}
        defaultMonth={toDate(isOffered ? value : opensAt)}
        startMonth={toDate(from)}
        endMonth={toDate(to)}
        disabled={[{ before: toDate(from) }, { after: toDate(to) }]}
        today={toDate(today)}
        labels={labels}
      />
    </div>
  );
}
