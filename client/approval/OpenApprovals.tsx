import { Link } from "react-router-dom";
import { paths } from "../paths";
import { PendingApproval } from "./PendingApproval";
import styles from "./PendingApproval.module.css";
import { useStaffApprovalsQuery } from "./operations.generated";

/** All open approvals, each with a link to its subject. Renders nothing if there are none. */
export function OpenApprovals() {
  const { data, refetch } = useStaffApprovalsQuery({ fetchPolicy: "cache-and-network" });
  const approvals = data?.staffApprovals ?? [];
  if (approvals.length === 0) return null;
  return (
    <section aria-labelledby="approvals-title" className={styles["list"]}>
      <h2 id="approvals-title">Waiting for a second person</h2>
      <ul className={styles["list"]}>
        {approvals.map((approval) => (
          <li key={approval.approvalId}>
            <PendingApproval approval={approval} onDecided={refetch}>
              {approval.visaRequestId && (
                <Link to={paths.staffCase(approval.visaRequestId)}>Open the application</Link>
              )}
              {approval.countryUrl && (
                <Link to={paths.catalogueAdmin(approval.countryUrl)}>Open the catalogue</Link>
              )}
            </PendingApproval>
          </li>
        ))}
      </ul>
    </section>
  );
}
