import { beforeAll, describe, expect, test } from "@jest/globals";
import { callGraphql, callRest } from "../kit/wire/callApi";
import type { DataOf } from "../kit/wire/read";
import type { RestVisa, RestVisaInFull } from "../kit/wire/restShapes";
import { RunningServer } from "../kit/server/runningServer";
import { allVisas } from "./rest.generated";

let server: RunningServer;
/** The visas, as GraphQL returns them. */
let all: DataOf<typeof allVisas>["visas"]["nodes"];
let popular: string[];
beforeAll(async () => {
  server = RunningServer.shared();
  const { data } = await callGraphql(server, allVisas);
  all = data.visas.nodes;
  expect(all).toHaveLength(data.visas.totalCount);
  popular = data.popularVisas.map(({ visaUrl }) => visaUrl);
});

const get = <Data>(path: string) => callRest<Data>(server, "GET", `/api/visa/${path}`);
const listVisas = async (path: string) => (await get<RestVisa[]>(path)).body.data;
const slugsOf = (visas: { visaUrl: string }[]): string[] => visas.map(({ visaUrl }) => visaUrl);
const readError = async (path: string) => {
  const { status, body } = await get<unknown>(path);
  return [status, ...(body.errors ?? []).map(({ field, code }) => `${field}: ${code}`)];
};

describe("gettop", () => {
  test("returns the visas of the home page in their order, 12 by default", async () => {
    expect(popular.length).toBeGreaterThan(3);
    expect(slugsOf(await listVisas("gettop"))).toEqual(popular.slice(0, 12));
    for (const first of [1, 3, popular.length, 100])
      expect(slugsOf(await listVisas(`gettop?first=${first}`))).toEqual(popular.slice(0, first));
    expect(slugsOf(await listVisas("gettop?first="))).toEqual(popular.slice(0, 12));
  });

  test.each(["0", "-1", "101", "1.5", "1e1", "0x5", "three", "Infinity", "99999999999999999999"])(
    "is refused for first=%s",
    async (first) => {
      expect(await readError(`gettop?first=${first}`)).toEqual([400, "first: INVALID"]);
    },
  );
});

test("getall returns every visa once, cheapest first, with all data needed to show it", async () => {
  const data = await listVisas("getall");
  expect(slugsOf(data)).toEqual(slugsOf(all));
  for (const [at, { visaId, visaName, adultPrice, country, priceSummary }] of all.entries())
    expect(data[at]).toMatchObject({
      visaId,
      visaName,
      adultPrice,
      priceSummary,
      visaCountryId: country.visaCountryId,
      visaCountryName: country.name,
      countryUrl: country.countryUrl,
    });
});

test("getbycountryid returns the same as getbycountry, for an id in any letter case", async () => {
  const { country } = all[0];
  const bySlug = (await get(`getbycountry?countryurl=${country.countryUrl}`)).body;
  expect((await get(`getbycountryid?visaCountryId=${country.visaCountryId}`)).body).toEqual(bySlug);
  expect((await get(`getbycountryid?VISACOUNTRYID=${country.visaCountryId.toUpperCase()}`)).body).toEqual(
    bySlug,
  );
  for (const id of [country.countryUrl, "x", "__proto__"])
    expect(await readError(`getbycountryid?visaCountryId=${id}`)).toEqual([404]);
});

describe("a visa at its own path", () => {
  test("is found by slug or id in any letter case, with its type's documents and its country's FAQs", async () => {
    const types = new Set<string>();
    for (const { visaId, visaUrl, visaType, country } of all) {
      const { data } = (await get<RestVisaInFull>(visaUrl)).body;
      expect(data).toMatchObject({ visaId, visaUrl, visaCountryName: country.name });
      const papers = country.visaDocuments.filter((paper) => paper.visaType === visaType);
      expect(data.visaDocuments).toMatchObject(papers);
      expect(data.visaDocuments).toHaveLength(papers.length);
      expect(data.visaFAQs).toMatchObject(country.visaFAQs);
      expect(data.visaTerms.length).toBeGreaterThan(0);
      types.add(visaType);
    }
    expect(types.size).toBe(2);
    const { visaId, visaUrl } = all[0];
    const { body } = await get(visaUrl);
    for (const name of [visaUrl.toUpperCase(), visaId, visaId.toUpperCase(), `${visaUrl}/`])
      expect((await get(name)).body).toEqual(body);
  });

  test("is not found under any other name, including a country's slug or id", async () => {
    const { visaUrl, country } = all[0];
    for (const name of [
      country.countryUrl,
      country.visaCountryId,
      `${visaUrl}x`,
      "00000000-0000-0000-0000-000000000000",
      "__proto__",
      "constructor",
      "%00",
      "%20",
      "..%2f..%2fpackage.json",
    ]) {
      const { status, body } = await get(name);
      const isText = name !== "%20" && name !== "%00";
      expect([name, status, body.message]).toEqual([name, isText ? 404 : 400, expect.any(String)]);
    }
    expect((await get("")).body).toEqual({ statusCode: 404, message: "There is no such path" });
    expect((await get(`${visaUrl}/more`)).body).toEqual({
      statusCode: 404,
      message: "There is no such path",
    });
  });
});
