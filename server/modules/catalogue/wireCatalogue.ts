import type { StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { ApprovalService } from "../approval/approval.service";
import type { AuditService } from "../audit/audit.service";
import { CatalogueService } from "./catalogue.service";
import { CatalogueAdminService } from "./catalogueAdmin.service";
import { CountryWishService } from "./countryWish.service";

interface Earlier {
  approvals: ApprovalService;
  audit: AuditService;
  staff: StaffGuard;
}

/** Reads the catalogue into memory. `summarisePrice` adds fee and tax to the price of a visa. */
export async function wireCatalogue(
  earlier: Platform & Earlier,
  summarisePrice: Parameters<typeof CatalogueService.open>[1],
) {
  const catalogue = await CatalogueService.open(earlier.db, summarisePrice);
  const deps = { ...earlier, catalogue };
  return {
    catalogue,
    catalogueAdmin: new CatalogueAdminService(deps),
    countryWishes: new CountryWishService(deps),
  };
}
