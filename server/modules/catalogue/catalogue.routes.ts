import { z } from "zod";
import { notFound } from "../../core/errors";
import { maxPerPage } from "../../core/paging";
import { absent, dataResponse } from "../../platform/rest/responses";
import { restRoute, SerialisedResponse, type RestRoute } from "../../platform/rest/restRoute";
import {
  restCountry,
  restVisa,
  restVisaInFull,
  toRestCountry,
  toRestVisa,
  toRestVisaInFull,
} from "./catalogue.rest";
import type { CatalogueCountry, CatalogueVisa } from "./catalogue.rules";
import type { CatalogueService } from "./catalogue.service";

/** The default number of visas, as for `popularVisas` in GraphQL. */
export const usualFirst = 12;
const first = z
  .int("must be a whole number")
  .min(1, "must be 1 or more")
  .max(maxPerPage, `must be ${maxPerPage} or less`)
  .describe(`Maximum number of visas; ${usualFirst} if omitted.`);

interface Services {
  catalogue: CatalogueService;
}

export function catalogueRoutes(services: Services): RestRoute[] {
  return [...visaListRoutes(services), ...countryRoutes(services), visaRoute(services)];
}

function visaListRoutes({ catalogue }: Services): RestRoute[] {
  // Responses are cached by the object that they describe. A catalogue change creates new objects, so old responses
  // are garbage-collected.
  const allVisasResponse = onceFor(
    (visas: readonly CatalogueVisa[]) => new SerialisedResponse({ data: visas.map(toRestVisa) }),
  );
  /** The responses for the first 0, 1, 2 … visas. */
  const responsesForFirst = onceFor((visas: readonly CatalogueVisa[]) => {
    const data = visas.map(toRestVisa);
    return [undefined, ...data].map(
      (_last, length) => new SerialisedResponse({ data: data.slice(0, length) }),
    );
  });
  return [
    restRoute({
      method: "GET",
      url: "/api/visa/gettop",
      action: "popularVisas",
      operationId: "getTopVisas",
      summary: "The popular visas",
      description:
        "The lead visa of each of the most requested countries, most requested first, as shown on the home page.",
      place: "query",
      parameters: { first: first.optional() },
      response: dataResponse(z.array(restVisa).describe("The visas, most requested first.")),
      errorResponses: {},
      handle: ({ parameters }) => {
        const { popularVisas } = catalogue.lists;
        const wanted = parameters.findNumber("first", first) ?? usualFirst;
        return responsesForFirst(popularVisas)[Math.min(wanted, popularVisas.length)]!;
      },
    }),
    restRoute({
      method: "GET",
      url: "/api/visa/getall",
      action: "visas",
      operationId: "getAllVisas",
      summary: "All visas",
      description:
        "All published visas in one list, each with the name, slug and flag of its country. " +
        "The documents, terms and FAQs of a country are at `/api/visa/getbycountry`.",
      place: "query",
      parameters: {},
      response: dataResponse(z.array(restVisa).describe("The visas, cheapest first.")),
      errorResponses: {},
      handle: () => allVisasResponse(catalogue.lists.visas),
    }),
  ];
}

function countryRoutes({ catalogue }: Services): RestRoute[] {
  const countryResponse = onceFor(
    (country: CatalogueCountry) => new SerialisedResponse({ data: toRestCountry(country) }),
  );
  const foundResponse = (country: CatalogueCountry | undefined) => {
    if (!country) throw notFound();
    return countryResponse(country);
  };
  return [
    restRoute({
      method: "GET",
      url: "/api/visa/getbycountry",
      action: "country",
      operationId: "getVisasByCountry",
      summary: "One country by its slug",
      description: "A country with its visas, documents, terms and FAQs.",
      place: "query",
      parameters: { countryurl: z.string().describe("The slug of the country; case-insensitive.") },
      response: dataResponse(restCountry),
      errorResponses: { 404: absent.country },
      handle: ({ parameters }) => foundResponse(catalogue.findCountry(parameters.get("countryurl"))),
    }),
    restRoute({
      method: "GET",
      url: "/api/visa/getbycountryid",
      action: "country",
      operationId: "getVisasByCountryId",
      summary: "One country by its id",
      description: "The same response as `/api/visa/getbycountry`.",
      place: "query",
      parameters: { visaCountryId: z.uuid().describe("The `visaCountryId` of the country.") },
      response: dataResponse(restCountry),
      errorResponses: { 404: absent.country },
      handle: ({ parameters }) => foundResponse(catalogue.findCountryById(parameters.getId("visaCountryId"))),
    }),
  ];
}

function visaRoute({ catalogue }: Services): RestRoute {
  const visaResponse = onceFor(
    (visa: CatalogueVisa) => new SerialisedResponse({ data: toRestVisaInFull(visa) }),
  );
  return restRoute({
    method: "GET",
    url: "/api/visa/:visa",
    action: "visa",
    operationId: "getVisa",
    summary: "One visa",
    description: "A visa with its required documents, and the terms and FAQs of its country.",
    place: "query",
    parameters: { visa: z.string().describe("The `visaUrl`, case-insensitive, or the `visaId`.") },
    response: dataResponse(restVisaInFull),
    errorResponses: { 404: absent.visa },
    handle: ({ parameters }) => {
      const text = parameters.get("visa");
      const visa = catalogue.findVisa(text) ?? catalogue.findVisaById(text.toLowerCase());
      if (!visa) throw notFound();
      return visaResponse(visa);
    },
  });
}

/** Returns a function that caches the result of `make` as long as the `thing` exists. */
function onceFor<Thing extends object, Made>(make: (thing: Thing) => Made): (thing: Thing) => Made {
  const cached = new WeakMap<Thing, { made: Made }>();
  return (thing) => {
    const { made } = cached.get(thing) ?? { made: make(thing) };
    cached.set(thing, { made });
    return made;
  };
}
