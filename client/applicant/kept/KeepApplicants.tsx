import { useState } from "react";
import { Button, ButtonGroup } from "../../components/Button";
import card from "../../components/Card.module.css";
import { InlineAlert } from "../../components/feedback/InlineAlert";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorMessage } from "../../lib/errorMessage";
import { useKeptApplicants } from "./useKeptApplicants";

interface KeepApplicantsProps {
  request: {
    visaRequestId: string;
    visaApplicants: readonly { visaApplicantId: string; firstName: string }[];
  };
}

/** Asks after a payment whether to keep applicants who are not kept yet, unless the traveller has declined before. */
export function KeepApplicants({ request: { visaRequestId, visaApplicants } }: KeepApplicantsProps) {
  const { kept, keep, forget } = useKeptApplicants();
  const [busy, setBusy] = useState<"keep" | "decline">();
  const [problem, setProblem] = useState<string>();
  const toast = useToast();
  const isKept = (id: string) => kept?.applicants.some((one) => one.visaApplicantId === id);
  const others = visaApplicants.filter(({ visaApplicantId }) => !isKept(visaApplicantId));
  if (!kept || kept.isOn === false || others.length === 0) return null;

  const answer = async (what: "keep" | "decline") => {
    setBusy(what);
    const message = await (what === "keep" ? keep(visaRequestId) : forget()).catch(errorMessage);
    setBusy(undefined);
    setProblem(message);
    if (!message && what === "keep") toast.success("Kept for your next application");
  };
  const names = new Intl.ListFormat("en").format(others.map(({ firstName }) => firstName));

  return (
    <section className={`no-print stack-3 ${card["card"]}`} aria-labelledby="keep-applicants">
      <h2 id="keep-applicants">Keep {names} for your next application?</h2>
      <p>Next time you only add what is new. You can delete them at any time in your profile.</p>
      <p className="small">{kept.consentText}</p>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <ButtonGroup kind="page">
        <Button busy={busy === "keep"} disabled={Boolean(busy)} onClick={() => void answer("keep")}>
          Keep for next time
        </Button>
        {kept.isOn === null && (
          <Button
            variant="secondary"
            busy={busy === "decline"}
            disabled={Boolean(busy)}
            onClick={() => void answer("decline")}
          >
            No, thanks
          </Button>
        )}
      </ButtonGroup>
    </section>
  );
}
