import { Link } from "react-router-dom";
import { bankDaysText, publicRefundTable } from "../../../server/modules/payment/refund/refund.rules";
import article from "../../components/Article.module.css";
import { DescriptionList } from "../../components/DescriptionList";
import { useHashTarget } from "../../lib/hooks";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import styles from "./Page.module.css";
import { useCompanyQuery } from "./public.generated";

/** The terms of use; the terms of each visa are on its own page. */
const termsOfUse = [
  "The authority of the country decides on each visa; we can promise neither that it is granted nor when.",
  "The terms of each country are on the page of the visa.",
  "You are responsible for what you enter and for the documents you add. Check the preview before you submit.",
  "Applications for somebody else need their agreement; for a child, that of a parent.",
];

export default function TermsPage() {
  const brand = brandName();
  const company = useCompanyQuery().data?.siteInfo.company;
  usePageTitle("Terms");
  useHashTarget();
  useHead({
    description: `The terms of using ${brand}, what is refunded when, and who runs it.`,
    keywords: `${brand}, terms, refunds, company`,
    canonicalPath: paths.terms(),
  });
  return (
    <div className={`container ${article["article"]}`}>
      <h1 tabIndex={-1}>Terms</h1>
      <section>
        <h2>Using {brand}</h2>
        <ul>
          {termsOfUse.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      </section>
      <section>
        <h2 id="refunds" tabIndex={-1}>
          Refunds
        </h2>
        <table className={`sheet ${styles["refunds"]}`}>
          <thead>
            <tr>
              <th scope="col">When</th>
              <th scope="col">What is refunded</th>
            </tr>
          </thead>
          <tbody>
            {publicRefundTable.map(({ when, refunded }) => (
              <tr key={when}>
                <th scope="row">{when}</th>
                <td>{refunded}</td>
              </tr>
            ))}
          </tbody>
        </table>
        <p>Refunds go to the payment method you used. {bankDaysText}</p>
      </section>
      <section>
        <h2>Who we are</h2>
        {company && (
          <DescriptionList
            facts={[
              { label: "Legal name", value: company.legalName },
              { label: "Registered address", value: company.registeredAddress },
              { label: "GSTIN", value: company.gstin ?? undefined },
              { label: "Grievance officer", value: company.grievanceOfficer },
            ]}
          />
        )}
        <p>
          {brand} is a private visa service, not a government office.{" "}
          <Link to={paths.contact()}>Ways to reach us</Link>
        </p>
      </section>
    </div>
  );
}
