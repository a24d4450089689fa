import { useEffect, useState } from "react";
import { Button } from "../../components/Button";
import { InlineAlerts } from "../../components/feedback/InlineAlert";
import { formatTime } from "../../lib/days";
import { useSend } from "../case/useCase";
import { TakeBackApprovalDocument } from "./operations.generated";

interface TakeBackProps {
  visaApplicantId: string;
  toldAt: string;
  mayTakeBack: boolean;
  /** Called after the approval has been taken back, when this component no longer exists. */
  onDone: () => void;
}

/** An approval that the traveller has not been notified of, with a button to take it back. */
export function TakeBack({ visaApplicantId, toldAt, mayTakeBack, onDone }: TakeBackProps) {
  const { violations, isBusy, send } = useSend();
  const isOver = useIsPast(toldAt);
  if (isOver) return null;

  const takeBack = async () => {
    const outcome = await send({
      document: TakeBackApprovalDocument,
      input: { visaApplicantId },
      done: "The approval was taken back",
    });
    if (outcome === "done") onDone();
  };

  return (
    <>
      <p>Approved, and shown on the traveller’s page. SMS and e-mail go out at {formatTime(toldAt)}.</p>
      <InlineAlerts of={violations} />
      {mayTakeBack && (
        <Button variant="secondary" className="start" busy={isBusy} onClick={() => void takeBack()}>
          Take back
        </Button>
      )}
    </>
  );
}

function useIsPast(moment: string): boolean {
  const [isPast, setPast] = useState(false);
  useEffect(() => {
    setPast(false);
    const timer = setTimeout(() => setPast(true), new Date(moment).getTime() - Date.now());
    return () => clearTimeout(timer);
  }, [moment]);
  return isPast;
}
