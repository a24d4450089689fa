import type { ResolversOf } from "../completeResolvers";
import { toPayload } from "../../platform/graphql/payload";

export const catalogueAdminQueries: Pick<ResolversOf<"Query">, "staffCountries" | "staffCountry"> = {
  staffCountries: (_root, _args, { services, viewer }) => services.catalogueAdmin.list(viewer),
  staffCountry: async (_root, { countryUrl }, { services, viewer }) =>
    (await services.catalogueAdmin.find(viewer, countryUrl)) ?? null,
};

export const catalogueAdminMutations: Pick<
  ResolversOf<"Mutation">,
  "staffUpdateVisa" | "staffUpdateCountry"
> = {
  staffUpdateVisa: (_root, { input }, { services, viewer }) =>
    toPayload("country", () => services.catalogueAdmin.updateVisa(viewer, input)),
  staffUpdateCountry: (_root, { input }, { services, viewer }) =>
    toPayload("country", () => services.catalogueAdmin.updateCountry(viewer, input)),
};

export const catalogueAdminTypes: { StaffCountry: ResolversOf<"StaffCountry"> } = {
  StaffCountry: {
    changes: (country, { first }, { services, viewer }) =>
      services.catalogueAdmin.listChanges(viewer, country, first ?? 100),
  },
};
