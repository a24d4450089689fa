import { fixedPages, isVisaId, paths } from "../../../client/paths";
import type { CatalogueService } from "../../modules/catalogue/catalogue.service";

export type Address =
  | { kind: "page"; path: string }
  /** The page has moved permanently to another address. */
  | { kind: "moved"; path: string }
  | { kind: "absent" };

/**
 * Finds the page at a path. Older links to `/visa/{key}` use any of three keys, so the lookup tries the
 * visa's slug, its id, and a country's slug. An id, a slug in another case and an alias of a country, such as
 * `uae` or `türkiye`, redirect to the slug.
 */
export function findAddress(catalogue: CatalogueService, asked: string): Address {
  const path = asked.replace(/(.)\/+$/, "$1");
  const at = (canonical: string): Address =>
    canonical === asked ? { kind: "page", path: asked } : { kind: "moved", path: canonical };

  const lower = path.toLowerCase();
  const plain = [...fixedPages, paths.visas()].find((one) => one === lower);
  if (plain) return at(plain);

  const [, page, key = ""] = /^\/(visas?)\/([^/]+)$/i.exec(path) ?? [];
  const slug = decode(key);
  if (page?.toLowerCase() === "visas") {
    const country = findCountry(catalogue, slug);
    return country ? at(paths.visas(country.countryUrl)) : { kind: "absent" };
  }
  if (!page) return { kind: "absent" };
  const visa =
    catalogue.findVisa(slug) ?? (isVisaId(slug) ? catalogue.findVisaById(slug.toLowerCase()) : undefined);
  if (visa) return at(paths.visa(visa.visaUrl));
  const country = findCountry(catalogue, slug);
  return country ? at(paths.visas(country.countryUrl)) : { kind: "absent" };
}

function findCountry(catalogue: CatalogueService, slug: string) {
  return catalogue.findCountry(slug) ?? catalogue.findCountryByName(slug);
}

/** Returns an empty text for a path that cannot be decoded, so that it counts as unknown. */
function decode(key: string): string {
  try {
    return decodeURIComponent(key);
  } catch {
    return "";
  }
}

export function listAddresses(catalogue: CatalogueService): string[] {
  const { countries, visas } = catalogue.lists;
  return [
    paths.home(),
    paths.visas(),
    ...countries.map(({ countryUrl }) => paths.visas(countryUrl)),
    ...visas.map(({ visaUrl }) => paths.visa(visaUrl)),
    paths.about(),
    paths.contact(),
    paths.privacy(),
    paths.terms(),
  ];
}
