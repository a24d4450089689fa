import { processingUpto } from "../../catalogue/visaTexts";
import { formatInr } from "../../../server/core/money.rules";
import { paths } from "../../paths";
import type { Head } from "../../seo/head";
import { breadcrumbData, faqData, sharePicture, visaData } from "../../seo/structuredData";
import type { VisaOnPageFragment } from "./public.generated";

/** Metadata of a visa's page for search engines and link previews. */
export function visaHead(visa: VisaOnPageFragment): Omit<Head, "title"> {
  const { country, priceSummary } = visa;
  const path = paths.visa(visa.visaUrl);
  const picturePath = sharePicture(visa.flagSrc);
  const description = `${visa.visaName} for ${country.name}: ${formatInr(priceSummary.total)} in all, ${processingUpto(visa.processingTime)}, stay ${visa.stayPeriod}. Documents, terms and online application.`;
  return {
    description,
    keywords: `${country.name} visa, ${visa.visaName}, ${country.name} ${visa.visaType.toLowerCase()} visa, ${country.name} visa fee, ${country.name} visa documents`,
    canonicalPath: path,
    picturePath,
    structuredData: [
      visaData({
        name: `${visa.visaName} for ${country.name}`,
        description,
        path,
        picturePath,
        total: priceSummary.total,
      }),
      ...faqData(country.visaFAQs),
      breadcrumbData([
        { name: "Home", path: paths.home() },
        { name: `${country.name} Visas`, path: paths.visas(country.countryUrl) },
        { name: visa.visaName, path },
      ]),
    ],
  };
}
