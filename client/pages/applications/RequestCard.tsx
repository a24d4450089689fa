import { Link } from "react-router-dom";
import { type UnfinishedDraft, unfinishedText } from "../../applicant/draft/useUnfinishedDrafts";
import { Button, ButtonLink } from "../../components/Button";
import { DetailsList } from "../../components/DetailsList";
import { Icon } from "../../components/Icon";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { findNextStep } from "./nextSteps";
import type { ListedRequestFragment } from "./operations.generated";
import styles from "./RequestCard.module.css";

interface RequestCardProps {
  request: ListedRequestFragment;
  /** The application's unfinished applicant on this device. */
  draft: UnfinishedDraft | undefined;
  onDelete: (() => void) | undefined;
}

/** Maximum number of listed names; further applicants are only counted. */
const maxNames = 3;

/** An application as a card, styled as a boarding pass with the traveller's next step on its stub. */
export function RequestCard(props: RequestCardProps) {
  const { request } = props;
  return (
    <li className={`sheet raised stack-0 ${styles["card"]}`}>
      <div className={`pad stack-3 ${styles["body"]}`}>
        <h2 className="text-l anywhere">{request.visaName}</h2>
        {request.preparedBy && <p className="small anywhere">Prepared by {request.preparedBy}</p>}
        <DetailsList
          className={styles["facts"]}
          facts={[
            { label: "Status", value: <StatusChip status={request.visaRequestStatus} /> },
            { label: "Reference No", value: request.visaReferenceNo, isCode: true },
            { label: "Country", value: request.countryName },
            { label: "Travel Date", value: formatDay(request.travelDate) },
            { label: "Applicants", value: <Applicants request={request} /> },
            { label: "Total Price", value: <Price rupees={request.totalPrice} /> },
          ]}
        />
      </div>
      <Stub {...props} />
    </li>
  );
}

/** The application's unfinished draft and next step, each with a link. */
function Stub({ request, draft, onDelete }: RequestCardProps) {
  const { visaRequestId, visaReferenceNo, visaApplicants } = request;
  const next = findNextStep(request);
  const of = <span className="visually-hidden"> – {visaReferenceNo}</span>;
  const isFirst = visaApplicants.length === 0;
  return (
    <div className={`stack-2 ${styles["stub"]}`}>
      {draft && (
        <p className={styles["unfinished"]}>
          {unfinishedText(draft, isFirst)}
          {!isFirst && (
            <Link className={`touch ${styles["quiet"]}`} to={paths.visarequest(visaRequestId)}>
              Continue
              {of}
            </Link>
          )}
        </p>
      )}
      {next?.note && (
        <p className="warn">
          {next.isUrgent && <Icon name="warning" />} {next.note}
        </p>
      )}
      <div className={`cluster ${styles["ways"]}`}>
        {next && (
          <ButtonLink
            variant={next.label.startsWith("View") ? "secondary" : "primary"}
            className={styles["next"]}
            to={next.to}
          >
            {next.label}
            {of}
          </ButtonLink>
        )}
        <Link className={`touch ${styles["view"]}`} to={paths.visaapplicants(visaRequestId)}>
          VIEW{of}
        </Link>
        {onDelete && (
          <Button variant="quiet" onClick={onDelete}>
            Delete
            {of}
          </Button>
        )}
      </div>
    </div>
  );
}

function Applicants({ request: { noOfApplicants, visaApplicants } }: Pick<RequestCardProps, "request">) {
  const names = visaApplicants
    .slice(0, maxNames)
    .map(({ firstName, lastName }) => `${firstName} ${lastName}`);
  const more = visaApplicants.length - names.length;
  return (
    <>
      {noOfApplicants}
      {names.length > 0 && (
        <span className={styles["names"]}>
          {names.join(", ")}
          {more > 0 && ` and ${more} more`}
        </span>
      )}
    </>
  );
}
