import { Link } from "react-router-dom";
import list from "../../components/ListTable.module.css";
import { StatusChip } from "../../components/StatusChip";
import { classes } from "../../lib/classes";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { useCaseOrigin } from "./caseOrigin";
import type { QueuedRequestFragment } from "./operations.generated";
import { Assignee, ExpectedDay } from "./QueueParts";
import styles from "./QueueTable.module.css";
import type { RovingRows } from "./useRovingRows";

export interface QueueListProps {
  requests: QueuedRequestFragment[];
  rows: RovingRows;
  /** The logged-in staff member. */
  staffId: string | undefined;
}

/** The queue as a table, for wide screens. */
export function QueueTable({ requests, rows, staffId }: QueueListProps) {
  const origin = useCaseOrigin();
  return (
    <table className={classes(list["table"], styles["table"])}>
      <caption className="visually-hidden">Applications by expected date, the earliest first</caption>
      <thead>
        <tr>
          <th scope="col">Reference No</th>
          <th scope="col">Visa</th>
          <th scope="col">Status</th>
          <th scope="col">Expected</th>
          <th scope="col">Travel date</th>
          <th scope="col" className={list["amount"]}>
            Travellers
          </th>
          <th scope="col">Assigned to</th>
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {requests.map((request, index) => (
          <tr key={request.visaRequestId}>
            <th scope="row">
              <Link
                className={styles["open"]}
                to={paths.staffCase(request.visaRequestId)}
                state={origin}
                {...rows.linkProps(index)}
              >
                {request.visaReferenceNo}
              </Link>
            </th>
            <td>
              <span className={styles["country"]}>{request.countryName}</span>
              <span className={styles["visa"]}>{request.visaName}</span>
            </td>
            <td>
              <StatusChip status={request.visaRequestStatus} />
            </td>
            <td className={list["whole"]}>
              <ExpectedDay request={request} />
            </td>
            <td className={list["whole"]}>{formatDay(request.travelDate)}</td>
            <td className={list["amount"]}>{request.noOfApplicants}</td>
            <td>
              <Assignee request={request} staffId={staffId} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
