/** Sent by the server with every page: the product's name and the public address. */
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
