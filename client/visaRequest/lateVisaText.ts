import { formatDay } from "../lib/days";

/** Says that the visa is expected after the travel date. */
export const lateVisaText = (expectedDate: string) =>
  `Your visa is expected on ${formatDay(expectedDate)}, after your travel date. Choose a later date.`;
