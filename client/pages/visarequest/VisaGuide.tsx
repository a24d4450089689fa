import { Link } from "react-router-dom";
import type { Requirement } from "../../applicant/form/requiredSlots";
import { paths } from "../../paths";
import { Disclosure } from "../../components/Disclosure";
import { LoadFailure, type Retry } from "../../components/feedback/Skeleton";
import type { VisaGuideQuery } from "./operations.generated";
import styles from "./Page.module.css";

type GuideVisa = NonNullable<NonNullable<VisaGuideQuery["visaRequest"]>["visa"]>;

interface VisaGuideProps {
  visaName: string;
  visa: GuideVisa | undefined;
  requirements: readonly Requirement[];
  failure: Retry | undefined;
}

export function VisaGuide({ visaName, visa, requirements, failure }: VisaGuideProps) {
  return (
    <aside className={styles["guide"]} aria-label={`About the ${visaName}`}>
      <Disclosure summary="Help with this step">
        <div className="stack-4">
          {visa && <GuideParts visa={visa} requirements={requirements} />}
          {failure && (
            <LoadFailure
              message="We could not load the documents, terms and questions for this visa. You can still fill in the form."
              {...failure}
            />
          )}
          <p>
            <Link to={paths.contact()}>Contact us</Link>
          </p>
        </div>
      </Disclosure>
    </aside>
  );
}

function GuideParts({ visa, requirements }: { visa: GuideVisa; requirements: readonly Requirement[] }) {
  const { visaTerms, visaFAQs } = visa.country;
  return (
    <>
      {requirements.length > 0 && (
        <section className="sheet pad stack-2">
          <h2 className="text-l">Documents Required</h2>
          <ul className="stack-2 bullets">
            {requirements.map(({ requirementId, help }) => (
              <li key={requirementId}>{help}</li>
            ))}
          </ul>
        </section>
      )}
      {visaFAQs.length > 0 && (
        <section className="sheet pad stack-2">
          <h2 className="text-l">FAQ</h2>
          {visaFAQs.map(({ visaFAQId, question, answer }) => (
            <details key={visaFAQId} className={styles["question"]}>
              <summary>{question}</summary>
              <p>{answer}</p>
            </details>
          ))}
        </section>
      )}
      {visaTerms.length > 0 && (
        <section className="sheet pad stack-2">
          <h2 className="text-l">Terms</h2>
          <details className={styles["question"]}>
            <summary>Terms for this visa</summary>
            <ul className={`stack-2 ${styles["terms"]}`}>
              {visaTerms.map(({ visaTermsId, termsandConditions }) => (
                <li key={visaTermsId}>{termsandConditions}</li>
              ))}
            </ul>
          </details>
        </section>
      )}
    </>
  );
}
