import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { CatalogueService } from "./catalogue.service";

type Context = ResolverContext<{ catalogue: CatalogueService }>;

type CatalogueQueries = Pick<
  ResolversOf<"Query", Context>,
  "countries" | "country" | "popularVisas" | "visas" | "visa"
>;

export const catalogueQueries: CatalogueQueries = {
  countries: (_root, { search, first }, { services }) =>
    services.catalogue.countries({ search, first: first ?? 250 }),
  country: (_root, { countryUrl }, { services }) => services.catalogue.findCountry(countryUrl) ?? null,
  popularVisas: (_root, { first }, { services }) => services.catalogue.popularVisas(first ?? 12),
  visas: (_root, { filter, first, after }, { services }) =>
    services.catalogue.visas({ filter, first: first ?? 20, after }),
  visa: (_root, { visaUrl }, { services }) => services.catalogue.findVisa(visaUrl) ?? null,
};

/** Countries and visas already have all their fields; see `catalogue.rules.ts`. */
export const catalogueTypes: {
  Visa: ResolversOf<"Visa", Context>;
  VisaCountry: ResolversOf<"VisaCountry", Context>;
} = {
  Visa: {},
  VisaCountry: {},
};
