import { Link } from "react-router-dom";
import { useCountriesQuery } from "../catalogue/public.generated";
import { telHref } from "../lib/format";
import { brandName } from "../lib/site";
import { paths } from "../paths";
import styles from "./Footer.module.css";
import type { SiteInfoQuery } from "./public.generated";

export function Footer({ siteInfo }: { siteInfo: SiteInfoQuery["siteInfo"] | undefined }) {
  return (
    <footer className={`no-print ${styles["footer"]}`}>
      <div className={`container stack-5 ${styles["columns"]}`}>
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
    <section aria-labelledby="footer-help">
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
            <li className={`row ${styles["hours"]}`}>{siteInfo.workingHours}</li>
          </>
        )}
      </ul>
      <SocialLinks />
    </section>
  );
}

const links = [
  [paths.about(), "About Us"],
  [paths.help(), "Help Center"],
  [paths.contact(), "Contact"],
  [paths.privacy(), "Privacy"],
  [paths.terms(), "Terms"],
  [paths.fav(), "Favourites"],
] as const;

function FooterLinks() {
  return (
    <nav aria-label="Footer" className={styles["house"]}>
      <ul className={styles["links"]}>
        {links.map(([to, name]) => (
          <li key={to}>
            <Link to={to}>{name}</Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Imprint({ paymentsMode }: { paymentsMode: string | undefined }) {
  const brand = brandName();
  return (
    <div className={`container stack-2 ${styles["imprint"]}`}>
      <p>
        {brand} is a private visa service, not a government office. The government's fee and ours are shown
        separately before you pay.
      </p>
      {paymentsMode === "SANDBOX" && <p>Test site: no real money is charged.</p>}
    </div>
  );
}

const networks = [
  {
    name: "Facebook",
    href: "https://www.facebook.com/",
    d: "M13.5 21v-7.5h2.6l.4-3.2h-3V8.4c0-.9.3-1.6 1.6-1.6h1.6V4a20 20 0 0 0-2.4-.1c-2.4 0-4 1.4-4 4.1v2.3H7.7v3.2h2.6V21h3.2Z",
  },
  {
    name: "Twitter/X",
    href: "https://x.com/",
    d: "M17.3 4h2.9l-6.4 7.3L21.3 20h-5.9l-4.6-5.6L5.5 20H2.6l6.9-7.8L2.3 4h6l4.2 5.1L17.3 4Zm-1 14.3h1.6L7.4 5.6H5.7l10.6 12.7Z",
  },
  {
    name: "Instagram",
    href: "https://www.instagram.com/",
    d: "M8 3h8a5 5 0 0 1 5 5v8a5 5 0 0 1-5 5H8a5 5 0 0 1-5-5V8a5 5 0 0 1 5-5Zm0 2a3 3 0 0 0-3 3v8a3 3 0 0 0 3 3h8a3 3 0 0 0 3-3V8a3 3 0 0 0-3-3H8Zm4 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9Zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5Zm5-3.2a1 1 0 1 1 0 2 1 1 0 0 1 0-2Z",
  },
];

function SocialLinks() {
  return (
    <ul className={styles["social"]} aria-label="Social media">
      {networks.map(({ name, href, d }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${name} (opens in a new tab)`}
          >
            <svg width="22" height="22" viewBox="0 0 24 24" fill="currentColor" aria-hidden="true">
              <path fillRule="evenodd" d={d} />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}
