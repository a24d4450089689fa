import styles from "./HowItWorks.module.css";

const steps = [
  { title: "Choose Your Visa Type", text: "Compare price, stay and days for your country." },
  { title: "Submit Your Application", text: "Photo, passport pages and details, then pay." },
  { title: "Track Your Progress", text: "Each step with its date, and what comes next." },
  { title: "Receive Your Visa", text: "Open it here as soon as it is approved." },
];

/** The four steps of an application. */
export function HowItWorks() {
  return (
    <section aria-labelledby="how" className={`container ${styles["section"]}`}>
      <h2 id="how">How It Works</h2>
      <ol className={styles["steps"]}>
        {steps.map(({ title, text }) => (
          <li key={title} className={styles["step"]}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
