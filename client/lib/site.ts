/** What the server tells with every page: the product's name, and the address under which people reach it. */
export interface Site {
  brand: string;
  publicUrl: string;
}

let site: Site = { brand: "Visaport", publicUrl: "" };

/** Takes over what the server told, before anything is rendered. */
export function setSite(told: Partial<Site>): void {
  site = { ...site, ...told };
}

/** The product's name. */
export function brandName(): string {
  return site.brand;
}

/** The whole address of a path of this site. */
export function absoluteUrl(path: string): string {
  return new URL(path, site.publicUrl || window.location.origin).href;
}
