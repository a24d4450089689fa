import { choiceLabel } from "../../catalogue/visaTexts";
import { Disclosure } from "../../components/Disclosure";
import styles from "./CountryPage.module.css";
import type { CountryOnPageFragment } from "./public.generated";

/** Documents, questions and terms of the country, closed until they are wanted. */
export function CountryKnowledge({ country }: { country: CountryOnPageFragment }) {
  const types = [...new Set(country.visaDocuments.map(({ visaType }) => visaType))];
  return (
    <section aria-labelledby="knowledge" className={styles["knowledge"]}>
      <h2 id="knowledge">Good to know before you apply</h2>
      <div>
        {types.map((type) => (
          <Disclosure key={type} summary={`Documents – ${choiceLabel(type)} visa`}>
            <ul className={styles["bullets"]}>
              {country.visaDocuments
                .filter(({ visaType }) => visaType === type)
                .map(({ visaDocumentId, documentName }) => (
                  <li key={visaDocumentId}>{documentName}</li>
                ))}
            </ul>
          </Disclosure>
        ))}
        {country.visaFAQs.map(({ visaFAQId, question, answer }) => (
          <Disclosure key={visaFAQId} summary={question}>
            <p>{answer}</p>
          </Disclosure>
        ))}
        {country.visaTerms.length > 0 && (
          <Disclosure summary="Terms">
            <ul className={styles["bullets"]}>
              {country.visaTerms.map(({ visaTermsId, termsandConditions }) => (
                <li key={visaTermsId}>{termsandConditions}</li>
              ))}
            </ul>
          </Disclosure>
        )}
      </div>
    </section>
  );
}
