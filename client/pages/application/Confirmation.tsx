import { Button, ButtonGroup, ButtonLink } from "../../components/Button";
import { documentsAnchor, paths } from "../../paths";
import { CopyReference } from "../../visaRequest/CopyReference";
import { Drawing } from "../../components/Icon";
import styles from "./Page.module.css";

interface ConfirmationProps {
  reference: string;
  /** The number of missing documents as text; false if none. */
  needed: string | false;
}

export function Confirmation({ reference, needed }: ConfirmationProps) {
  return (
    <section className={styles["panel"]}>
      <ThumbsUp />
      <h1 tabIndex={-1} className={styles["title"]}>
        Congratulations, Application successfully submitted. Reference No :{" "}
        <span className={styles["reference"]}>{reference}</span>
      </h1>
      {needed && (
        <p className={`cluster warn ${styles["needed"]}`}>
          <span>{needed}</span>{" "}
          <a className="touch no-print" href={`#${documentsAnchor}`}>
            Upload documents
          </a>
        </p>
      )}
      <ButtonGroup kind="page" className={`no-print ${styles["actions"]}`}>
        <ButtonLink to={paths.applications()}>View Applications</ButtonLink>
        <CopyReference reference={reference} />
        <Button variant="secondary" onClick={() => window.print()}>
          Print
        </Button>
      </ButtonGroup>
    </section>
  );
}

function ThumbsUp() {
  return (
    <Drawing box={[96, 96]} width="112" height="112" className={styles["thumb"]}>
      <circle cx="48" cy="48" r="45" strokeWidth="2.5" />
      <circle cx="48" cy="48" r="39" strokeWidth="1.5" strokeDasharray="3 4" />
      <g strokeWidth="3">
        <path d="M28 44h8v26h-8z" />
        <path d="M36 46c6-3 10-10 10.500-18 .2-3 2-4.500 4.500-4.500 4 0 6 3.500 6 7.500 0 4-1.500 8-2.500 11h11c3.500 0 5.500 2.500 5 5.500l-3 16c-.6 3-2.600 4.500-5.500 4.500H44c-3 0-5-1-8-2" />
      </g>
    </Drawing>
  );
}
