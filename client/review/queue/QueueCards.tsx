import { Link } from "react-router-dom";
import { DetailsList } from "../../components/DetailsList";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { useCaseOrigin } from "./caseOrigin";
import styles from "./QueueCards.module.css";
import { Assignee, ExpectedDay } from "./QueueParts";
import type { QueueListProps } from "./QueueTable";

/** The queue as cards, for phones. */
export function QueueCards({ requests, rows, staffId }: QueueListProps) {
  const origin = useCaseOrigin();
  return (
    <ul className={styles["cards"]} onKeyDown={rows.onKeyDown}>
      {requests.map((request, index) => (
        <li key={request.visaRequestId} className={styles["card"]}>
          <div className={styles["head"]}>
            <Link
              className={styles["open"]}
              to={paths.staffCase(request.visaRequestId)}
              state={origin}
              {...rows.linkProps(index)}
            >
              {request.visaReferenceNo}
            </Link>
            <StatusChip status={request.visaRequestStatus} />
          </div>
          <p className={styles["visa"]}>
            {request.countryName}, {request.visaName}
          </p>
          <DetailsList
            className={styles["facts"]}
            facts={[
              { label: "Expected", value: <ExpectedDay request={request} /> },
              { label: "Assigned to", value: <Assignee request={request} staffId={staffId} /> },
              { label: "Travel date", value: formatDay(request.travelDate) },
              { label: "Travellers", value: request.noOfApplicants },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
