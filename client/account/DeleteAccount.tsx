import { useState } from "react";
import { cannotEraseReason } from "../../server/modules/account/account.rules";
import type { SentCode } from "../auth/storedLoginStep";
import { useSendCode } from "../auth/useSendCode";
import { Button, ButtonLink } from "../components/Button";
import { ButtonGroup } from "../components/ButtonGroup";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { LoadFailure } from "../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../components/feedback/Skeleton";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { paths } from "../paths";
import { DeleteCode } from "./DeleteCode";
import { useErasureBlockersQuery } from "./operations.generated";

interface DeleteAccountProps {
  phoneNumber: string;
  onKeep: () => void;
  onErased: () => void;
}

/**
 * Explains what is deleted and what is retained, then asks for the code. Open applications block deletion and
 * are listed first.
 */
export function DeleteAccount({ phoneNumber, onKeep, onErased }: DeleteAccountProps) {
  const { data, error, refetch } = useErasureBlockersQuery({ fetchPolicy: "network-only" });
  const { sendCode, isSending } = useSendCode();
  const [sent, setSent] = useState<SentCode>();
  const [problem, setProblem] = useState<string>();
  const [lateRefusal, setLateRefusal] = useState<string>();

  const send = async () => {
    setProblem(undefined);
    const sending = await sendCode(phoneNumber);
    if ("sent" in sending) setSent(sending.sent);
    else setProblem(sending.problem);
  };

  if (error && !data)
    return (
      <LoadFailure message={errorMessage(error)} onRetry={() => void refetch().catch(() => undefined)} />
    );
  if (!data)
    return (
      <LoadingRegion className={styles["dialog"]}>
        <Skeleton height={160} />
      </LoadingRegion>
    );
  const refusal = lateRefusal ?? cannotEraseReason(data.me?.erasureBlockedBy ?? []);
  if (refusal)
    return (
      <div className={styles["dialog"]}>
        <InlineAlert tone="warning">{refusal}.</InlineAlert>
        <ButtonGroup>
          <Button variant="secondary" onClick={onKeep}>
            Close
          </Button>
          <ButtonLink to={paths.applications()}>All applications</ButtonLink>
        </ButtonGroup>
      </div>
    );
  if (sent)
    return (
      <DeleteCode
        sent={sent}
        onResent={setSent}
        onKeep={onKeep}
        onErased={onErased}
        onRefused={setLateRefusal}
      />
    );
  return (
    <div className={styles["dialog"]}>
      <h3>What is deleted for good</h3>
      <ul>
        <li>Your name, mobile number and e-mail address.</li>
        <li>
          All travellers with their passports, photos, documents and visas. Save any visa that you still need.
        </li>
        <li>Unpaid applications, and your login on all devices.</li>
      </ul>
      <h3>What we keep, as the law requires</h3>
      <ul>
        <li>What was paid, when, and for which reference number, without a name.</li>
        <li>A log of who opened or changed what, without names or documents.</li>
      </ul>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <p>
        To make sure that it is you, we send a code to <strong className="numbers">{phoneNumber}</strong>.
      </p>
      <ButtonGroup>
        <Button variant="secondary" onClick={onKeep}>
          Keep my account
        </Button>
        <Button data-autofocus busy={isSending} onClick={() => void send()}>
          Send code
        </Button>
      </ButtonGroup>
    </div>
  );
}
