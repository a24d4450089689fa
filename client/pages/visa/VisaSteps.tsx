import styles from "./VisaSteps.module.css";

const steps = ["Apply and pay", "Documents verified", "Processing visa", "Receive visa"];

/** The four steps to the visa. */
export function VisaSteps() {
  return (
    <section aria-labelledby="steps">
      <h2 id="steps" className={styles["title"]}>
        How to get it
      </h2>
      <ol className={styles["steps"]}>
        {steps.map((step) => (
          <li key={step} className={styles["step"]}>
            {step}
          </li>
        ))}
      </ol>
    </section>
  );
}
