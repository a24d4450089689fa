import { StatusChip } from "../../components/StatusChip";
import type { FollowedApplicantFragment } from "../../review/correction/operations.generated";
import type { VisaRequestStatus } from "../../schemaTypes.generated";
import { applicantChip, applicantStatusLabel, rejectionReasonLabels } from "../../visaRequest/statusLabels";
import styles from "./Travellers.module.css";

interface TravellersProps {
  travellers: readonly FollowedApplicantFragment[];
  requestStatus: VisaRequestStatus;
}

/** The status of each applicant, with the reason if the visa was rejected. */
export function Travellers({ travellers, requestStatus }: TravellersProps) {
  if (travellers.length === 0) return null;
  return (
    <section className={styles["card"]} aria-labelledby="travellers-title">
      <h2 id="travellers-title">{travellers.length === 1 ? "Traveller" : "Travellers"}</h2>
      <ul className={styles["list"]}>
        {travellers.map((traveller) => (
          <li key={traveller.visaApplicantId} className={styles["traveller"]}>
            <div className={styles["who"]}>
              <h3 className={styles["name"]}>
                {traveller.title} {traveller.firstName} {traveller.lastName}
              </h3>
              <p className={styles["status"]}>
                <StatusChip status={applicantChip(traveller.visaApplicantStatus, requestStatus)} />{" "}
                <span>{applicantStatusLabel(traveller.visaApplicantStatus, requestStatus)}</span>
              </p>
              <Decision traveller={traveller} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The reason for the rejection and the staff's note on the decision. */
function Decision({ traveller }: { traveller: FollowedApplicantFragment }) {
  const { rejectionReason, decisionNote } = traveller;
  if (!rejectionReason && !decisionNote) return null;
  return (
    <div className={styles["decision"]}>
      {rejectionReason && <p>{rejectionReasonLabels[rejectionReason]}</p>}
      {decisionNote && (
        <p>
          <span className={styles["staff"]}>Our staff say: </span>
          {decisionNote}
        </p>
      )}
    </div>
  );
}
