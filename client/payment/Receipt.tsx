import { formatOfficeDay } from "../../server/core/day.rules";
import type { PriceLine } from "../../server/modules/visaRequest/pricing.rules";
import { Button } from "../components/Button";
import card from "../components/Card.module.css";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { useToast } from "../components/feedback/ToastProvider";
import { Price } from "../components/Price";
import { useAttempt } from "../lib/useAttempt";
import { visaFeeLines } from "../visaRequest/priceLines";
import type { RequestMoneyPartsFragment } from "./operations.generated";
import { startDownload } from "../file/signedLinks";
import styles from "./RequestMoney.module.css";

interface ReceiptProps {
  receipt: NonNullable<RequestMoneyPartsFragment["receipt"]>;
  /** The visa fees by category; empty if unknown. */
  priceLines: readonly PriceLine[];
  /** Fetches a new signed URL of the receipt, because each one expires after a few minutes. */
  findLink: () => Promise<string | undefined>;
}

export function Receipt({ receipt, priceLines, findLink }: ReceiptProps) {
  const { problem, isBusy, attempt } = useAttempt();
  const toast = useToast();

  const download = async () => {
    const src = await findLink();
    if (!src) return "The receipt could not be created. Please try again.";
    startDownload(src);
    toast.success("Your download has started");
    return undefined;
  };

  return (
    <section className={card["card"]} aria-labelledby="receipt-title">
      <div className="cluster spread gap-3">
        <h2 id="receipt-title">Receipt</h2>
        <Button
          variant="secondary"
          className="no-print"
          busy={isBusy}
          onClick={() => void attempt(download)}
          aria-label="Download receipt (PDF)"
        >
          Download receipt (PDF)
        </Button>
      </div>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <dl className={`wrap anywhere ${styles["facts"]}`}>
        <Description name="Receipt No" value={receipt.receiptNo} isCode />
        <Description name="Paid on" value={formatOfficeDay(receipt.paidAt)} />
        <Description name="Payment ID" value={receipt.paymentId} isCode />
      </dl>
      <table className={styles["sums"]}>
        <caption className="visually-hidden">What was paid, part by part</caption>
        <tbody>
          {visaFeeLines(receipt.visaFee, priceLines).map((line) => (
            <Sum key={line.name} {...line} />
          ))}
          <Sum name="Service Fee" rupees={receipt.serviceFee} />
          <Sum name={`GST (${receipt.gstPercent}% of the service fee)`} rupees={receipt.gst} />
        </tbody>
        <tfoot>
          <Sum name="Total paid" rupees={receipt.total} />
        </tfoot>
      </table>
    </section>
  );
}

function Description({ name, value, isCode }: { name: string; value: string; isCode?: boolean }) {
  return (
    <div>
      <dt className="small">{name}</dt>
      <dd className={isCode ? styles["code"] : "numbers"}>{value}</dd>
    </div>
  );
}

function Sum({ name, rupees }: { name: string; rupees: number }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="numbers">
        <Price rupees={rupees} />
      </td>
    </tr>
  );
}
