import { formatInr } from "../../../server/core/money.rules";
import { paths } from "../../paths";
import type { Head } from "../../seo/head";
import { breadcrumbData, countryData, faqData, sharePicture } from "../../seo/structuredData";
import type { CountryOnPageFragment } from "./public.generated";

/** Metadata of a country's page for search engines and link previews. */
export function countryHead(country: CountryOnPageFragment): Omit<Head, "title"> {
  const lowest = country.lowestPrice === null ? "" : ` from ${formatInr(country.lowestPrice)}`;
  const path = paths.visas(country.countryUrl);
  const name = `${country.name} Visas`;
  const picturePath = sharePicture(country.flagSrc);
  const description = `${name}${lowest}: prices, processing times, documents, terms and questions answered.`;
  const prices = country.visas.map(({ adultPrice }) => adultPrice);
  return {
    description,
    keywords: `${country.name} visa, ${country.name} tourist visa, ${country.name} visa for Indians, ${country.name} visa fee`,
    canonicalPath: path,
    picturePath,
    structuredData: [
      ...countryData({ name, description, path, picturePath, prices }),
      ...faqData(country.visaFAQs),
      breadcrumbData([
        { name: "Home", path: paths.home() },
        { name: "Visas by country", path: paths.visas() },
        { name, path },
      ]),
    ],
  };
}
