import { useNavigate } from "react-router-dom";
import { client } from "../../auth/apolloClient";
import { ChangeTravelDateDocument } from "../../applicant/wizard/operations.generated";
import { Dialog } from "../../components/dialog/Dialog";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { FormButtons } from "../../components/form/FormButtons";
import { Price } from "../../components/Price";
import { findProblem } from "../../lib/errorMessage";
import { formatDay } from "../../lib/days";
import { useHasLeft } from "../../lib/hooks";
import { useAttempt } from "../../lib/useAttempt";
import { paths } from "../../paths";

/** An unpaid application without an applicant. */
export interface StartedRequest {
  visaRequestId: string;
  visaReferenceNo: string;
  travelDate: string;
  totalPrice: number;
}

interface StartedBeforeProps {
  request: StartedRequest;
  newDate: string;
  /** The price of a new application, in whole rupees. */
  newPrice: number;
  open: boolean;
  onStartAnother: () => void;
  onClose: () => void;
}

/** Asks whether to continue an existing application for the same visa, with the new travel date. */
export default function StartedBefore(props: StartedBeforeProps) {
  const { request, newDate, newPrice, open, onStartAnother, onClose } = props;
  const { visaRequestId, visaReferenceNo, travelDate, totalPrice } = request;
  const navigate = useNavigate();
  const hasLeft = useHasLeft();
  const { problem, isBusy, attempt, clear } = useAttempt();
  const isOtherDate = travelDate !== newDate;

  const changeDate = async () => {
    const variables = { input: { visaRequestId, travelDate: newDate } };
    return findProblem(await client.mutate({ mutation: ChangeTravelDateDocument, variables }));
  };
  const continueApplication = async () => {
    const isDone = !isOtherDate || (await attempt(changeDate));
    if (isDone && !hasLeft()) void navigate(paths.visarequest(visaRequestId));
  };
  const close = () => {
    clear();
    onClose();
  };

  return (
    <Dialog open={open} onClose={close} title="You already started an application for this visa">
      <div className="stack-4">
        <p>
          <strong>{visaReferenceNo}</strong> has no applicants yet and is not paid.
        </p>
        {isOtherDate && (
          <p>
            Its travel date is {formatDay(travelDate)}. If you continue it, the date changes to the one you
            just entered: <strong>{formatDay(newDate)}</strong>.
          </p>
        )}
        {totalPrice !== newPrice && (
          <p>
            It keeps the price of the day when you started it: <Price rupees={totalPrice} /> in all, per
            adult. A new one costs <Price rupees={newPrice} />.
          </p>
        )}
        {problem && <InlineAlert>{problem}</InlineAlert>}
        <FormButtons
          cancel="Start another one"
          onCancel={onStartAnother}
          submit="Continue it"
          type="button"
          data-autofocus
          busy={isBusy}
          onClick={() => void continueApplication()}
        />
      </div>
    </Dialog>
  );
}
