import { Button } from "../../components/Button";
import { ButtonLink } from "../../components/ButtonLink";
import { paths } from "../../paths";
import { CopyReference } from "../../visaRequest/CopyReference";
import styles from "./Page.module.css";
import { ThumbsUp } from "./ThumbsUp";

/** That it worked, and under which reference (spec §2). */
export function SubmittedPanel({ reference }: { reference: string }) {
  return (
    <section className={styles["panel"]}>
      <ThumbsUp />
      <h1 tabIndex={-1} className={styles["title"]}>
        Congratulations, Application successfully submitted. Reference No :{" "}
        <span className={styles["reference"]}>{reference}</span>
      </h1>
      <div className={`no-print ${styles["actions"]}`}>
        <ButtonLink to={paths.applications()}>View Applications</ButtonLink>
        <CopyReference reference={reference} />
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </div>
    </section>
  );
}
