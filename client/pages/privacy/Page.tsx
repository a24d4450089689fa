import { Link } from "react-router-dom";
import article from "../../components/Article.module.css";
import { Disclosure } from "../../components/Disclosure";
import { useHashTarget } from "../../lib/hooks";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { policyParts, privacyQuestions } from "./policy";

/** `/privacy`: the policy, questions about it, and a link to the terms. */
export default function PrivacyPage() {
  const brand = brandName();
  usePageTitle("Privacy");
  useHashTarget();
  useHead({
    description: `What ${brand} keeps about you, why, for how long, and what you can ask for.`,
    keywords: `${brand}, privacy policy, terms`,
    canonicalPath: paths.privacy(),
  });
  return (
    <div className={`container ${article["article"]}`}>
      <div>
        <h1 tabIndex={-1}>Privacy</h1>
        <p className={article["lead"]}>Policy of May 05, 2024</p>
      </div>
      <nav aria-label="On this page" className={article["contents"]}>
        <ul>
          {[...policyParts, { id: "faq", title: "Questions" }, { id: "terms", title: "Terms" }].map(
            ({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ),
          )}
        </ul>
      </nav>
      {policyParts.map(({ id, title, texts }) => (
        <section key={id}>
          <h2 id={id} tabIndex={-1}>
            {title}
          </h2>
          <ul>
            {texts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      ))}
      <section>
        <h2 id="faq" tabIndex={-1}>
          Questions
        </h2>
        <div>
          {privacyQuestions.map(({ question, answer }) => (
            <Disclosure key={question} summary={question}>
              <p>{answer}</p>
            </Disclosure>
          ))}
        </div>
      </section>
      <section>
        <h2 id="terms" tabIndex={-1}>
          Terms
        </h2>
        <p>
          The <Link to={paths.terms()}>terms of use and the refund terms</Link> have a page of their own.
        </p>
      </section>
    </div>
  );
}
