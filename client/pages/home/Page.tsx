import { CountrySearch } from "../../catalogue/search/CountrySearch";
import { EmptyState } from "../../components/feedback/EmptyState";
import { LoadFailure } from "../../components/feedback/LoadFailure";
import { useSiteInfoQuery } from "../../layout/public.generated";
import { paths } from "../../paths";
import { organisationData } from "../../seo/structuredData";
import { useHead, usePageTitle } from "../../seo/useHead";
import { Hero } from "./Hero";
import { HowItWorks } from "./HowItWorks";
import { usePopularVisasQuery } from "./public.generated";
import styles from "./Page.module.css";
import { Promises } from "./Promises";
import { VisaCards, VisaCardsLoading } from "./VisaCards";

/** `/`: search, popular visas, benefits and how it works. */
export default function HomePage() {
  const { data, error, refetch } = usePopularVisasQuery();
  const { data: site } = useSiteInfoQuery();
  usePageTitle("Search and Secure Your Visa on Time");
  useHead({
    description:
      "Search destination countries, see the full price of a visa before you apply, pay online and follow every step.",
    keywords: "visa, online visa application, e-visa, tourist visa, business visa, Indian passport",
    canonicalPath: paths.home(),
    structuredData: site ? [organisationData(site.siteInfo)] : [],
  });

  return (
    <>
      <Hero>
        <CountrySearch onCover />
      </Hero>
      <section aria-labelledby="popular" className={`container ${styles["section"]}`}>
        <h2 id="popular">Popular visas</h2>
        {data ? (
          data.popularVisas.length > 0 ? (
            <VisaCards visas={data.popularVisas} />
          ) : (
            <EmptyState title="No visas are open right now">
              <p>Our support team, at the foot of this page, can tell you what opens next.</p>
            </EmptyState>
          )
        ) : error ? (
          <LoadFailure message="We could not load visas" onRetry={refetch} />
        ) : (
          <VisaCardsLoading />
        )}
      </section>
      <Promises workingHours={site?.siteInfo.workingHours} />
      <HowItWorks />
    </>
  );
}
