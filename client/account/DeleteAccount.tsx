import { useRef, useState } from "react";
import { cannotEraseReason } from "../../server/modules/account/account.rules";
import { OwnCodeForm } from "../auth/CodeForm";
import type { SentCode } from "../auth/storedLoginStep";
import { useOwnCode } from "../auth/useSendCode";
import { codeRefused } from "../auth/useStepProblem";
import { Button, ButtonGroup, ButtonLink } from "../components/Button";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { FormButtons } from "../components/form/FormButtons";
import { Skeleton } from "../components/feedback/Skeleton";
import styles from "../components/Section.module.css";
import { errorCode, hasNoResponse } from "../lib/errorMessage";
import { paths } from "../paths";
import { Pending } from "../components/feedback/PageFailure";
import { useEraseAccountMutation, useErasureBlockersQuery } from "./operations.generated";

interface DeleteAccountProps {
  phoneNumber: string;
  onKeep: () => void;
  onErased: () => void;
}

/** Explains what is deleted, then asks for the code. If applications block the deletion, says so instead. */
export function DeleteAccount({ phoneNumber, onKeep, onErased }: DeleteAccountProps) {
  const { data, error, refetch } = useErasureBlockersQuery({ fetchPolicy: "network-only" });
  const { sent, setSent, problem, isSending, send } = useOwnCode(phoneNumber);
  const [lateRefusal, setLateRefusal] = useState<string>();

  if (!data)
    return (
      <Pending error={error} refetch={refetch} className={`stack-3 ${styles["dialog"]}`}>
        <Skeleton height={160} />
      </Pending>
    );
  const refusal = lateRefusal ?? cannotEraseReason(data.me?.erasureBlockedBy ?? []);
  if (refusal)
    return (
      <div className={`stack-3 ${styles["dialog"]}`}>
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
    <div className={`stack-3 ${styles["dialog"]}`}>
      <Consequences />
      {problem && <InlineAlert>{problem}</InlineAlert>}
      <p>
        To make sure that it is you, we send a code to <strong className="numbers">{phoneNumber}</strong>.
      </p>
      <FormButtons
        cancel="Keep my account"
        onCancel={onKeep}
        submit="Send code"
        type="button"
        data-autofocus
        busy={isSending}
        onClick={() => void send()}
      />
    </div>
  );
}

function Consequences() {
  return (
    <>
      <h3>What is deleted for good</h3>
      <ul className="bullets">
        <li>Your name, mobile number and e-mail address.</li>
        <li>
          All applicants with their passports, photos, documents and visas. Save any visa that you still need.
        </li>
        <li>Unpaid applications, and your login on all devices.</li>
      </ul>
      <h3>What we keep, as the law requires</h3>
      <ul className="bullets">
        <li>What was paid, when, and for which reference number, without a name.</li>
        <li>A log of who opened or changed what, without names or documents.</li>
      </ul>
    </>
  );
}

interface DeleteCodeProps extends Pick<DeleteAccountProps, "onKeep" | "onErased"> {
  sent: SentCode;
  onResent: (sent: SentCode) => void;
  /** Called if an application has begun to block the deletion since the code was requested. */
  onRefused: (message: string) => void;
}

function DeleteCode({ sent, onResent, onKeep, onErased, onRefused }: DeleteCodeProps) {
  const [eraseAccount, { loading }] = useEraseAccountMutation();
  /** True after a lost response: the call may have erased the account and its sessions. */
  const mayBeErased = useRef(false);

  const send = async (otp: string) => {
    const variables = { input: { otp, handle: sent.handle } };
    const context = { keepsSession: mayBeErased.current };
    try {
      return (await eraseAccount({ variables, context })).data?.eraseAccount;
    } catch (error) {
      if (mayBeErased.current && errorCode(error) === "UNAUTHENTICATED")
        return { erased: true, userErrors: [] };
      mayBeErased.current ||= hasNoResponse(error);
      throw error;
    }
  };
  const erase = async (otp: string) => {
    const response = await send(otp);
    const userError = response?.userErrors[0];
    if (response?.erased) onErased();
    else if (userError?.code === "INVALID_STATE") onRefused(userError.message);
    else return userError?.message ?? codeRefused;
    return undefined;
  };

  return (
    <OwnCodeForm
      id="delete-otp"
      className={`stack-3 ${styles["dialog"]}`}
      sent={sent}
      onResent={onResent}
      isBusy={loading}
      onCode={erase}
      intro={
        <p>
          Code sent to <strong className="numbers">{sent.phoneNumber}</strong>. Once you enter it, your
          account is deleted. This cannot be undone.
        </p>
      }
      submit="Delete my account"
      variant="danger"
      leave="Keep my account"
      onLeave={onKeep}
    />
  );
}
