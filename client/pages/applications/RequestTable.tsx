import type { Ref } from "react";
import { Link } from "react-router-dom";
import list from "../../components/ListTable.module.css";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { classes } from "../../lib/classes";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import styles from "./RequestTable.module.css";
import { type UnfinishedDraft, unfinishedText } from "../../applicant/draft/useUnfinishedDrafts";
import { Button, ButtonLink } from "../../components/Button";
import { findNextStep } from "./nextSteps";
import type { ListedRequestFragment } from "./operations.generated";
import { DetailsList } from "../../components/DetailsList";

export function RequestTable(props: { rows: NextStepProps[]; body: Ref<HTMLTableSectionElement> }) {
  return (
    <table className={classes("sheet", list["table"], styles["table"])}>
      <caption className="visually-hidden">All applications, newest first</caption>
      <thead>
        <tr>
          <th scope="col">Visa</th>
          <th scope="col">Status</th>
          <th scope="col" className={list["whole"]}>
            Reference No
          </th>
          <th scope="col">Country</th>
          <th scope="col" className={list["whole"]}>
            Travel Date
          </th>
          <th scope="col" className={list["amount"]}>
            Applicants
          </th>
          <th scope="col" className={list["amount"]}>
            Total Price
          </th>
          <th scope="col">
            <span className="visually-hidden">Open</span>
          </th>
        </tr>
      </thead>
      <tbody ref={props.body}>
        {props.rows.map(({ request, ...row }) => (
          <tr key={request.visaRequestId}>
            <th scope="row">
              {request.visaName}
              <PreparedBy request={request} />
            </th>
            <td>
              <div className={styles["status"]}>
                <StatusChip status={request.visaRequestStatus} />
                <NextStep request={request} {...row} />
              </div>
            </td>
            <td className={styles["code"]}>{request.visaReferenceNo}</td>
            <td>{request.countryName}</td>
            <td className={list["whole"]}>{formatDay(request.travelDate)}</td>
            <td className={list["amount"]}>{request.noOfApplicants}</td>
            <td className={list["amount"]}>
              <Price rupees={request.totalPrice} />
            </td>
            <td className={styles["open"]}>
              <Link className={styles["view"]} to={paths.visaapplicants(request.visaRequestId)}>
                VIEW<span className="visually-hidden"> – {request.visaReferenceNo}</span>
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Who has prepared the application, if the traveller took it over. */
function PreparedBy({ request: { preparedBy } }: { request: ListedRequestFragment }) {
  return preparedBy && <p className={classes("muted", styles["preparedBy"])}>Prepared by {preparedBy}</p>;
}

export interface NextStepProps {
  request: ListedRequestFragment;
  /** Its unfinished applicant on this device. */
  draft: UnfinishedDraft | undefined;
  onDelete: (() => void) | undefined;
}

/** The traveller's next step as a link, styled as a button if the application is waiting for it. */
function NextStep({ request, draft, onDelete }: NextStepProps) {
  const next = findNextStep(request);
  if (!next) return null;
  const of = <span className="visually-hidden"> – {request.visaReferenceNo}</span>;
  const isFirst = request.visaApplicants.length === 0;
  if (!next.isUrgent)
    return (
      <>
        {draft && (
          <p className={styles["unfinished"]}>
            {unfinishedText(draft, isFirst)}
            {!isFirst && (
              <Link className={`touch ${styles["next"]}`} to={paths.visarequest(request.visaRequestId)}>
                Continue
                {of}
              </Link>
            )}
          </p>
        )}
        {next.note && <p className={styles["note"]}>{next.note}</p>}
        <Link className={`touch ${styles["next"]}`} to={next.to}>
          {next.label}
          {of}
        </Link>
        {onDelete && (
          <Button variant="quiet" onClick={onDelete}>
            Delete
            {of}
          </Button>
        )}
      </>
    );
  return (
    <div className={`cluster ${styles["urgent"]}`}>
      <strong>{next.note}</strong>
      <ButtonLink className={styles["button"]} to={next.to}>
        {next.label}
        {of}
      </ButtonLink>
    </div>
  );
}

/** An application as a card, styled as a boarding pass with the link on its stub. */
export function RequestCard(props: NextStepProps) {
  const { request } = props;
  return (
    <li className={`sheet ${styles["card"]}`}>
      <div className={`stack-3 ${styles["body"]}`}>
        <h2 className={styles["name"]}>{request.visaName}</h2>
        <PreparedBy request={request} />
        <DetailsList
          className={styles["facts"]}
          facts={[
            { label: "Status", value: <StatusChip status={request.visaRequestStatus} /> },
            { label: "Reference No", value: request.visaReferenceNo, isCode: true },
            { label: "Country", value: request.countryName },
            { label: "Travel Date", value: formatDay(request.travelDate) },
            { label: "Applicants", value: request.noOfApplicants },
            { label: "Total Price", value: <Price rupees={request.totalPrice} /> },
          ]}
        />
      </div>
      <div className={`cluster ${styles["stub"]}`}>
        <NextStep {...props} />
        <Link className={styles["requestCardView"]} to={paths.visaapplicants(request.visaRequestId)}>
          VIEW<span className="visually-hidden"> – {request.visaReferenceNo}</span>
        </Link>
      </div>
    </li>
  );
}
