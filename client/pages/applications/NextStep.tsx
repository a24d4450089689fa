import { Link } from "react-router-dom";
import { ButtonLink } from "../../components/Button";
import styles from "./NextStep.module.css";
import { nextStepOf } from "./nextSteps";
import type { ListedRequestFragment } from "./operations.generated";

/** What the traveller does next with an application, as a link; as a button where nothing goes on before. */
export function NextStep({ request }: { request: ListedRequestFragment }) {
  const next = nextStepOf(request);
  if (!next) return null;
  const of = <span className="visually-hidden"> – {request.visaReferenceNo}</span>;
  if (!next.isUrgent)
    return (
      <Link className={styles["next"]} to={next.to}>
        {next.label}
        {of}
      </Link>
    );
  return (
    <div className={styles["urgent"]}>
      <strong>Action needed</strong>
      <ButtonLink className={styles["button"]} to={next.to}>
        {next.label}
        {of}
      </ButtonLink>
    </div>
  );
}
