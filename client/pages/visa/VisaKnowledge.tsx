import { Disclosure, Questions } from "../../components/Disclosure";
import type { VisaOnPageFragment } from "./public.generated";
import styles from "./VisaKnowledge.module.css";

export function VisaKnowledge({ visa }: { visa: VisaOnPageFragment }) {
  const { visaDocuments, visaFAQs, visaTerms } = visa.country;
  const documents = visaDocuments.filter(({ visaType }) => visaType === visa.visaType);
  return (
    <>
      <section aria-labelledby="documents">
        <h2 id="documents">Documents Required</h2>
        {documents.length === 0 && (
          <p className={`muted ${styles["none"]}`}>
            Our support team will tell you which documents you need.
          </p>
        )}
        <ul className={`stack-3 bullets ${styles["checklist"]}`}>
          {documents.map(({ visaDocumentId, documentName }) => (
            <li key={visaDocumentId}>{documentName}</li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="faq">
        <h2 id="faq">FAQ</h2>
        {visaFAQs.length === 0 && (
          <p className={`muted ${styles["none"]}`}>No questions so far. Ask our support team.</p>
        )}
        <div className={styles["faq"]}>
          <Questions of={visaFAQs} />
        </div>
      </section>
      <section aria-labelledby="terms">
        <h2 id="terms">Terms</h2>
        <div className={styles["faq"]}>
          <Disclosure summary={`All terms of ${visa.visaCountryName} visas`}>
            <ul className={`stack-2 bullets muted ${styles["terms"]}`}>
              {visaTerms.map(({ visaTermsId, termsandConditions }) => (
                <li key={visaTermsId}>{termsandConditions}</li>
              ))}
            </ul>
          </Disclosure>
        </div>
      </section>
    </>
  );
}
