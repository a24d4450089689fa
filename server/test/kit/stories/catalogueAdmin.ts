import {
  seenCountry,
  seenSearch,
  seenVisa,
  staffCheckRequirements,
  staffCountry,
  staffUpdateCountry,
  staffUpdateVisa,
} from "../documents/catalogueAdmin.generated";
import { callGraphql } from "../wire/callApi";
import type { DataOf } from "../wire/read";
import * as documents from "../documents";
import { signInStaff } from "../personas/staff";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "../personas/traveller";

/** Catalogue administration by staff, as API calls. */

export {
  staffCheckRequirements,
  staffCountries,
  staffCountry,
  staffDueRequirements,
  staffUpdateVisa,
} from "../documents/catalogueAdmin.generated";

/** A country as staff see it. */
export type StaffCountry = DataOf<typeof staffCountry>["staffCountry"];
export type StaffVisa = StaffCountry["visas"][number];
type VisaPayload = DataOf<typeof staffUpdateVisa>["staffUpdateVisa"];
type CountryPayload = DataOf<typeof staffUpdateCountry>["staffUpdateCountry"];

/** Signs in two staff members who administer the catalogue: Ravi, and one without a name. */
export async function signInCatalogueAdmins(server: RunningServer): Promise<[Traveller, Traveller]> {
  const ravi = await signInStaff(server);
  await ravi.do(documents.updateProfile, { name: "Ravi" });
  return [ravi, await signInStaff(server)];
}

export async function readCountry(staff: Traveller, countryUrl: string): Promise<StaffCountry> {
  return (await staff.call(staffCountry, { countryUrl })).data.staffCountry;
}

/** Returns the visa as staff see it, with its current version. */
export async function readVisa(staff: Traveller, countryUrl: string, visaUrl: string): Promise<StaffVisa> {
  const { visas } = await readCountry(staff, countryUrl);
  const visa = visas.find((one) => one.visaUrl === visaUrl);
  if (!visa) throw new Error(`${countryUrl} has no visa ${visaUrl}`);
  return visa;
}

/** Throws if other suites share the server, because they would read the changed catalogue. */
function assertOwnServer({ server }: Traveller): void {
  if (server.isShared) throw new Error("A suite that changes the catalogue needs a separate server");
}

/** Changes a visa that was read at `version`; returns the payload. */
export async function changeVisa(
  staff: Traveller,
  { visaId, version }: Pick<StaffVisa, "visaId" | "version">,
  changes: Record<string, unknown>,
): Promise<VisaPayload> {
  const { data, errors } = await staff.call(staffUpdateVisa, { input: { visaId, version, ...changes } });
  if (errors) throw new Error(JSON.stringify(errors));
  if (data.staffUpdateVisa.country) assertOwnServer(staff);
  return data.staffUpdateVisa;
}

/** Changes a country that was read at `version`; returns the payload. */
export async function changeCountry(
  staff: Traveller,
  { visaCountryId, version }: Pick<StaffCountry, "visaCountryId" | "version">,
  changes: Record<string, unknown>,
): Promise<CountryPayload> {
  const input = { visaCountryId, version, ...changes };
  const { data, errors } = await staff.call(staffUpdateCountry, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  if (data.staffUpdateCountry.country) assertOwnServer(staff);
  return data.staffUpdateCountry;
}

/** Records that the requirements of a visa, or of all visas of the country, were checked; returns the payload. */
export async function checkRequirements(
  staff: Traveller,
  { visaCountryId, version }: Pick<StaffCountry, "visaCountryId" | "version">,
  visaId?: string,
): Promise<CountryPayload> {
  const input = { visaCountryId, version, visaId };
  const { data, errors } = await staff.call(staffCheckRequirements, { input });
  if (errors) throw new Error(JSON.stringify(errors));
  if (data.staffCheckRequirements.country) assertOwnServer(staff);
  return data.staffCheckRequirements;
}

/** Returns a visa's data from every page and API that travellers can use. */
export async function lookEverywhere(server: RunningServer, visaUrl: string, countryUrl: string) {
  const get = async (path: string) => {
    const response = await fetch(server.url + path, { headers: { accept: "text/html,*/*" } });
    const { status, headers } = response;
    return { status, etag: headers.get("etag"), text: await response.text() };
  };
  const visa = await callGraphql(server, seenVisa, { variables: { visaUrl } });
  const country = await callGraphql(server, seenCountry, { variables: { countryUrl } });
  const search = await callGraphql(server, seenSearch, { variables: { search: countryUrl } });
  return {
    visa: visa.data.visa,
    country: country.data.country,
    search: search.data.visas.nodes,
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
