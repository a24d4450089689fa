import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { SkeletonFields } from "../../components/feedback/Skeleton";
import { CheckBoxes } from "../../components/form/CheckBoxes";
import { TextAreaField } from "../../components/form/inputs";
import { noteForException } from "../../../server/modules/payment/refund/refund.rules";
import { maxNoteLength } from "../../../server/core/note.rules";
import { formatInr } from "../../../server/core/money.rules";
import type { RefundReason } from "../../schemaTypes.generated";
import { refundReasonLabels } from "../case/caseLabels";
import { useUnsavedEntry } from "../case/unsavedEntry";
import { useCase, useSend } from "../case/useCase";
import { DialogForm } from "../../components/form/DialogForm";
import styles from "../reviewForms.module.css";
import { Pending } from "../../components/feedback/PageFailure";
import { RefundCaseDocument, type RefundOffersQuery, useRefundOffersQuery } from "./operations.generated";

/** Shows the refund for each reason, calculated by the server's rules, and lets staff choose a reason. */
export function RefundForm({ entry, onClose }: { entry: string; onClose: () => void }) {
  const { visaRequestId } = useCase().staffCase.visaRequest;
  const { data, error, refetch } = useRefundOffersQuery({
    variables: { visaRequestId },
    fetchPolicy: "network-only",
  });

  if (error || !data)
    return (
      <Pending error={error} refetch={refetch}>
        <SkeletonFields count={2} />
      </Pending>
    );
  const offers = data.staffRefundOffers;
  if (offers.length === 0) return <p>Nothing was paid, or everything has been refunded.</p>;
  const form = { visaRequestId, offers, entry, onClose };
  return <OfferForm {...form} onStale={() => void refetch()} />;
}

type Offer = RefundOffersQuery["staffRefundOffers"][number];

interface OfferFormProps {
  visaRequestId: string;
  offers: readonly Offer[];
  entry: string;
  onClose: () => void;
  onStale: () => void;
}

const nothingChosen: { reason?: RefundReason; note: string } = { note: "" };

function OfferForm({ visaRequestId, offers, entry, onClose, onStale }: OfferFormProps) {
  const { isBusy, send, showViolations, findError, findOthers } = useSend({ isInDialog: true });
  const [refund, setRefund] = useUnsavedEntry(entry, nothingChosen);
  const { reason, note } = refund;
  const chosen = offers.find((offer) => offer.reason === reason);
  const isException = reason !== undefined && reason !== "TRAVELLER_WITHDREW";

  const give = async () => {
    if (!chosen) return showViolations([{ field: "reason", message: "Choose a reason" }]);
    if (isException && !note.trim()) return showViolations([{ field: "note", message: noteForException }]);
    const outcome = await send({
      document: RefundCaseDocument,
      input: {
        visaRequestId,
        reason: chosen.reason,
        expectedAmount: chosen.amount,
        note: note.trim() || null,
      },
      done: ({ approval }) =>
        approval ? "Waiting for approval" : `Refund of ${formatInr(chosen.amount)} approved`,
    });
    if (outcome === "done") onClose();
    if (outcome === "stale") onStale();
  };

  return (
    <DialogForm
      submit={chosen ? `Refund ${formatInr(chosen.amount)}` : "Refund"}
      isFinal
      onSubmit={give}
      onCancel={onClose}
      isBusy={isBusy}
    >
      <InlineAlerts of={findOthers(["reason", "note"])} />
      <CheckBoxes
        type="radio"
        id="refund-reason"
        name="refund-reason"
        legend="Reason"
        className={styles["offers"]}
        options={offers.map((offer) => [
          offer.reason,
          <>
            <strong>
              {refundReasonLabels[offer.reason]}: {offer.amount > 0 ? formatInr(offer.amount) : "nothing"}
            </strong>
            <span className="small">{offer.text}</span>
          </>,
          offer.amount === 0,
        ])}
        chosen={reason ? [reason] : []}
        error={findError("reason")}
        onChange={({ target }) => setRefund({ ...refund, reason: target.value as RefundReason })}
      />
      <TextAreaField
        id="refund-note"
        label="Note for colleagues"
        optional={!isException}
        error={findError("note")}
        rows={2}
        maxLength={maxNoteLength}
        value={note}
        onText={(text) => setRefund({ ...refund, note: text })}
      />
    </DialogForm>
  );
}
