import dayjs from "dayjs";
import { formatOfficeDay, formatOfficeTime, isOfficeZone } from "../../server/core/day.rules";

const showAs = (day: string | Date, format: string) => {
  const parsed = dayjs(day);
  return parsed.isValid() ? parsed.format(format) : "";
};

/** Formats a day, or a timestamp's day in India: `2026-11-20` becomes `20 Nov 2026`. Returns "" for an invalid day. */
export function formatDay(day: string): string {
  return day.includes("T") ? formatOfficeDay(day) : showAs(day, "DD MMM YYYY");
}

/** Formats a timestamp in Indian time: `20 Nov 2026, 14:05`, followed by ` IST` if the device's clock differs. */
export function formatMoment(moment: string): string {
  return `${formatOfficeDay(moment)}, ${formatTime(moment)}`;
}

/** Formats a timestamp's time of day in India: `14:05`, or `14:05 IST` if the device's clock differs. */
export function formatTime(moment: string): string {
  return `${formatOfficeTime(moment)}${officeZone()}`;
}

/** Returns the zone to name after a time in India; "" if the device's clock shows the same time. */
export function officeZone(): "" | " IST" {
  return isOfficeZone(new Date().getTimezoneOffset()) ? "" : " IST";
}

/** Formats the day of an event on this device, in the device's time zone. */
export function formatDeviceDay(moment: Date): string {
  return showAs(moment, "DD MMM YYYY");
}

/** Formats the time of an event on this device, in the device's time zone: `14:05`. */
export function formatDeviceTime(moment: Date): string {
  return showAs(moment, "HH:mm");
}

/** Formats a day for a date field: `2026-11-20` becomes `20-11-2026`. */
export function formatDayTyped(day: string): string {
  return showAs(day, "DD-MM-YYYY");
}
