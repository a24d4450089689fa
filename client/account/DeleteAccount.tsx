import { useState } from "react";
import { cannotEraseReason } from "../../server/modules/account/account.rules";
import { type SentCode, sentNow } from "../auth/storedLoginStep";
import { useRequestOtpMutation } from "../auth/operations.generated";
import { Button, ButtonLink } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { LoadFailure } from "../components/feedback/LoadFailure";
import { LoadingRegion, Skeleton } from "../components/feedback/Skeleton";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { isOffline, offlineText } from "../lib/online";
import { paths } from "../paths";
import { DeleteCode } from "./DeleteCode";
import { useErasureBlockersQuery } from "./operations.generated";

interface DeleteAccountProps {
  phoneNumber: string;
  onKeep: () => void;
  onErased: () => void;
}

/** What goes and what stays, then the code. Says first where an open application is in the way. */
export function DeleteAccount({ phoneNumber, onKeep, onErased }: DeleteAccountProps) {
  const { data, error, refetch } = useErasureBlockersQuery({ fetchPolicy: "network-only" });
  const [requestOtp, { loading }] = useRequestOtpMutation();
  const [sent, setSent] = useState<SentCode>();
  const [problem, setProblem] = useState<string>();
  const [lateRefusal, setLateRefusal] = useState<string>();

  const sendCode = async () => {
    if (isOffline()) return setProblem(offlineText);
    setProblem(undefined);
    try {
      const response = (await requestOtp({ variables: { input: { phoneNumber } } })).data?.requestOtp;
      const [userError] = response?.userErrors ?? [];
      if (userError) return setProblem(userError.message);
      if (response?.sent) setSent(sentNow(phoneNumber, response.resendInSeconds));
    } catch (failure) {
      setProblem(errorMessage(failure));
    }
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
        <div className={styles["actions"]}>
          <Button variant="secondary" onClick={onKeep}>
            Close
          </Button>
          <ButtonLink to={paths.applications()}>All applications</ButtonLink>
        </div>
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
      <div className={styles["actions"]}>
        <Button variant="secondary" onClick={onKeep}>
          Keep my account
        </Button>
        <Button data-autofocus busy={loading} onClick={() => void sendCode()}>
          Send code
        </Button>
      </div>
    </div>
  );
}
