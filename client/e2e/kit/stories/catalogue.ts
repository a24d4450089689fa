import { callGraphql, type Json } from "../../../../server/test/kit/wire/callApi";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";

const everything = `query everything {
  siteInfo { brand }
  popularVisas(first: 12) { visaUrl }
  countries(first: 250) {
    name countryUrl leadVisa { visaUrl }
    visas { visaName visaUrl visaType processingTime stayPeriod validity entry adultPrice priceSummary { visaFee serviceFee gst total } }
  }
}`;

/** The catalogue as a program outside reads it, to hold the pages against. */
export async function readCatalogue(server: RunningServer): Promise<Json> {
  const { data } = await callGraphql(server, everything);
  return data;
}
