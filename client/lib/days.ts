import dayjs from "dayjs";

const showAs = (day: string, format: string) => {
  const parsed = dayjs(day);
  return parsed.isValid() ? parsed.format(format) : "";
};

/** A day or moment for reading: `2026-11-20` gives `20 Nov 2026`; what is no day gives an empty text. */
export function formatDay(day: string): string {
  return showAs(day, "DD MMM YYYY");
}

/** A moment for reading, on the device's clock: `20 Nov 2026, 14:05`. */
export function formatMoment(moment: string): string {
  return showAs(moment, "DD MMM YYYY, HH:mm");
}

/** The time of a moment, on the device's clock: `14:05`. */
export function formatTime(moment: string): string {
  return showAs(moment, "HH:mm");
}

/** A day as it is typed into a date field: `2026-11-20` gives `20-11-2026`. */
export function formatDayTyped(day: string): string {
  return showAs(day, "DD-MM-YYYY");
}
