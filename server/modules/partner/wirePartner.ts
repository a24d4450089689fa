import type { StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { AuditService } from "../audit/audit.service";
import type { UserCodes } from "../user/user.service";
import type { UserAccountService } from "../user/userAccount.service";
import { PartnerKeyService } from "./partnerKey.service";
import { PartnerMemberService } from "./partnerMember.service";
import { PartnerRosterService } from "./partnerRoster.service";
import { StaffPartnerService } from "./staffPartner.service";

interface Earlier {
  accounts: UserAccountService;
  audit: AuditService;
  codes: UserCodes;
  partnerMembers: PartnerMemberService;
  staff: StaffGuard;
}

export function wirePartner(earlier: Platform & Earlier) {
  const partnerRoster = new PartnerRosterService(earlier);
  return {
    partnerKeys: new PartnerKeyService(earlier),
    partnerRoster,
    staffPartners: new StaffPartnerService({ ...earlier, partnerRoster }),
  };
}
