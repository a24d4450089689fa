import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { TypedDocumentNode } from "@apollo/client";
import { callGraphql, callRest } from "../kit/wire/callApi";
import type { LooseVariables } from "../kit/wire/read";
import type { RestCountry, RestVisa, RestVisaInFull } from "../kit/wire/restShapes";
import {
  listVisas,
  offeredCountry as findCountry,
  offeredVisa as findVisa,
  searchCountries,
} from "./catalogue.generated";
import { editDatabase } from "../kit/data/editDatabase";
import { readTables } from "../kit/data/readTables";
import * as documents from "../kit/documents";
import { TestPartner } from "../kit/personas/partner";
import { newPhoneNumber, signIn } from "../kit/personas/traveller";
import { TestServer } from "../kit/server/testServer";
import { topLevelErrorCodes } from "../kit/wire/outcomes";

/** Rows of the catalogue that an operator changes while the server is stopped. */

const askData = async <Data, Variables>(
  document: TypedDocumentNode<Data, Variables>,
  variables?: LooseVariables<Variables>,
) => (await callGraphql(server, document, { variables })).data;
const listAll = async () => (await askData(listVisas, { first: 100 })).visas;
const get = <Data>(path: string) => callRest<Data>(server, "GET", `/api/visa/${path}`);
const findOman = async () => (await askData(findCountry, { countryUrl: "oman" })).country;

let server: TestServer;
let key: string;
/** Responses from before the changes. */
let all: Awaited<ReturnType<typeof listAll>>;
let oman: Awaited<ReturnType<typeof findOman>>;
let unpublished: RestVisaInFull;
let cursor: string | null | undefined;
const notForPartners = ["vietnam-30-days-single-entry", "armenia-21-days-tourist-visa-single-entry"];
beforeAll(async () => {
  server = await TestServer.start();
  key = (await (await TestPartner.create(server)).createKey()).secret;
  [all, oman] = [await listAll(), await findOman()];
  const [{ visaUrl }] = (await get<[RestVisa]>("gettop")).body.data;
  unpublished = (await get<RestVisaInFull>(visaUrl)).body.data;
  const place = all.nodes.findIndex((visa) => visa.visaUrl === visaUrl);
  cursor = (await askData(listVisas, { first: place + 1 })).visas.pageInfo.endCursor;

  await server.stop();
  const changes = [
    [`UPDATE visa SET "isActive" = FALSE WHERE "visaUrl" = ?`, visaUrl],
    [`UPDATE visa_country SET "isActive" = FALSE WHERE "countryUrl" = ?`, "oman"],
    [`UPDATE visa SET "apiStatus" = FALSE WHERE "visaUrl" = ?`, notForPartners[0]],
    [`UPDATE visa_country SET "apiStatus" = FALSE WHERE "countryUrl" = ?`, "armenia"],
  ] as const;
  for (const [sql, value] of changes) expect(await editDatabase(server, sql, [value])).toBe(1);
  await server.start();
});
afterAll(() => server.dispose());

test("an unpublished visa disappears everywhere, and pagination continues after its cursor", async () => {
  const { visaId, visaUrl, countryUrl, visaCountryId } = unpublished;
  const isLeft = (visa: { countryUrl: string }) => visa.countryUrl !== "oman";
  const place = all.nodes.findIndex((visa) => visa.visaUrl === visaUrl);
  const next = (await askData(listVisas, { first: 5, after: cursor })).visas;
  expect(next.nodes).toEqual(
    all.nodes
      .slice(place + 1)
      .filter(isLeft)
      .slice(0, 5),
  );
  expect(next.nodes).toHaveLength(5);
  expect(next.totalCount).toBe(all.nodes.filter(isLeft).length - 1);
  expect(await askData(findVisa, { visaUrl })).toEqual({ visa: null });
  const { country } = await askData(findCountry, { countryUrl });
  expect(country.visas.map((visa) => visa.visaUrl)).not.toContain(visaUrl);
  expect(country.lowestPrice).toBe(country.visas[0].adultPrice);
  expect(country.leadVisa.visaUrl).toBe(country.visas[0].visaUrl);

  const byCountry = await get<RestCountry>(`getbycountryid?visaCountryId=${visaCountryId}`);
  for (const visas of [
    (await get<RestVisa[]>("getall")).body.data,
    (await get<RestVisa[]>("gettop")).body.data,
    byCountry.body.data.visas,
  ]) {
    expect(visas.length).toBeGreaterThan(0);
    expect(visas.map((visa) => visa.visaUrl)).not.toContain(visaUrl);
  }
  for (const name of [visaUrl, visaId]) expect((await get(name)).status).toBe(404);
});

test("an unpublished country and its visas disappear everywhere", async () => {
  expect(await askData(findCountry, { countryUrl: "oman" })).toEqual({ country: null });
  expect(await askData(searchCountries, { text: "oman" })).toEqual({ countries: [] });
  expect(oman.visas.length).toBeGreaterThan(0);
  for (const { visaUrl } of oman.visas) expect(await askData(findVisa, { visaUrl })).toEqual({ visa: null });
  expect((await listAll()).totalCount).toBe(all.totalCount - 1 - oman.visas.length);
  expect((await get("getbycountry?countryurl=oman")).status).toBe(404);
});

test("a partner's key cannot apply for a visa if the visa or its country is not available to partners", async () => {
  const person = await signIn(server);
  const caller = new TestPartner(person, "").program(key);
  const contact = { mobile: newPhoneNumber() };
  for (const visaUrl of notForPartners) {
    const { visaId } = (await caller.call(documents.visaId, { visaUrl })).data.visa;
    const refused = await caller.call(documents.createVisaRequest, { input: { visaId, contact } });
    expect(topLevelErrorCodes(refused)).toEqual(["NOT_FOUND"]);
    await person.do(documents.createVisaRequest, { visaId });
  }
  const { visa_request } = await readTables(server, ["visa_request"]);
  expect(visa_request.map(({ userId }) => userId)).toEqual([person.userId, person.userId]);
});
