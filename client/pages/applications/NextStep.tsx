import { Link } from "react-router-dom";
import { paths } from "../../paths";
import styles from "./NextStep.module.css";
import type { ListedRequestFragment } from "./listedRequest.generated";

/** What the traveller has to do next with an application that is PENDING; nothing for any other. */
export function NextStep({ request }: { request: ListedRequestFragment }) {
  if (request.visaRequestStatus !== "PENDING") return null;
  const { visaRequestId, visaReferenceNo, visaApplicants } = request;
  const hasApplicant = visaApplicants.length > 0;
  return (
    <Link
      className={styles["next"]}
      to={hasApplicant ? paths.visaapplicants(visaRequestId) : paths.visarequest(visaRequestId)}
    >
      {hasApplicant ? "Pay to submit" : "Continue"}
      <span className="visually-hidden"> – {visaReferenceNo}</span>
    </Link>
  );
}
