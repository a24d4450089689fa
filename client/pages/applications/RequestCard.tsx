import { Link } from "react-router-dom";
import { DetailsList } from "../../components/DetailsList";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { NextStep, type NextStepProps } from "./NextStep";
import styles from "./RequestCard.module.css";

/** An application as a card, styled as a boarding pass with the link on its stub. */
export function RequestCard(props: NextStepProps) {
  const { request } = props;
  return (
    <li className={styles["card"]}>
      <div className={styles["body"]}>
        <h2 className={styles["name"]}>{request.visaName}</h2>
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
      <div className={styles["stub"]}>
        <NextStep {...props} />
        <Link className={styles["view"]} to={paths.visaapplicants(request.visaRequestId)}>
          VIEW<span className="visually-hidden"> – {request.visaReferenceNo}</span>
        </Link>
      </div>
    </li>
  );
}
