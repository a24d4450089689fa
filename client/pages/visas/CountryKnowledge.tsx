import { choiceLabel } from "../../catalogue/visaTexts";
import { Disclosure } from "../../components/Disclosure";
import styles from "./CountryPage.module.css";
import type { CountryOnPageFragment } from "./public.generated";

/** The country's documents, questions and terms, collapsed. */
export function CountryKnowledge({ country }: { country: CountryOnPageFragment }) {
  const { visaDocuments, visaFAQs, visaTerms } = country;
  const types = [...new Set(visaDocuments.map(({ visaType }) => visaType))];
  return (
    <>
      {types.length > 0 && (
        <section aria-labelledby="needed" className={styles["knowledge"]}>
          <h2 id="needed">What you need</h2>
          {types.map((type) => (
            <div key={type} className={styles["documents"]}>
              <h3>{choiceLabel(type)} visa</h3>
              <ul className={styles["bullets"]}>
                {visaDocuments
                  .filter(({ visaType }) => visaType === type)
                  .map(({ visaDocumentId, documentName }) => (
                    <li key={visaDocumentId}>{documentName}</li>
                  ))}
              </ul>
            </div>
          ))}
        </section>
      )}
      {visaFAQs.length + visaTerms.length > 0 && (
        <section aria-labelledby="knowledge" className={styles["knowledge"]}>
          <h2 id="knowledge">Good to know before you apply</h2>
          <div>
            {visaFAQs.map(({ visaFAQId, question, answer }) => (
              <Disclosure key={visaFAQId} summary={question}>
                <p>{answer}</p>
              </Disclosure>
            ))}
            {visaTerms.length > 0 && (
              <Disclosure summary="Terms">
                <ul className={styles["bullets"]}>
                  {visaTerms.map(({ visaTermsId, termsandConditions }) => (
                    <li key={visaTermsId}>{termsandConditions}</li>
                  ))}
                </ul>
              </Disclosure>
            )}
          </div>
        </section>
      )}
    </>
  );
}
