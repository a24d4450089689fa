/** Lists and changes partners for staff. Guards: staff only. Calls: the staff module for the role. */
import type { Principal, StaffGuard } from "../../core/principal";
import type { PartnerView } from "./partner.logic";
import type { NewPartner, PartnerRosterService, PartnerTerms } from "./partnerRoster.service";

interface Deps {
  partnerRoster: PartnerRosterService;
  staff: StaffGuard;
}

export class StaffPartnerService {
  constructor(private readonly deps: Deps) {}

  async list(caller: Principal): Promise<PartnerView[]> {
    await this.deps.staff.requireStaff(caller, "staffPartners");
    return this.deps.partnerRoster.list();
  }

  async create(caller: Principal, input: NewPartner): Promise<PartnerView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffCreatePartner");
    return this.deps.partnerRoster.create({ staffId }, input);
  }

  async update(
    caller: Principal,
    { partnerId, expected, ...terms }: { partnerId: string; expected?: PartnerTerms | null } & PartnerTerms,
  ): Promise<PartnerView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffUpdatePartner");
    return this.deps.partnerRoster.update({ staffId }, partnerId, { terms, expected });
  }

  async end(caller: Principal, partnerId: string): Promise<PartnerView> {
    const { staffId } = await this.deps.staff.requireStaff(caller, "staffEndPartner");
    return this.deps.partnerRoster.end({ staffId }, partnerId);
  }
}
