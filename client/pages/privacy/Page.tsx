import { Link } from "react-router-dom";
import article from "../../components/Article.module.css";
import { Questions } from "../../components/Disclosure";
import { useHashTarget } from "../../lib/hooks";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import {
  cancelledDays,
  decidedDays,
  deviceDays,
  draftDays,
  leftoverDays,
  unansweredDays,
} from "../../../server/modules/retention/retention.rules";

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
          <Questions of={privacyQuestions} />
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

/** The policy of May 05, 2024, by section. */
const policyParts = [
  {
    id: "what",
    title: "What we keep",
    texts: [
      "Your mobile number, and your name and e-mail address once you give them.",
      "For each applicant: the passport details, the photo, the passport scans and the documents you add.",
      "Who agreed to that: the applicant, or the name of the parent or guardian of one under 18, with the text and the time. It is removed with the applicant's details.",
      "What you paid, when, and the payment ID. Only the payment provider sees your card details. We never do.",
    ],
  },
  {
    id: "why",
    title: "Why we keep it",
    texts: [
      "To send your application to the authority that decides on the visa.",
      "To show you where it stands, and to reach you when something is missing.",
      "To account for payments, as the law requires.",
    ],
  },
  {
    id: "how",
    title: "How we keep it",
    texts: [
      "Passport scans, photos and documents are encrypted, and shown only to you and to the staff who work on your application.",
      "What you enter is kept on your own device until you send it, and removed from it when you send it, when you cancel or pay for the application there, when another account logs in there, or after 7 days. When you log out, you choose whether to keep it.",
      "We do not sell your data, and we show no advertising.",
    ],
  },
  {
    id: "keep",
    title: "How long we keep it",
    texts: [
      `An application that is not paid and not changed for ${draftDays} days is cancelled, and its personal data is removed: details, number and e-mail address, photos, passport pages and files. If you cancel an application yourself, they are removed ${cancelledDays} days later.`,
      `Once a visa is granted or refused, the personal data and the visa file are removed after ${decidedDays} days. Please save your visa before then.`,
      `If we ask you to correct something and hear nothing for ${unansweredDays} days, the application is closed, and its personal data is removed.`,
      "If you agree to keep applicants for your next application, their details, photo and passport pages are kept until the passport expires or you delete them in your profile.",
      "While a payment can still arrive, money is owed to you, or a refund is on its way, nothing of that application is removed.",
      `Login codes are removed after ${leftoverDays} days, and logins ${leftoverDays} days after they ended. We remember trusted devices for ${deviceDays} days with a random number, to protect your login.`,
      "What you paid, when, and for which reference number is kept as long as the law requires, without names once the account is deleted.",
      "Who opened or changed personal data is recorded in a log in which any later change shows. It holds no names, numbers or documents, and is kept.",
    ],
  },
  {
    id: "rights",
    title: "What you can ask for",
    texts: [
      "A copy of what we keep about you: download it under Profile.",
      "That we correct what is wrong, or erase what we no longer need: change your profile, or delete your account there.",
      "Who opened your documents: the page of each paid application shows it.",
      "For anything else, write to the support address at the foot of this page.",
    ],
  },
];

/** Placeholder questions. */
const privacyQuestions = [
  {
    question: "Who sees my passport?",
    answer: "Our staff who check your application, and the authority of the country that you travel to.",
  },
  {
    question: "Do you keep my card?",
    answer:
      "No. You pay on the payment provider's form; we receive the payment ID and whether it went through.",
  },
  {
    question: "What stays on this device when I log out?",
    answer:
      "Nothing, unless you choose to keep a draft. It then stays encrypted for up to 7 days, and only your account can open it.",
  },
];
