import { lazy } from "react";
import { Navigate, useParams } from "react-router-dom";
import { LoadFailure, LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "./CountryPage.module.css";
import { CountryVisas } from "./CountryVisas";
import { type CountryOnPageFragment, useCountryQuery } from "./public.generated";
import { formatInr } from "../../../server/core/money.rules";
import type { Head } from "../../seo/head";
import { breadcrumbData, countryData, faqData, sharePicture } from "../../seo/structuredData";
import { FlagImage } from "../../catalogue/FlagImage";
import { choiceLabel, processingDays, siteClaims } from "../../catalogue/visaTexts";
import { Breadcrumb } from "../../components/Breadcrumb";
import { Disclosure, Questions } from "../../components/Disclosure";

/** Loaded on demand, because it includes the search. */
const NotFound = lazy(() => import("../../layout/NotFound"));

/** `/visas/{countryUrl}`: the visas of one country. */
export default function CountryPage() {
  const { countryUrl = "" } = useParams();
  return <VisasOf key={countryUrl} countryUrl={countryUrl} />;
}

function VisasOf({ countryUrl }: { countryUrl: string }) {
  const { data, error, refetch } = useCountryQuery({ variables: { countryUrl } });

  if (data?.country) {
    // Slugs are case-insensitive, so the address is corrected to the catalogue's spelling.
    if (data.country.countryUrl !== countryUrl) {
      return <Navigate to={paths.visas(data.country.countryUrl)} replace />;
    }
    return <Country country={data.country} />;
  }
  if (data) return <NotFound title="Page not found" />;
  return (
    <div className={`container stack-5 ${styles["page"]}`}>
      {error ? (
        <CountryFailure onRetry={refetch} />
      ) : (
        <LoadingRegion className="stack-5">
          <Skeleton height={44} width="12rem" />
          <Skeleton height={114} />
          <div className={`stack-4 ${styles["visas"]}`}>
            <Skeleton height={290} />
            <Skeleton height={290} />
            <Skeleton height={290} />
          </div>
        </LoadingRegion>
      )}
    </div>
  );
}

function Country({ country }: { country: CountryOnPageFragment }) {
  usePageTitle(`${country.name} Visas`);
  useHead(countryHead(country));
  return (
    <div className={`container stack-5 ${styles["page"]}`}>
      <CountryHeading country={country} />
      <CountryVisas country={country} />
      <CountryKnowledge country={country} />
    </div>
  );
}

function CountryFailure({ onRetry }: { onRetry: () => void }) {
  usePageTitle("Visas", { hasError: true });
  return (
    <>
      <h1 tabIndex={-1}>Visas</h1>
      <LoadFailure message="We could not load this country" onRetry={onRetry} />
    </>
  );
}

function countryHead(country: CountryOnPageFragment): Omit<Head, "title"> {
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

function CountryHeading({ country }: { country: CountryOnPageFragment }) {
  const { lowestPrice, lowestProcessingTime } = country;
  return (
    <>
      <Breadcrumb
        steps={[
          { label: "Home", to: paths.home() },
          { label: "Visas", to: paths.visas() },
        ]}
        here={country.name}
      />
      <div className={`wrap ${styles["heading"]}`}>
        <FlagImage src={country.flagUrl} country={country.name} width={104} lazy={false} />
        <div>
          <h1 tabIndex={-1}>{country.name} Visas</h1>
          <ul className={`wrap gap-2 ${styles["claims"]}`}>
            <li>{siteClaims.countryProcessing}</li>
            <li>{siteClaims.countryStartingFrom}</li>
          </ul>
          {lowestPrice !== null && lowestProcessingTime !== null && (
            <p className={`muted numbers ${styles["today"]}`}>
              Lowest here today: {formatInr(lowestPrice)}, {processingDays(lowestProcessingTime)}
            </p>
          )}
        </div>
      </div>
    </>
  );
}

function CountryKnowledge({ country }: { country: CountryOnPageFragment }) {
  const { visaDocuments, visaFAQs, visaTerms } = country;
  const types = [...new Set(visaDocuments.map(({ visaType }) => visaType))];
  return (
    <>
      {types.length > 0 && (
        <section aria-labelledby="needed" className={`stack-4 ${styles["knowledge"]}`}>
          <h2 id="needed">What you need</h2>
          {types.map((type) => (
            <div key={type} className="stack-2">
              <h3>{choiceLabel(type)} visa</h3>
              <ul className={`stack-2 bullets ${styles["bullets"]}`}>
                {visaDocuments
                  .filter(({ visaType }) => visaType === type)
                  .map(({ visaDocumentId, documentName }) => (
                    <li key={visaDocumentId}>{documentName}</li>
                  ))}
              </ul>
            </div>
          ))}
        </section>
      )}
      {visaFAQs.length + visaTerms.length > 0 && (
        <section aria-labelledby="knowledge" className={`stack-4 ${styles["knowledge"]}`}>
          <h2 id="knowledge">Good to know before you apply</h2>
          <div>
            <Questions of={visaFAQs} />
            {visaTerms.length > 0 && (
              <Disclosure summary="Terms">
                <ul className={`stack-2 bullets ${styles["bullets"]}`}>
                  {visaTerms.map(({ visaTermsId, termsandConditions }) => (
                    <li key={visaTermsId}>{termsandConditions}</li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </div>
        </section>
      )}
    </>
  );
}
