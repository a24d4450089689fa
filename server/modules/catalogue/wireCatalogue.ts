import type { DepsOf } from "../../platform/adapters/Platform";
import { CatalogueService } from "./catalogue.service";
import { CatalogueAdminService } from "./catalogueAdmin.service";
import { CountryWishService } from "./countryWish.service";

type Deps = DepsOf<typeof CatalogueAdminService | typeof CountryWishService>;

/** Reads the catalogue into memory. `summarisePrice` adds fee and tax to the price of a visa. */
export async function wireCatalogue(
  earlier: Omit<Deps, "catalogue">,
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
