import card from "../components/Card.module.css";
import { DetailsList } from "../components/DetailsList";
import { Price } from "../components/Price";
import { formatDay } from "../lib/days";
import type { FollowedRequestFragment } from "./operations.generated";

/** The requested visa and its payment. */
export function RequestDetailsCard({ request }: { request: FollowedRequestFragment }) {
  const { visaRequestStatus, paymentStatus, paymentGatewayNo } = request;
  const isDecided = visaRequestStatus === "APPROVED" || visaRequestStatus === "REJECTED";
  const isExpected = !isDecided && visaRequestStatus !== "CANCELLED";
  return (
    <section className={card["card"]}>
      <h2>Your application</h2>
      <DetailsList
        kind="rows"
        facts={[
          { label: "Visa", value: `${request.visaName}, ${request.countryName}` },
          { label: "Applicants", value: request.noOfApplicants },
          { label: "Travel Date", value: formatDay(request.travelDate) },
          ...(isExpected ? [{ label: "Visa Expected Date", value: formatDay(request.expectedDate) }] : []),
          ...(paymentStatus === "PENDING"
            ? []
            : [{ label: "Amount paid", value: <Price rupees={request.totalPrice} /> }]),
          ...(paymentGatewayNo ? [{ label: "Payment", value: paymentGatewayNo, isCode: true }] : []),
        ]}
      />
    </section>
  );
}
