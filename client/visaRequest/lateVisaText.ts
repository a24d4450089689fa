import { formatDay } from "../lib/days";

export const lateVisaText = (expectedDate: string) =>
  `Your visa is expected on ${formatDay(expectedDate)}, after your travel date. Choose a later date.`;
