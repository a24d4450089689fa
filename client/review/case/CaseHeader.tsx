import { useRef, useState } from "react";
import { Link, useLocation } from "react-router-dom";
import { daysBetween, todayInKolkata } from "../../../server/core/day.rules";
import { cannotTakeReason } from "../../../server/modules/review/case/case.rules";
import { queueStatuses, type VisaRequestStatus } from "../../../server/modules/visaRequest/visaRequest.rules";
import { DetailsList } from "../../components/DetailsList";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { useFocusAfter } from "../../lib/focusInView";
import { displayName } from "../../lib/format";
import { useHashTarget } from "../../lib/hooks";
import { useQueuePath } from "../queue/caseOrigin";
import styles from "./CaseHeader.module.css";
import {
  ReleaseCaseDocument,
  type StaffCasePartsFragment,
  StartReviewDocument,
  TakeCaseDocument,
} from "./operations.generated";
import { type CaseAction, useCase, useSend } from "./useCase";
import { Button, type ButtonVariant } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";

const sections = [
  { id: "travellers", label: "Applicants and documents" },
  { id: "notes", label: "Notes" },
  { id: "payments", label: "Payments" },
  { id: "activity", label: "Activity" },
];

export function CaseHeader() {
  const { staffCase } = useCase();
  const { visaRequest: request } = staffCase;
  const heading = useRef<HTMLHeadingElement>(null);
  const focus = useFocusAfter();
  const queue = useQueuePath();
  const { search, state } = useLocation() as { search: string; state: unknown };
  useHashTarget();
  return (
    <header className="stack-3">
      <div className={`wrap spread ${styles["ways"]}`}>
        <p>
          <Link className="touch" to={queue}>
            Back to the queue
          </Link>
        </p>
        <nav aria-label="On this page">
          <ul className="wrap gap-x-4">
            {sections.map(({ id, label }) => (
              <li key={id}>
                <Link className="touch" to={{ search, hash: id }} state={state} preventScrollReset>
                  {label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </div>
      <div className="cluster spread gap-3">
        <div className={`cluster ${styles["title"]}`}>
          <h1 ref={heading} tabIndex={-1}>
            <span className="visually-hidden">Case </span>
            <span className={styles["reference"]}>{request.visaReferenceNo}</span>
          </h1>
          <StatusChip status={request.visaRequestStatus} />
          <p className={styles["who"]}>{whoHasIt(staffCase)}</p>
        </div>
        <CaseActions onDone={() => focus(() => heading.current, { preventScroll: true })} />
      </div>
      <CaseFacts staffCase={staffCase} />
    </header>
  );
}

function CaseFacts({ staffCase }: { staffCase: StaffCasePartsFragment }) {
  const { visaRequest: request, contact } = staffCase;
  return (
    <DetailsList
      className={`sheet ${styles["facts"]}`}
      facts={[
        {
          label: "Visa and country",
          value: (
            <>
              {request.visaName}
              <span className={styles["still"]}>{request.countryName}</span>
            </>
          ),
        },
        { label: "Payment", value: <StatusChip status={request.paymentStatus} /> },
        { label: "Expected", value: <Expected staffCase={staffCase} /> },
        { label: "Travel date", value: formatDay(request.travelDate) },
        { label: "Applied on", value: formatDay(request.createdAt) },
        ...(request.preparedBy ? [{ label: "Prepared by", value: request.preparedBy }] : []),
        {
          label: "Contact",
          value: (
            <>
              {contact.mobile || "No number"}
              {contact.email && <span className={styles["still"]}>{contact.email}</span>}
            </>
          ),
        },
      ]}
    />
  );
}

const isInReview = (status: VisaRequestStatus) => queueStatuses.some((one) => one === status);

function whoHasIt(staffCase: StaffCasePartsFragment): string {
  const { visaRequest, assignedTo, isMine } = staffCase;
  const status = visaRequest.visaRequestStatus;
  if (status === "PENDING") return "Not paid yet: there is nothing to decide.";
  if (!isInReview(status)) return `Nothing is left to decide.${describeHolder(staffCase)}`;
  if (isMine)
    return status === "SUBMITTED"
      ? "Assigned to you. Start the review to check the documents and decide."
      : "Assigned to you.";
  if (assignedTo)
    return `Assigned to ${displayName(assignedTo)}. Only they can decide; ask them to release it first.`;
  return "Not assigned yet. Assign it to yourself to work on it.";
}

/** Names the assignee of a decided case, because only they can refund it; empty if no one can take it. */
function describeHolder({ visaRequest, assignedTo, isMine }: StaffCasePartsFragment): string {
  if (isMine) return " Assigned to you.";
  if (assignedTo) return ` Assigned to ${displayName(assignedTo)}.`;
  return cannotTakeReason(visaRequest) ? "" : " Not assigned.";
}

/** The expected date: overdue, on hold, or the remaining days. */
function Expected({ staffCase }: { staffCase: StaffCasePartsFragment }) {
  const { visaRequest, isOverdue, waitingSince } = staffCase;
  const { expectedDate, visaRequestStatus: status } = visaRequest;
  const left = daysBetween(todayInKolkata(new Date()), expectedDate);
  return (
    <>
      {formatDay(expectedDate)}
      {waitingSince ? (
        <span className={styles["still"]}>On hold since {formatDay(waitingSince)}</span>
      ) : isOverdue ? (
        <span className={styles["overdue"]}>Overdue by {inDays(-left)}</span>
      ) : (
        isInReview(status) && (
          <span className={styles["still"]}>
            {left === 0 ? "Today" : left > 0 ? `In ${inDays(left)}` : ""}
          </span>
        )
      )}
    </>
  );
}

const inDays = (days: number) => `${days} ${days === 1 ? "day" : "days"}`;

/** `onDone` is called after an action, because its button may no longer exist. */
function CaseActions({ onDone }: { onDone: () => void }) {
  const { visaRequest, isMine, assignedTo } = useCase().staffCase;
  const { visaRequestId, visaRequestStatus: status, paymentStatus } = visaRequest;
  const { violations, isBusy, send } = useSend();
  const [pressed, setPressed] = useState("");
  const isFree = !assignedTo;
  // A decided case can be taken too, for a refund.
  const canTake = isFree && !cannotTakeReason(visaRequest);
  const canStart = status === "SUBMITTED" && paymentStatus === "PAID" && (isMine || isFree);
  const act = async (label: string, action: ActionOnCase) => {
    setPressed(label);
    if ((await send({ ...action, input: { visaRequestId } })) === "done") onDone();
  };
  const button = (label: string, action: ActionOnCase, variant?: ButtonVariant) => (
    <Button
      variant={variant}
      busy={isBusy && pressed === label}
      disabled={isBusy}
      onClick={() => void act(label, action)}
    >
      {label}
    </Button>
  );

  return (
    <div className={`wrap gap-2 ${styles["actions"]}`}>
      <InlineAlerts of={violations} />
      {canTake && button("Assign to me", takeCase, isInReview(status) && !canStart ? "primary" : "secondary")}
      {isMine && button("Release", releaseCase, "secondary")}
      {canStart && button("Start review", startReview)}
    </div>
  );
}

type ActionOnCase = Omit<CaseAction<{ visaRequestId: string }>, "input">;

const takeCase: ActionOnCase = {
  document: TakeCaseDocument,
  done: "This application is now assigned to you",
};
const releaseCase: ActionOnCase = { document: ReleaseCaseDocument, done: "Released: others can take it" };
const startReview: ActionOnCase = { document: StartReviewDocument, done: "The review has started" };
