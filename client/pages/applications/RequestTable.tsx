import type { Ref } from "react";
import { Link } from "react-router-dom";
import list from "../../components/ListTable.module.css";
import { Price } from "../../components/Price";
import { StatusChip } from "../../components/StatusChip";
import { classes } from "../../lib/classes";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { NextStep, type NextStepProps } from "./NextStep";
import styles from "./RequestTable.module.css";

/** The applications as a table, for wide screens. */
export function RequestTable(props: { rows: NextStepProps[]; body: Ref<HTMLTableSectionElement> }) {
  return (
    <table className={classes(list["table"], styles["table"])}>
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
            <th scope="row">{request.visaName}</th>
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
