import { beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql } from "../kit/wire/callApi";
import {
  changeCountry,
  changeVisa,
  readCountry,
  readVisa,
  signInCatalogueAdmins,
  staffCountry,
  staffUpdateVisa,
} from "../kit/stories/catalogueAdmin";
import { topLevelErrorCodes } from "../kit/wire/outcomes";
import { RunningServer } from "../kit/server/runningServer";
import { signIn, type Traveller } from "../kit/personas/traveller";

let server: RunningServer;
let ravi: Traveller;
beforeAll(async () => {
  server = RunningServer.shared();
  [ravi] = await signInCatalogueAdmins(server);
});

describe("an invalid value", () => {
  const long = "x".repeat(2001);
  test.each<[string, Record<string, unknown>, string, string]>([
    ["a price of 0", { adultPrice: 0 }, "adultPrice", "INVALID"],
    ["a price above the limit", { adultPrice: 1_000_001 }, "adultPrice", "INVALID"],
    ["no price", { adultPrice: null }, "adultPrice", "REQUIRED"],
    ["a negative child price", { childPrice: -1 }, "childPrice", "INVALID"],
    ["a processing time of 0", { processingTime: 0 }, "processingTime", "INVALID"],
    ["a processing time of 366 days", { processingTime: 366 }, "processingTime", "INVALID"],
    ["a blank name", { visaName: "  \n " }, "visaName", "REQUIRED"],
    ["a long validity", { validity: long }, "validity", "TOO_LONG"],
    ["a bidirectional control character", { stayPeriod: "30\u202e Days" }, "stayPeriod", "INVALID"],
    ["a null isActive", { isActive: null }, "isActive", "REQUIRED"],
    ["a null isTransit", { isTransit: null }, "isTransit", "REQUIRED"],
  ])("in a visa (%s) is reported with its field and changes nothing", async (_what, wrong, field, code) => {
    const visa = await readVisa(ravi, "egypt", (await readCountry(ravi, "egypt")).visas[0].visaUrl);
    const good = { validity: "90 days", processingTime: 9, ...wrong };
    const { country, userErrors } = await changeVisa(ravi, visa, good);
    expect([country, userErrors]).toEqual([null, [expect.objectContaining({ field, code })]]);
    expect(await readVisa(ravi, "egypt", visa.visaUrl)).toEqual(visa);
  });

  test.each<[string, Record<string, unknown>, string, string]>([
    [
      "a lead visa of another country",
      { leadVisaUrl: "oman-10-days-tourist-visa-single-entry" },
      "leadVisaUrl",
      "INVALID",
    ],
    ["no terms", { terms: [] }, "terms", "REQUIRED"],
    ["null terms", { terms: null }, "terms", "REQUIRED"],
    ["a blank term", { terms: ["A term.", " "] }, "terms.1", "REQUIRED"],
    ["a long answer", { faqs: [{ question: "Why?", answer: long }] }, "faqs.0.answer", "TOO_LONG"],
    ["too many terms", { terms: Array.from({ length: 51 }, (_, at) => `Term ${at}`) }, "terms", "TOO_LONG"],
    [
      "a document without a name",
      {
        documents: [
          { visaType: "TOURIST", documentName: "Passport" },
          { visaType: "BUSINESS", documentName: "" },
        ],
      },
      "documents.1.documentName",
      "REQUIRED",
    ],
    [
      "no document for an existing visa type",
      { documents: [{ visaType: "BUSINESS", documentName: "Passport" }] },
      "documents",
      "REQUIRED",
    ],
  ])("in a country (%s) is reported with its path and changes nothing", async (_what, wrong, field, code) => {
    const egypt = await readCountry(ravi, "egypt");
    const { country, userErrors } = await changeCountry(ravi, egypt, { isActive: false, ...wrong });
    expect([country, userErrors]).toEqual([null, [expect.objectContaining({ field, code })]]);
    expect(await readCountry(ravi, "egypt")).toEqual(egypt);
  });

  test("in a price (paise) is refused", async () => {
    const { visas } = await readCountry(ravi, "egypt");
    const input = { visaId: visas[0].visaId, version: visas[0].version, adultPrice: 99.5 };
    const { data, errors } = await ravi.call(staffUpdateVisa, { input });
    expect(data ?? null).toBeNull();
    expect(errors![0]!.message).toContain("adultPrice");
  });
});

test("travellers and visitors are refused, and unknown ids are not found", async () => {
  const eve = await signIn(server);
  const { visaId, version } = (await readCountry(ravi, "egypt")).visas[0];
  const input = { visaId, version, adultPrice: 1 };
  expect(topLevelErrorCodes(await eve.call(staffUpdateVisa, { input }))).toEqual(["FORBIDDEN"]);
  expect(topLevelErrorCodes(await callGraphql(server, staffUpdateVisa, { variables: { input } }))).toEqual([
    "UNAUTHENTICATED",
  ]);
  expect(topLevelErrorCodes(await eve.call(staffCountry, { countryUrl: "egypt" }))).toEqual(["FORBIDDEN"]);
  const absent = { visaId: crypto.randomUUID(), version: 1, adultPrice: 1 };
  expect(topLevelErrorCodes(await ravi.call(staffUpdateVisa, { input: absent }))).toEqual(["NOT_FOUND"]);
  expect((await ravi.call(staffCountry, { countryUrl: "atlantis" })).data).toEqual({ staffCountry: null });
});
