import type { DepsOf } from "../../platform/adapters/Platform";
import { PartnerKeyService } from "./partnerKey.service";
import { PartnerRosterService } from "./partnerRoster.service";
import { StaffPartnerService } from "./staffPartner.service";

type Deps = DepsOf<typeof PartnerKeyService | typeof PartnerRosterService | typeof StaffPartnerService>;

export function wirePartner(earlier: Omit<Deps, "partnerRoster">) {
  const partnerRoster = new PartnerRosterService(earlier);
  return {
    partnerKeys: new PartnerKeyService(earlier),
    partnerRoster,
    staffPartners: new StaffPartnerService({ ...earlier, partnerRoster }),
  };
}
