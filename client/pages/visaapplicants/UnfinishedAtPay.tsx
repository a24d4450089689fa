import { type UnfinishedDraft, unfinishedText } from "../../applicant/draft/useUnfinishedDrafts";
import { Button, ButtonGroup, ButtonLink } from "../../components/Button";
import { Dialog } from "../../components/dialog/Dialog";
import { paths } from "../../paths";

interface UnfinishedAtPayProps {
  draft: UnfinishedDraft | undefined;
  open: boolean;
  onClose: () => void;
  onPay: () => void;
}

/** Asks for confirmation of a payment without an applicant whose details are unfinished on this device. */
export function UnfinishedAtPay({ draft, open, onClose, onPay }: UnfinishedAtPayProps) {
  if (!draft) return null;
  const name = draft.firstName || "this applicant";
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={`${draft.firstName || "One applicant"} is not in this payment`}
    >
      <div className="stack-4">
        <p>
          {unfinishedText(draft, false)}. After payment nobody can be added to this application, and these
          details are deleted from this device.
        </p>
        <ButtonGroup>
          <Button variant="secondary" onClick={onPay}>
            Pay without {name}
          </Button>
          <ButtonLink to={paths.visarequest(draft.visaRequestId)}>Finish {name} first</ButtonLink>
        </ButtonGroup>
      </div>
    </Dialog>
  );
}
