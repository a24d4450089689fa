import { neededConsent, ownConsentFromAge } from "../../../server/modules/consent/consent.rules";
import { todayInKolkata } from "../../../server/core/day.rules";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { formatDay, formatMoment } from "../../lib/days";
import pageStyles from "./Case.module.css";
import type { StaffApplicantPartsFragment } from "./operations.generated";

/**
 * Consent to the use of an applicant's personal data, and whether the right person gave it by the date of
 * birth.
 */
export function TravellerConsent({ applicant }: { applicant: StaffApplicantPartsFragment["visaApplicant"] }) {
  const { consent, dateOfBirth } = applicant;
  const needed = consent && neededConsent(dateOfBirth, todayInKolkata(new Date(consent.givenAt)));
  return (
    <section aria-labelledby="consent-title" className={pageStyles["section"]}>
      <h3 id="consent-title">Consent</h3>
      {consent ? (
        <p title={consent.text}>
          {consent.kind === "GUARDIAN"
            ? `By the parent or guardian ${consent.guardianName}`
            : "The traveller's own"}
          , {formatMoment(consent.givenAt)}, to the text of {formatDay(consent.textVersion)}
        </p>
      ) : (
        <p className={pageStyles["hint"]}>
          No consent recorded (sent by API, or before consents were recorded)
        </p>
      )}
      {consent && needed !== consent.kind && (
        <InlineAlert tone="warning">
          {needed === "GUARDIAN"
            ? `By the date of birth this traveller was under ${ownConsentFromAge} on that day: a parent or guardian has to agree.`
            : `By the date of birth this traveller was ${ownConsentFromAge} or older on that day: they have to agree themselves.`}
        </InlineAlert>
      )}
    </section>
  );
}
