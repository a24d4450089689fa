import { Link } from "react-router-dom";
import { useCountriesQuery } from "../catalogue/public.generated";
import { telHref } from "../lib/format";
import { brandName } from "../lib/site";
import { paths } from "../paths";
import styles from "./Footer.module.css";
import type { SiteInfoQuery } from "./public.generated";
import { SocialLinks } from "./SocialLinks";

/** The footer of every page: Explore Visas, the help block and the company's links. */
export function Footer({ siteInfo }: { siteInfo: SiteInfoQuery["siteInfo"] | undefined }) {
  return (
    <footer className={styles["footer"]}>
      <div className={`container ${styles["columns"]}`}>
        <ExploreVisas />
        <HelpBlock siteInfo={siteInfo} />
        <FooterLinks />
      </div>
      <Imprint paymentsMode={siteInfo?.paymentsMode} />
    </footer>
  );
}

function ExploreVisas() {
  const { data } = useCountriesQuery();
  return (
    <nav aria-labelledby="explore-visas" className={styles["explore"]}>
      <h2 id="explore-visas" className={styles["heading"]}>
        Explore Visas
      </h2>
      <ul className={styles["countries"]}>
        {data?.countries.map(({ visaCountryId, name, countryUrl }) => (
          <li key={visaCountryId}>
            <Link to={paths.visas(countryUrl)}>
              {name}
              <span className="visually-hidden"> visas</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function HelpBlock({ siteInfo }: { siteInfo: SiteInfoQuery["siteInfo"] | undefined }) {
  return (
    <section aria-labelledby="footer-help" className={styles["help"]}>
      <h2 id="footer-help" className={styles["heading"]}>
        Need help?
      </h2>
      <ul className={styles["links"]}>
        {siteInfo && (
          <>
            <li>
              <a href={`mailto:${siteInfo.supportEmail}`}>{siteInfo.supportEmail}</a>
            </li>
            <li>
              <a href={telHref(siteInfo.supportPhone)} className="numbers">
                {siteInfo.supportPhone}
              </a>
            </li>
            <li className={styles["hours"]}>{siteInfo.workingHours}</li>
          </>
        )}
      </ul>
      <SocialLinks />
    </section>
  );
}

function FooterLinks() {
  return (
    <nav aria-label="Footer" className={styles["house"]}>
      <ul className={styles["links"]}>
        <li>
          <Link to={paths.about()}>About Us</Link>
        </li>
        <li>
          <Link to={paths.help()}>Help Center</Link>
        </li>
        <li>
          <Link to={paths.contact()}>Contact</Link>
        </li>
        <li>
          <Link to={paths.privacy()}>Privacy</Link>
        </li>
        <li>
          <Link to={paths.terms()}>Terms</Link>
        </li>
        <li>
          <Link to={paths.fav()}>Favourites</Link>
        </li>
      </ul>
    </nav>
  );
}

function Imprint({ paymentsMode }: { paymentsMode: string | undefined }) {
  const brand = brandName();
  return (
    <div className={`container ${styles["imprint"]}`}>
      <p>
        {brand} is a private visa service, not a government office. The government's fee and ours are shown
        separately before you pay.
      </p>
      {paymentsMode === "SANDBOX" && <p>Test site: no real money is charged.</p>}
    </div>
  );
}
