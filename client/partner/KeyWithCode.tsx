import { type ReactNode, useState } from "react";
import { OwnCodeForm } from "../auth/CodeForm";
import { getSession } from "../auth/session";
import { useOwnCode } from "../auth/useSendCode";
import { InlineAlert } from "../components/feedback/InlineAlert";
import { DialogForm } from "../components/form/DialogForm";
import type { FormViolation } from "../lib/useViolations";
import { ShownKey } from "./ShownKey";

interface Proof {
  otp: string;
  handle: string | null;
}

interface MadeKey {
  secret: string | null;
  userErrors: readonly FormViolation[];
}

interface KeyWithCodeProps {
  id: string;
  submit: string;
  /** Checks the form before a code is sent for it. */
  isComplete: () => boolean;
  create: (proof: Proof) => Promise<MadeKey | undefined>;
  isBusy: boolean;
  /** Called if the server rejects the form after the code step; the form is then shown again. */
  onRefused: (violations: readonly FormViolation[]) => void;
  onCreated: () => Promise<unknown>;
  onClose: () => void;
  children: ReactNode;
}

/** Creates a key in three steps: a form, a code sent to the user's number, and the new key, which is shown once. */
export function KeyWithCode(props: KeyWithCodeProps) {
  const { id, submit, isComplete, create, isBusy, onRefused, onCreated, onClose, children } = props;
  const { sent, setSent, problem, setProblem, isSending, send } = useOwnCode(getSession()?.mobile ?? "");
  const [isAtCode, setAtCode] = useState(false);
  const [secret, setSecret] = useState<string>();

  const begin = async () => {
    setProblem(undefined);
    if (!isComplete()) return;
    setAtCode(true);
    // Uses the earlier code if there is one, because a rejected or changed form does not use it up.
    if (!sent) await send();
  };

  const finish = async (otp: string) => {
    const made = await create({ otp, handle: sent?.handle ?? null });
    if (made?.secret) {
      setSecret(made.secret);
      await onCreated();
      return undefined;
    }
    const ofCode = made?.userErrors.find(({ field }) => field === "otp");
    if (ofCode || !made) return ofCode?.message;
    setAtCode(false);
    onRefused(made.userErrors);
    return undefined;
  };

  if (secret) return <ShownKey secret={secret} address="/graphql" onClose={onClose} />;
  if (sent && isAtCode)
    return (
      <OwnCodeForm
        id={id}
        className="stack-3"
        sent={sent}
        onResent={setSent}
        isBusy={isBusy}
        onCode={finish}
        submit={submit}
        leave="Back"
        onLeave={() => setAtCode(false)}
      />
    );
  return (
    <DialogForm submit="Continue" onSubmit={begin} onCancel={onClose} isBusy={isSending}>
      {problem && <InlineAlert>{problem}</InlineAlert>}
      {children}
    </DialogForm>
  );
}
