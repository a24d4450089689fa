import { formatInr } from "../../server/core/money.rules";

/** Fixed marketing claims, not based on our data. Real figures are shown next to them. */
export const siteClaims = {
  rating: "4.8 (269)",
  applied: "10K+ applied",
  countryProcessing: "Processing time: Upto 48Hrs",
  countryStartingFrom: `Starting from: ${formatInr(1999)}`,
  support: "24/7 Support",
};
