import { useState } from "react";
import { Link } from "react-router-dom";
import { todayInKolkata } from "../../../server/core/day.rules";
import { consentText, consentVersion, neededConsent } from "../../../server/modules/consent/consent.rules";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import styles from "./KeptApplicants.module.css";
import type { KeptListFragment } from "./operations.generated";

export type KeptPerson = KeptListFragment["applicants"][number];

interface ChooseKeptProps {
  applicants: readonly KeptPerson[];
  travelDate: string;
  photoRule: string | undefined;
  chosen: readonly KeptPerson[];
  /** Kept applicants already in the application, by id; they cannot be deselected here. */
  added: Readonly<Record<string, unknown>>;
  onChange: (chosen: KeptPerson[]) => void;
}

/** Offers kept applicants to add to an application, except those whose passport expires before the travel date. */
export function ChooseKept(props: ChooseKeptProps) {
  const { applicants, travelDate, photoRule, chosen, added, onChange } = props;
  const [today] = useState(() => todayInKolkata(new Date()));
  const kinds = new Set(chosen.map(({ dateOfBirth }) => neededConsent(dateOfBirth, today) ?? "APPLICANT"));
  return (
    <fieldset className={`sheet stack-2 ${styles["choose"]}`}>
      <legend>From your last applications</legend>
      {applicants.map((one) => {
        const isExpired = one.passportExpireDate < travelDate;
        const isAdded = one.keptApplicantId in added;
        return (
          <label key={one.keptApplicantId} className="choice">
            <input
              type="checkbox"
              className="tick"
              disabled={isExpired || isAdded}
              checked={chosen.includes(one)}
              onChange={({ target }) =>
                onChange(target.checked ? [...chosen, one] : chosen.filter((other) => other !== one))
              }
            />
            <span>
              <strong>
                {one.firstName} {one.lastName}
              </strong>
              <span className="small muted numbers">
                {" "}
                passport until {formatDay(one.passportExpireDate)}
                {isExpired && ", before the journey"}
                {isAdded && ", added to the application"}
              </span>
            </span>
          </label>
        );
      })}
      {chosen.length > 0 && photoRule && (
        <p className="small">
          Photos are used again. <strong>{photoRule}</strong> Replace a photo in the application if its shape
          is different.
        </p>
      )}
      {[...kinds].map((kind) => (
        <p key={kind} className="small">
          {consentText(consentVersion, kind)}
        </p>
      ))}
      {chosen.length > 0 && (
        <p className="small">
          <Link to={paths.privacy()} target="_blank">
            Privacy policy <span className="visually-hidden">(opens in a new tab)</span>
          </Link>
        </p>
      )}
    </fieldset>
  );
}
