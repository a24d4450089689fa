import { toPayload } from "../../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../../completeResolvers";
import type { KeptApplicantService } from "./keptApplicant.service";

type Context = ResolverContext<{ keptApplicants: KeptApplicantService }>;

export const keptApplicantResolvers = {
  Query: {
    keptApplicants: (_root, _args, { services, caller }) => services.keptApplicants.listMine(caller),
  },
  Mutation: {
    keepApplicants: (_root, { input }, { services, caller }) =>
      toPayload("keptApplicants", () => services.keptApplicants.keep(caller, input)),
    forgetApplicants: (_root, { input }, { services, caller }) =>
      toPayload("keptApplicants", () => services.keptApplicants.forget(caller, input.keptApplicantIds)),
    addKeptApplicant: (_root, { input }, { services, caller }) =>
      toPayload("visaApplicant", () => services.keptApplicants.add(caller, input)),
  },
} satisfies PartialResolvers<Context>;
