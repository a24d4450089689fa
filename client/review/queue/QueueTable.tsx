import { Link } from "react-router-dom";
import list from "../../components/ListTable.module.css";
import { StatusChip } from "../../components/StatusChip";
import { classes } from "../../lib/classes";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { useCaseOrigin } from "./caseOrigin";
import type { QueuedRequestFragment } from "./operations.generated";
import styles from "./QueueTable.module.css";
import type { RovingRows } from "./useRovingRows";
import { Icon } from "../../components/Icon";
import { displayName } from "../../lib/format";
import { DetailsList } from "../../components/DetailsList";

export interface QueueListProps {
  requests: QueuedRequestFragment[];
  rows: RovingRows;
  staffId: string | undefined;
}

export function QueueTable({ requests, rows, staffId }: QueueListProps) {
  const origin = useCaseOrigin();
  return (
    <table className={classes("sheet", list["table"], styles["table"])}>
      <caption className="visually-hidden">Applications by expected date, the earliest first</caption>
      <thead>
        <tr>
          <th scope="col">Reference No</th>
          <th scope="col">Visa</th>
          <th scope="col">Status</th>
          <th scope="col">Expected</th>
          <th scope="col">Travel date</th>
          <th scope="col" className={list["amount"]}>
            Applicants
          </th>
          <th scope="col">Assigned to</th>
        </tr>
      </thead>
      <tbody onKeyDown={rows.onKeyDown}>
        {requests.map((request, index) => (
          <tr key={request.visaRequestId}>
            <th scope="row">
              <Link
                className={`touch ${styles["open"]}`}
                to={paths.staffCase(request.visaRequestId)}
                state={origin}
                {...rows.linkProps(index)}
              >
                {request.visaReferenceNo}
              </Link>
            </th>
            <td>
              {request.countryName}
              <p className="small anywhere">{request.visaName}</p>
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

function ExpectedDay({ request }: { request: QueuedRequestFragment }) {
  return (
    <span className={styles["expected"]}>
      {formatDay(request.expectedDate)}
      {request.isOverdue && (
        <strong className={`row gap-1 ${styles["overdue"]}`}>
          <Icon name="warning" size={14} />
          Overdue
        </strong>
      )}
    </span>
  );
}

function Assignee({ request, staffId }: { request: QueuedRequestFragment; staffId: string | undefined }) {
  const { assignedTo } = request;
  if (!assignedTo) return <span className="muted">Unassigned</span>;
  return assignedTo.staffId === staffId ? <strong>You</strong> : <>{displayName(assignedTo)}</>;
}

export function QueueCards({ requests, rows, staffId }: QueueListProps) {
  const origin = useCaseOrigin();
  return (
    <ul className="stack-3" onKeyDown={rows.onKeyDown}>
      {requests.map((request, index) => (
        <li key={request.visaRequestId} className={`sheet raised stack-2 ${styles["card"]}`}>
          <div className="cluster spread gap-x-3">
            <Link
              className={`touch ${styles["open"]}`}
              to={paths.staffCase(request.visaRequestId)}
              state={origin}
              {...rows.linkProps(index)}
            >
              {request.visaReferenceNo}
            </Link>
            <StatusChip status={request.visaRequestStatus} />
          </div>
          <p className="anywhere">
            {request.countryName}, {request.visaName}
          </p>
          <DetailsList
            className={styles["facts"]}
            facts={[
              { label: "Expected", value: <ExpectedDay request={request} /> },
              { label: "Assigned to", value: <Assignee request={request} staffId={staffId} /> },
              { label: "Travel date", value: formatDay(request.travelDate) },
              { label: "Applicants", value: request.noOfApplicants },
            ]}
          />
        </li>
      ))}
    </ul>
  );
}
