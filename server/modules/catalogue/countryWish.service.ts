/**
 * Counts which countries visitors ask for although we do not offer them. Invariant: only the country and the day are
 * stored, nothing about the visitor. Calls: the catalogue, for the published countries.
 */
import { DomainError } from "../../core/errors";
import { addDays, todayInKolkata } from "../../core/day.rules";
import { assertMay, type Principal, type StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { RateLimits } from "../../platform/rateLimiting/RateLimits";
import type { CatalogueService } from "./catalogue.service";
import { countWish, findWishes } from "./countryWish.repository";
import { toSearched } from "./countrySearch.rules";
import { recentWishDays, suggestCountries, type CountrySuggestions } from "./countrySuggestions.rules";
import type { CatalogueCountry } from "./catalogue.rules";
import { listWorldCountries, type WorldCountry } from "./worldCountries.rules";

interface Deps extends Pick<Platform, "db" | "clock"> {
  catalogue: CatalogueService;
  limits: RateLimits;
  staff: StaffGuard;
}

export class CountryWishService {
  constructor(private readonly deps: Deps) {}

  suggest(caller: Principal, search: string): CountrySuggestions<CatalogueCountry> {
    assertMay(caller, "countrySuggestions");
    return suggestCountries(this.deps.catalogue.lists.countries, toSearched(search));
  }

  /** Counts a wish. Throws RATE_LIMITED, and INVALID for a country that is unknown or published. */
  async wish(caller: Principal, flagSrc: string): Promise<WorldCountry> {
    assertMay(caller, "wishForCountry");
    const { catalogue, clock, db, limits } = this.deps;
    const country = listWorldCountries().find((one) => one.flagSrc === flagSrc);
    if (!country || catalogue.lists.countries.some((one) => one.flagSrc === flagSrc))
      throw new DomainError("INVALID", "Choose a country that we do not offer", { field: "flagSrc" });
    await limits.count(caller, "wish");
    await db.write((transaction) => countWish(transaction, flagSrc, todayInKolkata(clock.now())));
    return country;
  }

  /** Returns the wishes. Throws UNAUTHENTICATED, FORBIDDEN. */
  async list(caller: Principal) {
    const { clock, db, staff } = this.deps;
    await staff.requireStaff(caller, "staffCountryWishes");
    const rows = await findWishes(db.rows, addDays(todayInKolkata(clock.now()), -recentWishDays));
    const names = new Map(listWorldCountries().map(({ flagSrc, name }) => [flagSrc, name]));
    return rows.map((row) => ({ ...row, name: names.get(row.flagSrc) ?? row.flagSrc }));
  }
}
