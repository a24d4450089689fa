/**
 * What a page says to search engines in schema.org's words. Only figures that are ours: the claims with a fixed
 * text (rating, "10K+ applied") are not in here.
 */
import { absoluteUrl, brandName } from "../lib/site";

/** The picture of link previews for a flag, drawn by the build (server/build/drawSharePictures.mjs). */
export function sharePicture(flagSrc: string): string {
  return `/share/${flagSrc}.png`;
}

/** The way to a page; the last step is the page itself. */
export function breadcrumbData(steps: readonly { name: string; path: string }[]): object {
  return {
    "@type": "BreadcrumbList",
    itemListElement: steps.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: absoluteUrl(path),
    })),
  };
}

/** Questions and answers that stand on the page; nothing where there are none. */
export function faqData(faqs: readonly { question: string; answer: string }[]): object[] {
  if (faqs.length === 0) return [];
  const mainEntity = faqs.map(({ question, answer }) => ({
    "@type": "Question",
    name: question,
    acceptedAnswer: { "@type": "Answer", text: answer },
  }));
  return [{ "@type": "FAQPage", mainEntity }];
}

interface OnOffer {
  name: string;
  description: string;
  path: string;
  picturePath: string;
}

const product = ({ name, description, picturePath }: OnOffer, offers: object) => ({
  "@type": "Product",
  name,
  description,
  category: "Visa service",
  image: absoluteUrl(picturePath),
  brand: { "@type": "Brand", name: brandName() },
  offers,
});

const offered = (path: string) => ({
  priceCurrency: "INR",
  availability: "https://schema.org/InStock",
  url: absoluteUrl(path),
});

/** One visa, at the whole price of one adult in rupees, fee and tax included. */
export function visaData(visa: OnOffer & { total: number }): object {
  return product(visa, { "@type": "Offer", price: visa.total, ...offered(visa.path) });
}

/** The visas of a country, from the cheapest to the dearest, in rupees without our fee. */
export function countryData(country: OnOffer & { prices: readonly number[] }): object[] {
  const { prices, path } = country;
  if (prices.length === 0) return [];
  const range = { lowPrice: Math.min(...prices), highPrice: Math.max(...prices), offerCount: prices.length };
  return [product(country, { "@type": "AggregateOffer", ...range, ...offered(path) })];
}

/** Who we are and how to reach us. */
export function organisationData(contact: { supportEmail: string; supportPhone: string }): object {
  return {
    "@type": "Organization",
    name: brandName(),
    url: absoluteUrl("/"),
    logo: absoluteUrl("/share/home.png"),
    contactPoint: {
      "@type": "ContactPoint",
      contactType: "customer support",
      email: contact.supportEmail,
      telephone: contact.supportPhone,
      areaServed: "IN",
    },
  };
}
