import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";
import { requirementsFor } from "./requirement/requirement.rules";
import type { CatalogueService } from "./catalogue.service";
import type { CountryWishService } from "./countryWish.service";

type Context = ResolverContext<{ catalogue: CatalogueService; countryWishes: CountryWishService }>;

export const catalogueResolvers = {
  Query: {
    countries: (_root, { search, first }, { services }) =>
      services.catalogue.countries({ search, first: first ?? 250 }),
    countrySuggestions: (_root, { search }, { services, caller }) =>
      services.countryWishes.suggest(caller, search),
    country: (_root, { countryUrl }, { services }) => services.catalogue.findCountry(countryUrl) ?? null,
    popularVisas: (_root, { first }, { services }) => services.catalogue.popularVisas(first ?? 12),
    visas: (_root, { filter, first, after }, { services }) =>
      services.catalogue.visas({ filter, first: first ?? 20, after }),
    visa: (_root, { visaUrl }, { services }) => services.catalogue.findVisa(visaUrl) ?? null,
  },
  Mutation: {
    wishForCountry: (_root, { input }, { services, caller }) =>
      toPayload("country", () => services.countryWishes.wish(caller, input.flagSrc)),
  },
  Visa: {
    requirements: ({ requirements }, { travelerType }) => requirementsFor(requirements, travelerType),
  },
  VisaRequirement: { isSameForAll: ({ isSameForAll }) => isSameForAll ?? false },
} satisfies PartialResolvers<Context>;
