import { CountrySearch } from "../../catalogue/search/CountrySearch";
import { EmptyState, LoadFailure, LoadingRegion, Skeleton } from "../../components/feedback/Skeleton";
import { useSiteInfoQuery } from "../../layout/public.generated";
import { paths } from "../../paths";
import { organisationData } from "../../seo/structuredData";
import { useHead, usePageTitle } from "../../seo/useHead";
import { type PopularVisasQuery, usePopularVisasQuery } from "./public.generated";
import styles from "./Page.module.css";
import { VisaCard } from "../../catalogue/VisaCard";
import { siteClaims } from "../../catalogue/visaTexts";
import type { ReactNode } from "react";
import { formatTotalInr } from "../../../server/core/money.rules";
import { Icon, type IconName } from "../../components/Icon";

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
      <section aria-labelledby="popular" className={`container stack-5 ${styles["section"]}`}>
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

const steps = [
  { title: "Choose Your Visa Type", text: "Compare price, stay and days for your country." },
  { title: "Submit Your Application", text: "Photo, passport pages and details, then pay." },
  { title: "Track Your Progress", text: "Each step with its date, and what comes next." },
  { title: "Receive Your Visa", text: "Open it here as soon as it is approved." },
];

function HowItWorks() {
  return (
    <section aria-labelledby="how" className={`container stack-5 ${styles["howItWorksSection"]}`}>
      <h2 id="how">How It Works</h2>
      <ol className={`stack-3 ${styles["steps"]}`}>
        {steps.map(({ title, text }) => (
          <li key={title} className={styles["step"]}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function VisaCards({ visas }: { visas: PopularVisasQuery["popularVisas"] }) {
  return (
    <ul className={`cards stack-3 ${styles["cards"]}`}>
      {visas.map((visa, index) => (
        <li key={visa.visaId}>
          <VisaCard
            visa={visa}
            heading="h3"
            eager={index === 0}
            priceNote={formatTotalInr(visa.priceSummary.total)}
          />
        </li>
      ))}
    </ul>
  );
}

function VisaCardsLoading() {
  return (
    <LoadingRegion className={`cards stack-3 ${styles["cards"]}`}>
      {Array.from({ length: 12 }, (_, index) => (
        <Skeleton key={index} height={170} />
      ))}
    </LoadingRegion>
  );
}

/** Decoration in the style of a passport's MRZ, wider than any screen. */
const machineLine = "V<<SEARCH<AND<SECURE<YOUR<VISA<ON<TIME".padEnd(240, "<");

function Hero({ children }: { children: ReactNode }) {
  return (
    <div className={styles["hero"]}>
      <svg className={styles["lines"]} viewBox="-200 -200 400 400" aria-hidden="true" focusable="false">
        {Array.from({ length: 18 }, (_, index) => (
          <g key={index} transform={`rotate(${index * 10})`}>
            <ellipse rx="190" ry="70" />
            <ellipse rx="95" ry="48" />
          </g>
        ))}
      </svg>
      <div className={`container stack-4 ${styles["content"]}`}>
        <h1 tabIndex={-1} className={styles["title"]}>
          Search and Secure Your Visa on Time
        </h1>
        <p className={styles["lead"]}>
          Choose a country and see the full price, the documents and the processing time before you log in.
        </p>
        {children}
      </div>
      <div className="container">
        <p className={styles["machineLine"]} aria-hidden="true">
          {machineLine}
        </p>
      </div>
    </div>
  );
}

interface Promised {
  icon: IconName;
  title: string;
  text: string;
}

const promises = (workingHours: string | undefined): Promised[] => [
  {
    icon: "globe",
    title: "Global Coverage",
    text: "Tourist and business visas for many countries, in one place and in rupees.",
  },
  {
    icon: "steps",
    title: "Seamless Process",
    text: "One short form for each applicant, and a chance to check everything before you send it.",
  },
  {
    icon: "headset",
    title: siteClaims.support,
    text: `Apply and track any time.${workingHours ? ` Phone and e-mail ${workingHours}.` : ""}`,
  },
  {
    icon: "lock",
    title: "Secure Transactions",
    text: "You pay through Razorpay. Your passport pages are kept encrypted.",
  },
];

function Promises({ workingHours }: { workingHours: string | undefined }) {
  return (
    <section aria-labelledby="promises" className={`container stack-5 ${styles["promisesSection"]}`}>
      <h2 id="promises">Why travellers apply here</h2>
      <ul className={styles["list"]}>
        {promises(workingHours).map(({ icon, title, text }) => (
          <li key={title} className={styles["promise"]}>
            <span className={styles["icon"]}>
              <Icon name={icon} size={24} />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
