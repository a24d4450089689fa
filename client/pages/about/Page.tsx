import { Link } from "react-router-dom";
import article from "../../components/Article.module.css";
import { OfficeMap } from "../../components/OfficeMap";
import { brandName } from "../../lib/site";
import { paths } from "../../paths";
import { useHead, usePageTitle } from "../../seo/useHead";

export default function AboutPage() {
  const brand = brandName();
  usePageTitle("About Us");
  useHead({
    description: `What ${brand} does for travellers, what it costs and what it cannot promise.`,
    keywords: `${brand}, visa service, about`,
    canonicalPath: paths.about(),
  });
  return (
    <div className={`container ${article["article"]}`}>
      <h1 tabIndex={-1}>About Us</h1>
      <p className={article["lead"]}>
        {brand} helps travellers, mostly holders of Indian passports, get their visa without queues and
        without surprises.
      </p>
      <section>
        <h2>What we do</h2>
        <p>
          We show the visas of each country side by side, with the price, the processing time and the
          documents required. You fill in one form for each applicant; our staff check it before it goes to
          the authority, and you follow every step here.
        </p>
      </section>
      <section>
        <h2>What we are not</h2>
        <p>
          We are a private service and not part of any government. The authority of the country decides on
          each visa. Our service fee is shown separately from the visa fee before you pay.
        </p>
      </section>
      <section>
        <h2>Where we are</h2>
        <OfficeMap />
        <p>
          <Link to={paths.contact()}>Ways to reach us</Link>
        </p>
      </section>
    </div>
  );
}
