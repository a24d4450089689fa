import { callGraphql, type Json } from "../wire/callApi";
import * as documents from "../wire/documents";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "../personas/traveller";

/** The desk's operations on the catalogue, as a program of staff calls them. */

const country = `visaCountryId name countryUrl isActive version visaCount activeVisaCount
  visas { visaId visaName visaUrl visaType processingTime stayPeriod validity entry adultPrice childPrice isActive version }
  documents { visaType documentName } terms faqs { question answer }
  changes { catalogueChangeId at by { staffId name phoneNumber } visaId visaName fields { field from to } }`;

export const staffCountry = `query ($countryUrl: String!) { staffCountry(countryUrl: $countryUrl) { ${country} } }`;
export const staffCountries = `{ staffCountries { countryUrl isActive visaCount activeVisaCount
  lastChange { at by { staffId } visaName } } }`;
export const staffUpdateVisa = `mutation ($input: StaffUpdateVisaInput!) { staffUpdateVisa(input: $input) {
  country { ${country} } userErrors { field code message } } }`;
const staffUpdateCountry = `mutation ($input: StaffUpdateCountryInput!) { staffUpdateCountry(input: $input) {
  country { ${country} } userErrors { field code message } } }`;

/** Two members of staff who care for the catalogue: Ravi, and one who has not said a name. */
export async function signInCatalogueAdmins(server: RunningServer): Promise<[Traveller, Traveller]> {
  const ravi = await signInStaff(server);
  await ravi.do(documents.updateProfile, { name: "Ravi" });
  return [ravi, await signInStaff(server)];
}

/** The country as staff see it. */
export async function readCountry(staff: Traveller, countryUrl: string): Promise<Json> {
  return (await staff.call(staffCountry, { countryUrl })).data.staffCountry;
}

/** The visa as staff see it, with its present version. */
export async function readVisa(staff: Traveller, countryUrl: string, visaUrl: string): Promise<Json> {
  const { visas } = await readCountry(staff, countryUrl);
  return visas.find((visa: Json) => visa.visaUrl === visaUrl);
}

/** Changes a visa from its present version; answers the payload. */
export async function changeVisa(
  staff: Traveller,
  { visaId, version }: Json,
  changes: Record<string, unknown>,
): Promise<Json> {
  const { data, errors } = await staff.call(staffUpdateVisa, { input: { visaId, version, ...changes } });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.staffUpdateVisa;
}

/** The same for a country. */
export async function changeCountry(
  staff: Traveller,
  { visaCountryId, version }: Json,
  changes: Record<string, unknown>,
): Promise<Json> {
  const input = { visaCountryId, version, ...changes };
  const { data, errors } = await staff.call(staffUpdateCountry, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.staffUpdateCountry;
}

/** What travellers are told of a visa, wherever they look. */
export async function lookEverywhere(server: RunningServer, visaUrl: string, countryUrl: string) {
  const ask = async (query: string) => (await callGraphql(server, query)).data;
  const get = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { accept: "text/html,*/*" } });
    const { status, headers } = response;
    return { status, etag: headers.get("etag"), text: await response.text() };
  };
  const inCountry = await ask(
    `{ country(countryUrl: "${countryUrl}") { lowestPrice visas { visaUrl adultPrice } } }`,
  );
  return {
    visa: (await ask(`{ visa(visaUrl: "${visaUrl}") { adultPrice priceSummary { total } } }`)).visa,
    country: inCountry.country,
    search: (
      await ask(`{ visas(filter: { search: "${countryUrl}" }, first: 100) { nodes { visaUrl adultPrice } } }`)
    ).visas.nodes,
    restVisa: await get(`/api/visa/${visaUrl}`),
    restCountry: await get(`/api/visa/getbycountry?countryurl=${countryUrl}`),
    restAll: await get("/api/visa/getall"),
    restTop: await get("/api/visa/gettop"),
    page: await get(`/visa/${visaUrl}`),
    countryPage: await get(`/visas/${countryUrl}`),
    home: await get("/"),
    sitemap: await get("/sitemap.xml"),
  };
}
