import article from "../../components/Article.module.css";
import { Disclosure } from "../../components/Disclosure";
import { OfficeMap } from "../../components/OfficeMap";
import { useSiteInfoQuery } from "../../layout/public.generated";
import { telHref } from "../../lib/format";
import { useHashTarget } from "../../lib/hooks";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { helpQuestions } from "./helpQuestions";

/** `/contact`: contact details and answers to frequent questions. */
export default function ContactPage() {
  const brand = brandName();
  const { data } = useSiteInfoQuery();
  const info = data?.siteInfo;
  usePageTitle("Contact");
  useHashTarget();
  useHead({
    description: `Reach ${brand} by e-mail or phone${info ? `, ${info.workingHours}` : ""}, or read the answers to common questions.`,
    keywords: `${brand}, contact, help, visa support`,
    canonicalPath: paths.contact(),
  });
  return (
    <div className={`container ${article["article"]}`}>
      <h1 tabIndex={-1}>Contact</h1>
      <section className={article["contact"]}>
        <h2>Talk to us</h2>
        {info && (
          <>
            <p>
              E-mail: <a href={`mailto:${info.supportEmail}`}>{info.supportEmail}</a>
            </p>
            <p>
              Phone: <a href={telHref(info.supportPhone)}>{info.supportPhone}</a>
            </p>
            <p>Hours: {info.workingHours}, Indian time</p>
          </>
        )}
        <p>Please have your reference number to hand; it begins with VP.</p>
      </section>
      <section>
        <h2 id="help" tabIndex={-1}>
          Help Center
        </h2>
        <div>
          {helpQuestions.map(({ question, answer }) => (
            <Disclosure key={question} summary={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </section>
      <section>
        <h2>Our office</h2>
        <OfficeMap />
      </section>
    </div>
  );
}
