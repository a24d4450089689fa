import { useState } from "react";
import { Link } from "react-router-dom";
import {
  consentText,
  consentVersion,
  maxGuardianNameLength,
} from "../../../server/modules/consent/consent.rules";
import { Icon } from "../../components/Icon";
import { SelectField, TextField } from "../../components/form/inputs";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import preview from "../form/PreviewPanel.module.css";
import { type ConsentField, fieldId } from "../form/wizardSteps";
import styles from "./ConsentSection.module.css";
import type { ConsentState } from "./useConsent";

interface ConsentSectionProps {
  consent: ConsentState;
  errors: Partial<Record<ConsentField, string>>;
}

/** The last part of the preview: the consent text, and the guardian's name if the applicant is a child. */
export function ConsentSection({ consent, errors }: ConsentSectionProps) {
  const { kept } = consent;
  return (
    <section className={preview["section"]}>
      <div className={`row spread gap-3 ${preview["sectionHead"]}`}>
        <h3>Consent</h3>
      </div>
      {kept ? (
        <div className="stack-2">
          <p>{kept.text}</p>
          <p className="noted muted">
            <Icon name="check" />
            <span>
              Agreed on {formatDay(kept.givenAt)}
              {kept.guardianName && ` by ${kept.guardianName}`}
              {kept.recordedBy && `, recorded by ${kept.recordedBy}`}
            </span>
          </p>
        </div>
      ) : (
        <ConsentFields consent={consent} errors={errors} />
      )}
    </section>
  );
}

function ConsentFields({ consent, errors }: ConsentSectionProps) {
  const { kind } = consent;
  return (
    <div className="stack-2">
      <p>
        {consentText(consentVersion, kind)}{" "}
        <Link to={paths.privacy()} target="_blank">
          Privacy policy <span className="visually-hidden">(opens in a new tab)</span>
        </Link>
      </p>
      {kind === "GUARDIAN" && <GuardianFields consent={consent} errors={errors} />}
    </div>
  );
}

const somebodyElse = "other";

/** Offers the adults of the request as guardians; other names are typed. */
function GuardianFields({ consent, errors }: ConsentSectionProps) {
  const { adults, guardianName } = consent;
  const [isOther, setOther] = useState(guardianName !== "" && !adults.includes(guardianName));
  const isTyped = isOther || adults.length === 0;

  const error = errors.guardianName;
  return (
    <>
      {adults.length > 0 && (
        <SelectField
          id={isTyped ? "applicant-guardian" : fieldId("guardianName")}
          label="Parent or guardian"
          error={isTyped ? undefined : error}
          className={styles["guardian"]}
          empty="Choose"
          options={[...adults.map((name) => [name, name] as const), [somebodyElse, "Somebody else"]]}
          value={isOther ? somebodyElse : guardianName}
          onText={(chosen) => {
            setOther(chosen === somebodyElse);
            consent.nameGuardian(chosen === somebodyElse ? "" : chosen);
          }}
        />
      )}
      {isTyped && (
        <TextField
          id={fieldId("guardianName")}
          label="Parent's or guardian's name"
          error={error}
          className={styles["guardian"]}
          value={guardianName}
          maxLength={maxGuardianNameLength}
          onText={(text) => consent.nameGuardian(text)}
        />
      )}
    </>
  );
}
