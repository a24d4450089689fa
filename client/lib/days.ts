import dayjs from "dayjs";

const showAs = (day: string, format: string) => {
  const parsed = dayjs(day);
  return parsed.isValid() ? parsed.format(format) : "";
};

/** Formats a day or timestamp: `2026-11-20` becomes `20 Nov 2026`. Returns "" if it is invalid. */
export function formatDay(day: string): string {
  return showAs(day, "DD MMM YYYY");
}

/** Formats a timestamp in local time: `20 Nov 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return showAs(moment, "DD MMM YYYY, HH:mm");
}

/** Formats a timestamp's time of day in local time: `14:05`. */
export function formatTime(moment: string): string {
  return showAs(moment, "HH:mm");
}

/** Formats a day for a date field: `2026-11-20` becomes `20-11-2026`. */
export function formatDayTyped(day: string): string {
  return showAs(day, "DD-MM-YYYY");
}
