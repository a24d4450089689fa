import article from "../../components/Article.module.css";
import { Questions } from "../../components/Disclosure";
import { OfficeMap } from "../../components/OfficeMap";
import { useSiteInfoQuery } from "../../layout/public.generated";
import { telHref } from "../../lib/format";
import { useHashTarget } from "../../lib/hooks";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";
import { sendLimits } from "../../../server/modules/auth/loginCode.rules";
import { maxSizeText } from "../../../server/modules/file/file.rules";

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
          <Questions of={helpQuestions} />
        </div>
      </section>
      <section>
        <h2>Our office</h2>
        <OfficeMap />
      </section>
    </div>
  );
}

const [codes] = sendLimits;

const helpQuestions = [
  {
    question: "I did not get the code by SMS",
    answer: `Wait for the countdown in the login window to end, then press Resend code. Check that the number shown there is yours; Change takes you back to it. After ${codes.max} codes in ${codes.seconds / 60} minutes the window says how long to wait.`,
  },
  {
    question: "Can I continue an application later?",
    answer:
      "Yes. What you entered is saved on the device you used, and an unpaid application is in All applications.",
  },
  {
    question: "My photo or scan is too large",
    answer: `Use it as it comes from your phone: it is resized on your device before it is sent. The photo may be a JPG or PNG of up to ${maxSizeText}; passport scans and documents may also be PDFs, each of up to ${maxSizeText}.`,
  },
  {
    question: "Can I apply for my family in one go?",
    answer:
      "Yes. Open the application and press Add Applicant for each person, then pay once for all. Children and infants pay the child's price where the country has one.",
  },
  {
    question: "The payment failed, or I closed the payment window",
    answer:
      "Nothing is lost. Open the application and press Make Payment again; we do not charge a failed payment.",
  },
  {
    question: "I paid, but the page did not say so",
    answer:
      "Do not pay again. Open the application: it says when the payment is being confirmed, and we check with the payment provider automatically.",
  },
  {
    question: "I noticed a mistake after I had paid",
    answer:
      "Write to us or call us at once with your reference number and what needs correcting. Before you pay you can change everything yourself with Edit.",
  },
  {
    question: "When do I get my visa, and where?",
    answer:
      "The application shows the day on which the visa is expected. Once it is approved, VIEW VISA beside the applicant opens it; print it or keep it on your phone.",
  },
];
