import { Disclosure, Questions } from "../../components/Disclosure";
import type { VisaOnPageFragment } from "./public.generated";
import styles from "./VisaKnowledge.module.css";

export function VisaKnowledge({ visa }: { visa: VisaOnPageFragment }) {
  const { visaDocuments, visaFAQs, visaTerms } = visa.country;
  const documents = visaDocuments.filter(({ visaType }) => visaType === visa.visaType);
  return (
    <>
      <section aria-labelledby="documents" className="stack-4">
        <h2 id="documents">Documents Required</h2>
        {documents.length === 0 ? (
          <p className="muted">Our support team will tell you which documents you need.</p>
        ) : (
          <ul className={`stack-3 bullets ${styles["list"]}`}>
            {documents.map(({ visaDocumentId, documentName }) => (
              <li key={visaDocumentId}>{documentName}</li>
            ))}
          </ul>
        )}
      </section>
      <section aria-labelledby="faq" className="stack-4">
        <h2 id="faq">FAQ</h2>
        {visaFAQs.length === 0 && <p className="muted">No questions so far. Ask our support team.</p>}
        <div>
          <Questions of={visaFAQs} />
        </div>
      </section>
      <section aria-labelledby="terms" className="stack-4">
        <h2 id="terms">Terms</h2>
        <div>
          <Disclosure summary={`All terms of ${visa.visaCountryName} visas`}>
            <ul className={`stack-2 bullets muted ${styles["list"]}`}>
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
