import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { FavouriteButton } from "../../catalogue/FavouriteButton";
import { FlagImage } from "../../catalogue/FlagImage";
import { choiceLabel, processingUpto, siteClaims, visaTypeLabel } from "../../catalogue/visaTexts";
import { Breadcrumb } from "../../components/Breadcrumb";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { ApplyBar, PriceSummary } from "./PriceSummary";
import type { VisaOnPageFragment } from "./public.generated";
import { OtherVisas } from "./OtherVisas";
import { ShareLinks } from "./ShareLinks";
import { useApply } from "./useApply";
import { useTravelDate } from "./useTravelDate";
import styles from "./VisaDetails.module.css";
import { VisaKnowledge } from "./VisaKnowledge";
import { DescriptionList } from "../../components/DescriptionList";
import { useMediaQuery } from "../../lib/hooks";
import { formatInr } from "../../../server/core/money.rules";
import type { Head } from "../../seo/head";
import { daysUntilVisa } from "../../../server/core/processingTime.rules";
import { breadcrumbData, faqData, sharePicture, visaData } from "../../seo/structuredData";

/** Loaded on demand, because it includes Apollo and few visitors need it. */
const StartedBefore = lazy(() => import("./StartedBefore"));

interface VisaDetailsProps {
  visa: VisaOnPageFragment;
  onNearApply: () => void;
}

export function VisaDetails({ visa, onNearApply }: VisaDetailsProps) {
  const country = visa.visaCountryName;
  const travelDate = useTravelDate(visa.visaId);
  const { apply, prefetch, isBusy, failure, started } = useApply(visa.visaId);
  const onApply = () => {
    const day = travelDate.findDay();
    if (day) apply(day);
  };
  const onNear = () => {
    prefetch();
    onNearApply();
  };
  const applyPlace = useRef<HTMLDivElement>(null);
  const isBarShown = useIsOutOfView(applyPlace);
  const application = { visa, isBusy, failure, onApply, onNear };

  usePageTitle(`${visa.visaName} Visa for ${country}`, { hasError: travelDate.attempt > 0 });
  useHead(visaHead(visa));

  return (
    <div className={`container ${styles["page"]}`}>
      <Breadcrumb
        steps={[
          { label: "Home", to: paths.home() },
          { label: `${country} Visas`, to: paths.visas(visa.country.countryUrl) },
        ]}
        here={visa.visaName}
      />
      <div className={`stack-6 ${styles["columns"]}`}>
        <VisaHeading visa={visa} />
        <section className={styles["summary"]} aria-labelledby="price-summary">
          <PriceSummary
            {...application}
            applyPlace={applyPlace}
            isHidden={isBarShown}
            travelDate={travelDate}
          />
        </section>

        <div className={styles["body"]}>
          <VisaSteps />
          <VisaKnowledge visa={visa} />
          <ShareLinks visa={visa} />
        </div>
      </div>
      <OtherVisas visa={visa} />
      <ApplyBar {...application} travelDate={travelDate.answer?.shown} isShown={isBarShown} />
      {started && (
        <Suspense>
          <StartedBefore {...started} newPrice={visa.priceSummary.total} />
        </Suspense>
      )}
    </div>
  );
}

function VisaHeading({ visa }: { visa: VisaOnPageFragment }) {
  const country = visa.visaCountryName;
  return (
    <div className={styles["heading"]}>
      <FlagImage src={visa.flagUrl} country={country} width={104} lazy={false} />
      <div>
        <h1 tabIndex={-1}>
          {visa.visaName} <span className={styles["country"]}>{country}</span>
        </h1>
        <ul className={`small wrap ${styles["claims"]}`}>
          <li>
            <span aria-hidden="true">★ </span>
            {siteClaims.rating}
          </li>
          <li>{siteClaims.applied}</li>
        </ul>
      </div>
      <div className="row gap-3">
        <p className={styles["getIn"]}>Get Visa in {daysUntilVisa(visa.processingTime)} Days</p>
        <FavouriteButton visa={visa} className={styles["heart"]} />
      </div>
      <VisaFacts visa={visa} />
    </div>
  );
}

/** Returns whether the target is out of view. False on wide screens, where the price summary is sticky. */
function useIsOutOfView(target: RefObject<HTMLElement | null>): boolean {
  const isWide = useMediaQuery("(min-width: 60rem)");
  const [isInView, setInView] = useState(true);
  useEffect(() => {
    if (!target.current) return;
    // Uses the last entry, because the observer of a busy page may receive several in one call, oldest first.
    const observer = new IntersectionObserver((crossings) =>
      setInView(crossings.at(-1)?.isIntersecting ?? true),
    );
    observer.observe(target.current);
    return () => observer.disconnect();
  }, [target]);
  return !isInView && !isWide;
}

function VisaFacts({ visa }: { visa: VisaOnPageFragment }) {
  return (
    <div className="sheet raised pad">
      <DescriptionList
        facts={[
          { label: "Visa Type", value: visaTypeLabel(visa) },
          { label: "Length of the stay", value: choiceLabel(visa.stayPeriod) && visa.stayPeriod },
          { label: "Validity", value: choiceLabel(visa.validity) && visa.validity },
          { label: "Entry", value: choiceLabel(visa.entry) },
        ]}
      />
    </div>
  );
}

const steps = ["Apply and pay", "Documents verified", "Processing visa", "Receive visa"];

function VisaSteps() {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={styles["title"]}>
        How to get it
      </h2>
      <ol className={styles["steps"]}>
        {steps.map((step) => (
          <li key={step} className={styles["step"]}>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}

function visaHead(visa: VisaOnPageFragment): Omit<Head, "title"> {
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
