/** The product's name and public address, which the server sends with every page. */
export interface Site {
  brand: string;
  publicUrl: string;
}

let site: Site = { brand: "Visaport", publicUrl: "" };

/** Applies the server's values, before anything is rendered. */
export function setSite(told: Partial<Site>): void {
  site = { ...site, ...told };
}

export function brandName(): string {
  return site.brand;
}

export function absoluteUrl(path: string): string {
  return new URL(path, site.publicUrl || window.location.origin).href;
}
