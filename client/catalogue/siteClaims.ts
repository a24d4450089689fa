import { formatInr } from "../../server/core/money.rules";

/** Claims with a fixed text. No figure of ours stands behind them; real ones stand beside. */
export const siteClaims = {
  rating: "4.8 (269)",
  applied: "10K+ applied",
  countryProcessing: "Processing time: Upto 48Hrs",
  countryStartingFrom: `Starting from: ${formatInr(1999)}`,
  support: "24/7 Support",
};
