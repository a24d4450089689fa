import DataLoader from "dataloader";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";
import type { CatalogueAdminService } from "./catalogueAdmin.service";
import type { CountryWishService } from "./countryWish.service";

type Context = ResolverContext<{
  catalogueAdmin: CatalogueAdminService;
  countryWishes: CountryWishService;
}>;

export const catalogueAdminResolvers = {
  Query: {
    staffCountryWishes: (_root, _args, { services, caller }) => services.countryWishes.list(caller),
    staffCountries: (_root, _args, { services, caller }) => services.catalogueAdmin.list(caller),
    staffCountry: async (_root, { countryUrl }, { services, caller }) =>
      (await services.catalogueAdmin.find(caller, countryUrl)) ?? null,
    staffDueRequirements: (_root, _args, { services, caller }) =>
      services.catalogueAdmin.listDueRequirements(caller),
  },
  Mutation: {
    staffUpdateVisa: (_root, { input }, { services, caller }) =>
      toPayload("country", () => services.catalogueAdmin.updateVisa(caller, input)),
    staffUpdateCountry: (_root, { input }, { services, caller }) =>
      toPayload("country", () => services.catalogueAdmin.updateCountry(caller, input)),
    staffCheckRequirements: (_root, { input }, { services, caller }) =>
      toPayload("country", () => services.catalogueAdmin.checkRequirements(caller, input)),
  },
  StaffCountry: {
    changes: (country, { first }, { services }) => services.catalogueAdmin.listChanges(country, first ?? 100),
  },
} satisfies PartialResolvers<Context>;

export function catalogueAdminLoaders({ catalogueAdmin }: { catalogueAdmin: CatalogueAdminService }) {
  return {
    /** The slug of a visa's country. */
    countryUrlOfVisa: new DataLoader<string, string | null>(async (visaIds) => {
      const countryUrls = await catalogueAdmin.findCountryUrlsByVisas(visaIds);
      return visaIds.map((visaId) => countryUrls.get(visaId) ?? null);
    }),
  };
}
export type CatalogueAdminLoaders = ReturnType<typeof catalogueAdminLoaders>;
