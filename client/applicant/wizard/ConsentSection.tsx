import { Link } from "react-router-dom";
import {
  consentText,
  consentVersion,
  maxGuardianNameLength,
} from "../../../server/modules/consent/consent.rules";
import { Icon } from "../../components/Icon";
import { Field } from "../../components/form/Field";
import { TextInput } from "../../components/form/inputs";
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

/** The last part of the preview: who agrees that what stands above is used. */
export function ConsentSection({ consent, errors }: ConsentSectionProps) {
  const { kept } = consent;
  return (
    <section className={preview["section"]}>
      <div className={preview["sectionHead"]}>
        <h3>Consent</h3>
      </div>
      {kept ? (
        <>
          <p>{kept.text}</p>
          <p className={styles["given"]}>
            <Icon name="check" />
            <span>
              Agreed on {formatDay(kept.givenAt)}
              {kept.guardianName && ` by ${kept.guardianName}`}
            </span>
          </p>
        </>
      ) : (
        <ConsentFields consent={consent} errors={errors} />
      )}
    </section>
  );
}

function ConsentFields({ consent, errors }: ConsentSectionProps) {
  const { kind, isAgreed, guardianName } = consent;
  const id = fieldId("consent");
  const described = [`${id}-hint`, errors.consent && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={styles["fields"]}>
      <div>
        <label className={styles["agree"]}>
          <input
            type="checkbox"
            id={id}
            required
            checked={isAgreed}
            aria-invalid={errors.consent ? true : undefined}
            aria-describedby={described}
            onChange={(event) => consent.agree(event.target.checked)}
          />
          <span>{consentText(consentVersion, kind)}</span>
        </label>
        <p id={`${id}-hint`} className={styles["hint"]}>
          <Link to={paths.privacy()} target="_blank">
            Privacy policy <span className="visually-hidden">(opens in a new tab)</span>
          </Link>
        </p>
        <p id={`${id}-error`} className={styles["error"]}>
          {errors.consent && (
            <>
              <Icon name="warning" />
              <span>
                <span className="visually-hidden">Error: </span>
                {errors.consent}
              </span>
            </>
          )}
        </p>
      </div>
      {kind === "GUARDIAN" && (
        <Field
          id={fieldId("guardianName")}
          label="Parent's or guardian's name"
          error={errors.guardianName}
          className={styles["guardian"]}
        >
          {(control) => (
            <TextInput
              {...control}
              value={guardianName}
              maxLength={maxGuardianNameLength}
              onChange={(event) => consent.nameGuardian(event.target.value)}
            />
          )}
        </Field>
      )}
    </div>
  );
}
