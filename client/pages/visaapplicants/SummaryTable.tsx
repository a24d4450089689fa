import type { ReactNode } from "react";
import { isRefundedUnreviewed } from "../../../server/modules/review/refund/moneyTask.rules";
import { describePriceLine, haveSeveralPrices } from "../../../server/modules/visaRequest/pricing.rules";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { expectedDateNote, paymentStatusLabels, requestStatusLabels } from "../../visaRequest/statusLabels";
import type { VisaRequestDetailsQuery } from "./operations.generated";
import styles from "./SummaryTable.module.css";

export type RequestDetails = NonNullable<VisaRequestDetailsQuery["visaRequest"]>;

export function SummaryTable({ request }: { request: RequestDetails }) {
  const dateNote = expectedDateNote(request.visaRequestStatus);
  return (
    <table className={`sheet raised ${styles["table"]}`}>
      <caption className="visually-hidden">Summary of the application</caption>
      <tbody>
        <Row name="Reference No">
          <span className={styles["code"]}>{request.visaReferenceNo}</span>
        </Row>
        <Row name="Visa Name">
          {request.visaName}, {request.countryName}
        </Row>
        <Row name="Visa Status">
          <StatusChip status={request.visaRequestStatus} />
          <span className={`small ${styles["meaning"]}`}>
            {isRefundedUnreviewed(request)
              ? "Refunded before the review. Our staff will cancel it."
              : requestStatusLabels[request.visaRequestStatus]}
          </span>
        </Row>
        <Row name="Payment Status">
          <StatusChip status={request.paymentStatus} />
          <span className={`small ${styles["meaning"]}`}>{paymentStatusLabels[request.paymentStatus]}</span>
        </Row>
        <Row name="Travel Date">{formatDay(request.travelDate)}</Row>
        <Row name="Visa Expected Date">
          {formatDay(request.expectedDate)}
          {dateNote && <span className={`small ${styles["meaning"]}`}>{dateNote}</span>}
        </Row>
        <Row name="Applicant(s)">
          {request.noOfApplicants}
          {request.visaApplicants.length === 0 && !request.papersRemovedAt && (
            <span className={`small ${styles["meaning"]}`}>Priced for one; none added yet.</span>
          )}
        </Row>
        <Row name="Price Per Applicant">
          {haveSeveralPrices(request.priceLines) ? (
            <ul className="numbers">
              {request.priceLines.map((line) => (
                <li key={line.travelerType}>{describePriceLine(line)}</li>
              ))}
            </ul>
          ) : (
            <Price rupees={request.priceLines[0]?.price ?? request.pricePerApplicant} />
          )}
        </Row>
        <Row name="Total Price">
          <strong>
            <Price rupees={request.totalPrice} />
          </strong>{" "}
          <span className={`small ${styles["meaning"]}`}>including fee and tax</span>
        </Row>
      </tbody>
    </table>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="numbers">{children}</td>
    </tr>
  );
}
