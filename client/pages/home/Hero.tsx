import type { ReactNode } from "react";
import styles from "./Hero.module.css";

const turns = Array.from({ length: 18 }, (_, index) => index * 10);

/** Like the machine-readable zone of a passport; longer than any screen is wide. */
const machineLine = "V<<SEARCH<AND<SECURE<YOUR<VISA<ON<TIME".padEnd(240, "<");

/**
 * The hero of the home page: heading and search on a dark background, with the fine lines of a passport page.
 */
export function Hero({ children }: { children: ReactNode }) {
  return (
    <div className={styles["hero"]}>
      <svg className={styles["lines"]} viewBox="-200 -200 400 400" aria-hidden="true" focusable="false">
        {turns.map((turn) => (
          <ellipse key={turn} rx="190" ry="70" transform={`rotate(${turn})`} />
        ))}
        {turns.map((turn) => (
          <ellipse key={turn} rx="95" ry="48" transform={`rotate(${turn})`} />
        ))}
      </svg>
      <div className={`container ${styles["content"]}`}>
        <h1 tabIndex={-1} className={styles["title"]}>
          Search and Secure Your Visa on Time
        </h1>
        <p className={styles["lead"]}>
          Choose a country and see the full price, the documents and the processing time before you log in.
        </p>
        {children}
      </div>
      <div className="container">
        <p className={styles["machineLine"]} aria-hidden="true">
          {machineLine}
        </p>
      </div>
    </div>
  );
}
