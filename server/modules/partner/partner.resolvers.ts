import { toPayload, toUserErrors } from "../../platform/graphql/payload";
import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { PartnerKeyService } from "./partnerKey.service";
import type { PartnerMemberService } from "./partnerMember.service";
import type { StaffPartnerService } from "./staffPartner.service";

type Context = ResolverContext<{
  partnerKeys: PartnerKeyService;
  partnerMembers: PartnerMemberService;
  staffPartners: StaffPartnerService;
}>;

export const partnerQueries: Pick<ResolversOf<"Query", Context>, "myPartners" | "staffPartners"> = {
  myPartners: (_root, _args, { services, caller }) => services.partnerMembers.listMine(caller),
  staffPartners: (_root, _args, { services, caller }) => services.staffPartners.list(caller),
};

/** The payload of a new key, which is returned this once. */
async function toKeyPayload(create: () => ReturnType<PartnerKeyService["create"]>) {
  try {
    return { ...(await create()), userErrors: [] };
  } catch (error) {
    return { key: null, secret: null, userErrors: toUserErrors(error) };
  }
}

export const partnerMutations: Pick<
  ResolversOf<"Mutation", Context>,
  | "createPartnerKey"
  | "rotatePartnerKey"
  | "endPartnerKey"
  | "addPartnerMember"
  | "removePartnerMember"
  | "staffCreatePartner"
  | "staffEndPartner"
> = {
  createPartnerKey: (_root, { input }, { services, caller }) =>
    toKeyPayload(() => services.partnerKeys.create(caller, input)),
  rotatePartnerKey: (_root, { input }, { services, caller }) =>
    toKeyPayload(() => services.partnerKeys.rotate(caller, input)),
  endPartnerKey: (_root, { input }, { services, caller }) =>
    toPayload("key", () => services.partnerKeys.end(caller, input.partnerKeyId)),
  addPartnerMember: (_root, { input }, { services, caller }) =>
    toPayload("partner", () => services.partnerMembers.add(caller, input)),
  removePartnerMember: (_root, { input }, { services, caller }) =>
    toPayload("partner", () => services.partnerMembers.remove(caller, input)),
  staffCreatePartner: (_root, { input }, { services, caller }) =>
    toPayload("partner", () => services.staffPartners.create(caller, input)),
  staffEndPartner: (_root, { input }, { services, caller }) =>
    toPayload("partner", () => services.staffPartners.end(caller, input.partnerId)),
};
