import type { ResolversOf } from "../../graphql/completeResolvers";
import { toPayload } from "../../graphql/payload";

export const catalogueCareQueries: Pick<ResolversOf<"Query">, "staffCountries" | "staffCountry"> = {
  staffCountries: (_root, _args, { services, viewer }) => services.catalogueCare.list(viewer),
  staffCountry: async (_root, { countryUrl }, { services, viewer }) =>
    (await services.catalogueCare.find(viewer, countryUrl)) ?? null,
};

export const catalogueCareMutations: Pick<
  ResolversOf<"Mutation">,
  "staffUpdateVisa" | "staffUpdateCountry"
> = {
  staffUpdateVisa: (_root, { input }, { services, viewer }) =>
    toPayload("country", () => services.catalogueCare.updateVisa(viewer, input)),
  staffUpdateCountry: (_root, { input }, { services, viewer }) =>
    toPayload("country", () => services.catalogueCare.updateCountry(viewer, input)),
};

export const catalogueCareTypes: { StaffCountry: ResolversOf<"StaffCountry"> } = {
  StaffCountry: {
    changes: (country, { first }, { services, viewer }) =>
      services.catalogueCare.listChanges(viewer, country, first ?? 100),
  },
};
