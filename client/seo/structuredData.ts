/** Structured data for search engines (schema.org), which contains only real figures and no marketing claims. */
import { absoluteUrl, brandName } from "../lib/site";

/** Returns the path of a flag's link preview image, which server/build/drawSharePictures.mjs generates. */
export function sharePicture(flagSrc: string): string {
  return `/share/${flagSrc}.png`;
}

/** Returns the breadcrumb of a page; the last step is the page itself. */
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

/** Returns the questions and answers on the page; empty if there are none. */
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

/** Describes a visa with the total price for one adult in rupees, including fee and tax. */
export function visaData(visa: OnOffer & { total: number }): object {
  return product(visa, { "@type": "Offer", price: visa.total, ...offered(visa.path) });
}

/** Describes a country with the price range of its visas in rupees, excluding our fee. */
export function countryData(country: OnOffer & { prices: readonly number[] }): object[] {
  const { prices, path } = country;
  if (prices.length === 0) return [];
  const range = { lowPrice: Math.min(...prices), highPrice: Math.max(...prices), offerCount: prices.length };
  return [product(country, { "@type": "AggregateOffer", ...range, ...offered(path) })];
}

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
