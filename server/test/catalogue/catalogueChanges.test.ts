import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { TypedDocumentNode } from "@apollo/client";
import { callGraphql, callRest } from "../kit/wire/callApi";
import type { LooseVariables } from "../kit/wire/read";
import {
  listVisas,
  offeredCountry as findCountry,
  offeredVisa as findVisa,
  searchCountries,
} from "./catalogue.generated";
import { editDatabase } from "../kit/data/editDatabase";
import { TestServer } from "../kit/server/testServer";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.dispose());

const askData = async <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: LooseVariables<Variables>,
) => (await callGraphql(server, document, { variables })).data;

test("an unpublished visa disappears everywhere, and pagination continues after its cursor", async () => {
  const before = (await askData(listVisas, { first: 100 })).visas;
  const { pageInfo, nodes } = (await askData(listVisas, { first: 5 })).visas;
  const { visaUrl, countryUrl } = nodes[4]!;

  await server.stop();
  expect(
    await editDatabase(server, `UPDATE visa SET "isActive" = FALSE WHERE "visaUrl" = ?`, [visaUrl]),
  ).toBe(1);
  await server.start();

  const next = (await askData(listVisas, { first: 5, after: pageInfo.endCursor })).visas;
  expect(next.nodes).toEqual(before.nodes.slice(5, 10));
  expect(next.totalCount).toBe(before.totalCount - 1);
  expect(await askData(findVisa, { visaUrl })).toEqual({ visa: null });
  const { country } = await askData(findCountry, { countryUrl });
  expect(country.visas.map((visa) => visa.visaUrl)).not.toContain(visaUrl);
  expect(country.lowestPrice).toBe(country.visas[0].adultPrice);
  expect(country.leadVisa.visaUrl).toBe(country.visas[0].visaUrl);
});

test("an unpublished country hides its visas", async () => {
  const { country } = await askData(findCountry, { countryUrl: "oman" });
  const before = (await askData(listVisas)).visas.totalCount;

  await server.stop();
  expect(
    await editDatabase(server, `UPDATE visa_country SET "isActive" = FALSE WHERE "countryUrl" = 'oman'`),
  ).toBe(1);
  await server.start();

  expect(await askData(findCountry, { countryUrl: "oman" })).toEqual({ country: null });
  expect(await askData(searchCountries, { text: "oman" })).toEqual({ countries: [] });
  for (const { visaUrl } of country.visas)
    expect(await askData(findVisa, { visaUrl })).toEqual({ visa: null });
  expect((await askData(listVisas)).visas.totalCount).toBe(before - country.visas.length);
  expect((await callRest(server, "GET", "/api/visa/getbycountry?countryurl=oman")).status).toBe(404);
});
