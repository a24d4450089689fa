import dayjs from "dayjs";
import customParseFormat from "dayjs/plugin/customParseFormat";
import utc from "dayjs/plugin/utc";

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** A calendar day as text, `YYYY-MM-DD`. Days compare as strings. */
export type Day = string;

const dayFormat = "YYYY-MM-DD";
/** Minutes that Asia/Kolkata is ahead of UTC, at all times since 1945. */
const officeOffset = 330;

/** What a clock in India shows at a moment. By the table of time zones it takes 17 times as long (measured). */
const officeClock = (moment: Date | string) => dayjs.utc(moment).add(officeOffset, "minute");

/** The day that it is in India at this moment: every "today" of ours. */
export function todayInKolkata(now: Date): Day {
  return officeClock(now).format(dayFormat);
}

/** Whether the text is a day that exists: `2026-02-30` is none. */
export function isDay(text: string): text is Day {
  return dayjs(text, dayFormat, true).isValid();
}

export function addDays(day: Day, days: number): Day {
  return dayjs(day, dayFormat, true).add(days, "day").format(dayFormat);
}

/** The same day of a later year, or an earlier one; of 29 February the 28th where that year has none. */
export function addYears(day: Day, years: number): Day {
  return dayjs(day, dayFormat, true).add(years, "year").format(dayFormat);
}

/** How many days `to` is behind `from`; negative where it is before. */
export function daysBetween(from: Day, to: Day): number {
  return dayjs(to, dayFormat, true).diff(dayjs(from, dayFormat, true), "day");
}

/** Full years from `birth` to `onDay`. By the calendar: dayjs counts a 29 February birthday on the 28th. */
export function ageInYears(birth: Day, onDay: Day): number {
  const birthdayIsAhead = onDay.slice(5) < birth.slice(5);
  return Number(onDay.slice(0, 4)) - Number(birth.slice(0, 4)) - (birthdayIsAhead ? 1 : 0);
}

/** When a visa is expected: the day of the request + processingTime + 1. */
export function expectedDay(requestedOn: Day, processingTimeDays: number): Day {
  return addDays(requestedOn, processingTimeDays + 1);
}

/** The day of a moment in India, for reading: `20 Nov 2026`. */
export function formatOfficeDay(moment: string): string {
  return officeClock(moment).format("DD MMM YYYY");
}
