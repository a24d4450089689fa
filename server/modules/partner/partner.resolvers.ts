import DataLoader from "dataloader";
import { spreadPayload, toPayload } from "../../platform/graphql/payload";
import type { PartialResolvers, ResolverContext } from "../completeResolvers";
import type { PartnerAccessService } from "./partnerAccess.service";
import type { PartnerKeyService } from "./partnerKey.service";
import type { PartnerMemberService } from "./partnerMember.service";
import type { PartnerUsageService } from "./partnerUsage.service";
import type { StaffPartnerService } from "./staffPartner.service";

type Context = ResolverContext<
  {
    partnerKeys: PartnerKeyService;
    partnerMembers: PartnerMemberService;
    partnerUsage: PartnerUsageService;
    staffPartners: StaffPartnerService;
  },
  PartnerLoaders
>;

export const partnerResolvers = {
  Query: {
    myPartners: (_root, _args, { services, caller }) => services.partnerMembers.listMine(caller),
    staffPartners: (_root, _args, { services, caller }) => services.staffPartners.list(caller),
  },
  Mutation: {
    createPartnerKey: (_root, { input }, { services, caller }) =>
      spreadPayload(() => services.partnerKeys.create(caller, input)),
    rotatePartnerKey: (_root, { input }, { services, caller }) =>
      spreadPayload(() => services.partnerKeys.rotate(caller, input)),
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
    staffUpdatePartner: (_root, { input }, { services, caller }) =>
      toPayload("partner", () => services.staffPartners.update(caller, input)),
  },
  AccessEvent: {
    partnerName: ({ partnerKeyId }, _args, { loaders }) =>
      partnerKeyId === null ? null : loaders.partnerName.load(partnerKeyId),
  },
  Partner: {
    usage: (partner, _args, { services }) => services.partnerUsage.listDays(partner),
    used: (partner) => partner,
  },
  PartnerUsed: {
    points: (partner, _args, { services }) => services.partnerUsage.findUsed(partner, "points"),
    write: (partner, _args, { services }) => services.partnerUsage.findUsed(partner, "write"),
    gateway: (partner, _args, { services }) => services.partnerUsage.findUsed(partner, "gateway"),
  },
} satisfies PartialResolvers<Context>;

export function partnerLoaders({ partnerAccess }: { partnerAccess: PartnerAccessService }) {
  return {
    /** The name of a partner, by its own id or the id of one of its keys; null for other ids. */
    partnerName: new DataLoader<string, string | null>((ids) => partnerAccess.findNames(ids)),
  };
}
export type PartnerLoaders = ReturnType<typeof partnerLoaders>;
