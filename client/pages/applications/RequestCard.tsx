import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import type { MyVisaRequestsQuery } from "./myVisaRequests.generated";
import styles from "./RequestCard.module.css";

type ListedRequest = MyVisaRequestsQuery["myVisaRequests"]["nodes"][number];

/** One application in the list; a strip like a boarding pass, with the way to it behind the perforation. */
export function RequestCard({ request }: { request: ListedRequest }) {
  return (
    <li className={styles["card"]}>
      <div className={styles["body"]}>
        <h2 className={styles["name"]}>{request.visaName}</h2>
        <dl className={styles["facts"]}>
          <Fact name="Status">
            <StatusChip status={request.visaRequestStatus} />
          </Fact>
          <Fact name="Reference No">
            <span className={styles["code"]}>{request.visaReferenceNo}</span>
          </Fact>
          <Fact name="Country">{request.countryName}</Fact>
          <Fact name="Travel Date">{formatDay(request.travelDate)}</Fact>
          <Fact name="Applicants">{request.noOfApplicants}</Fact>
          <Fact name="Total Price">
            <Price rupees={request.totalPrice} />
          </Fact>
        </dl>
      </div>
      <div className={styles["stub"]}>
        <Link className={styles["view"]} to={paths.visaapplicants(request.visaRequestId)}>
          VIEW<span className="visually-hidden"> – {request.visaReferenceNo}</span>
        </Link>
      </div>
    </li>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles["fact"]}>
      <dt>{name}</dt>
      <dd className="numbers">{children}</dd>
    </div>
  );
}
