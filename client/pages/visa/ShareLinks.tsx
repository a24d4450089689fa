import { absoluteUrl } from "../../lib/site";
import { paths } from "../../paths";
import type { VisaOnPageFragment } from "./public.generated";
import styles from "./ShareLinks.module.css";

/** Links for sharing the visa's canonical URL. */
export function ShareLinks({ visa }: { visa: VisaOnPageFragment }) {
  const url = encodeURIComponent(absoluteUrl(paths.visa(visa.visaUrl)));
  const text = encodeURIComponent(`${visa.visaName}, ${visa.visaCountryName}`);
  const targets = [
    { name: "WhatsApp", href: `https://wa.me/?text=${text}%20${url}` },
    { name: "Twitter/X", href: `https://twitter.com/intent/tweet?url=${url}&text=${text}` },
    { name: "Facebook", href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
  ];
  return (
    <section aria-labelledby="share" className={`no-print cluster ${styles["share"]}`}>
      <h2 id="share" className={styles["title"]}>
        Share
      </h2>
      <ul className="wrap gap-2">
        {targets.map(({ name, href }) => (
          <li key={name}>
            <a
              href={href}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`Share on ${name} (opens in a new tab)`}
              className={`touch ${styles["link"]}`}
            >
              {name}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
