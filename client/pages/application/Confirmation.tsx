import { Button } from "../../components/Button";
import { ButtonLink } from "../../components/ButtonLink";
import { FactList } from "../../components/FactList";
import { Price } from "../../components/Price";
import { useToast } from "../../components/ToastProvider";
import { telHref } from "../../lib/telHref";
import { formatDay } from "../../lib/days";
import { paths } from "../../paths";
import { AccessLog } from "./AccessLog";
import type { ConfirmedRequestQuery } from "./confirmedRequest.generated";
import styles from "./Page.module.css";
import { ThumbsUp } from "./ThumbsUp";

interface ConfirmationProps {
  request: NonNullable<ConfirmedRequestQuery["visaRequest"]>;
  siteInfo: ConfirmedRequestQuery["siteInfo"];
}

/** That it worked, under which reference, what was paid, and what happens next and when. */
export function Confirmation({ request, siteInfo }: ConfirmationProps) {
  const { visaReferenceNo, visaName, countryName } = request;
  const expected = formatDay(request.expectedDate);
  return (
    <div className={styles["page"]}>
      <section className={styles["panel"]}>
        <ThumbsUp />
        <h1 tabIndex={-1} className={styles["title"]}>
          Congratulations, Application successfully submitted. Reference No :{" "}
          <span className={styles["reference"]}>{visaReferenceNo}</span>
        </h1>
        <div className={`no-print ${styles["actions"]}`}>
          <ButtonLink to={paths.applications()}>View Applications</ButtonLink>
          <CopyReference reference={visaReferenceNo} />
          <Button variant="secondary" onClick={() => window.print()}>
            Print
          </Button>
        </div>
      </section>
      <div className={styles["columns"]}>
        <section className={styles["card"]}>
          <h2>What happens next</h2>
          <ol className={styles["next"]}>
            <li>Our staff check the photo, passport and documents. If something is missing, we tell you.</li>
            <li>We hand the application in for the {visaName}.</li>
            <li>
              The visa is expected by <strong className="numbers">{expected}</strong>. You find it under All
              applications.
            </li>
          </ol>
        </section>
        <section className={styles["card"]}>
          <h2>Your application</h2>
          <FactList
            kind="rows"
            facts={[
              { label: "Visa", value: `${visaName}, ${countryName}` },
              { label: "Applicants", value: request.noOfApplicants },
              { label: "Travel Date", value: formatDay(request.travelDate) },
              { label: "Visa Expected Date", value: expected },
              { label: "Amount paid", value: <Price rupees={request.totalPrice} /> },
              ...(request.paymentGatewayNo
                ? [{ label: "Payment", value: request.paymentGatewayNo, isCode: true }]
                : []),
            ]}
          />
        </section>
      </div>
      <AccessLog request={request} />
      <p>
        Questions? <a href={`mailto:${siteInfo.supportEmail}`}>{siteInfo.supportEmail}</a> or{" "}
        <a href={telHref(siteInfo.supportPhone)}>{siteInfo.supportPhone}</a>, {siteInfo.workingHours}. Please
        have the reference number at hand.
      </p>
    </div>
  );
}

function CopyReference({ reference }: { reference: string }) {
  const toast = useToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(reference);
      toast.success("Reference number copied");
    } catch {
      // Without https, or where the browser does not allow it.
      toast.error("Your browser did not let us copy it. Please select the number and copy it.");
    }
  };
  return (
    <Button variant="secondary" onClick={() => void copy()}>
      Copy reference number
    </Button>
  );
}
