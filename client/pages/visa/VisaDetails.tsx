import { lazy, type RefObject, Suspense, useEffect, useRef, useState } from "react";
import { FavouriteButton } from "../../catalogue/FavouriteButton";
import { FlagImage } from "../../catalogue/FlagImage";
import { siteClaims } from "../../catalogue/siteClaims";
import { Breadcrumb } from "../../components/Breadcrumb";
import { daysUntilVisa } from "../../../server/core/processingTime.rules";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { ApplyBar } from "./ApplyBar";
import type { VisaOnPageFragment } from "./public.generated";
import { OtherVisas } from "./OtherVisas";
import { PriceSummary } from "./PriceSummary";
import { ShareRow } from "./ShareRow";
import { useApply } from "./useApply";
import { useTravelDate } from "./useTravelDate";
import styles from "./VisaDetails.module.css";
import { VisaFacts } from "./VisaFacts";
import { visaHead } from "./visaHead";
import { VisaKnowledge } from "./VisaKnowledge";
import { VisaSteps } from "./VisaSteps";

/** Loaded on demand: includes Apollo, and few visitors need it. */
const StartedBefore = lazy(() => import("./StartedBefore"));

interface VisaDetailsProps {
  visa: VisaOnPageFragment;
  /** Called when Apply Now is about to be pressed. */
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

  usePageTitle(`${visa.visaName} Visa for ${country}`);
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
      <div className={styles["columns"]}>
        <div className={styles["heading"]}>
          <FlagImage src={visa.flagUrl} country={country} width={104} lazy={false} />
          <div className={styles["name"]}>
            <h1 tabIndex={-1}>
              {visa.visaName} <span className={styles["country"]}>{country}</span>
            </h1>
            <ul className={styles["claims"]}>
              <li>
                <span aria-hidden="true">★ </span>
                {siteClaims.rating}
              </li>
              <li>{siteClaims.applied}</li>
            </ul>
          </div>
          <div className={styles["keep"]}>
            <p className={styles["getIn"]}>Get Visa in {daysUntilVisa(visa.processingTime)} Days</p>
            <FavouriteButton visa={visa} className={styles["heart"]} />
          </div>
          <VisaFacts visa={visa} />
        </div>

        <section className={styles["summary"]} aria-labelledby="price-summary">
          <PriceSummary
            visa={visa}
            applyPlace={applyPlace}
            isHidden={isBarShown}
            isBusy={isBusy}
            failure={failure}
            onApply={onApply}
            travelDate={travelDate}
            onNear={onNear}
          />
        </section>

        <div className={styles["body"]}>
          <VisaSteps />
          <VisaKnowledge visa={visa} />
          <ShareRow visa={visa} />
        </div>
      </div>
      <OtherVisas visa={visa} />
      <ApplyBar
        visa={visa}
        travelDate={travelDate.answer?.shown}
        isShown={isBarShown}
        isBusy={isBusy}
        failure={failure}
        onApply={onApply}
        onNear={onNear}
      />
      {started && (
        <Suspense>
          <StartedBefore {...started} />
        </Suspense>
      )}
    </div>
  );
}

const wideScreen = "(min-width: 60rem)";

/** Returns whether the target is out of view on a phone; on wide screens the price summary is sticky. */
function useIsOutOfView(target: RefObject<HTMLElement | null>): boolean {
  const [isGone, setGone] = useState(false);

  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const media = window.matchMedia(wideScreen);
    let isInView = true;
    const update = () => setGone(!isInView && !media.matches);
    const observer = new IntersectionObserver(([entry]) => {
      isInView = entry?.isIntersecting ?? true;
      update();
    });
    observer.observe(element);
    media.addEventListener("change", update);
    return () => {
      observer.disconnect();
      media.removeEventListener("change", update);
    };
  }, [target]);

  return isGone;
}
