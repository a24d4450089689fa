import { type FormEvent, useEffect, useState } from "react";
import { CodeField } from "../auth/CodeField";
import { ResendCode } from "../auth/ResendCode";
import type { SentCode } from "../auth/storedLoginStep";
import { useSendCode } from "../auth/useSendCode";
import { useStepProblem } from "../auth/useStepProblem";
import { Button } from "../components/Button";
import { ButtonGroup } from "../components/ButtonGroup";
import { useToast } from "../components/feedback/ToastProvider";
import styles from "../components/Section.module.css";
import { errorMessage } from "../lib/errorMessage";
import { useCreateAccountExportMutation } from "./operations.generated";

/** Downloads all data stored about the account. Requires a new code, so a stolen session is not enough. */
export function DownloadData({ phoneNumber }: { phoneNumber: string }) {
  const [sent, setSent] = useState<SentCode>();
  const [otp, setOtp] = useState("");
  const { sendCode, isSending } = useSendCode();
  const [createExport, { loading }] = useCreateAccountExportMutation();
  const { input, refuse, refuseOffline, clear, alert, fieldError } = useStepProblem();
  const toast = useToast();

  useEffect(() => {
    if (sent) input.current?.focus();
  }, [input, sent]);

  const begin = async () => {
    clear();
    setOtp("");
    const sending = await sendCode(phoneNumber);
    if ("sent" in sending) setSent(sending.sent);
    else refuse(sending.problem);
  };

  const download = async (event: FormEvent) => {
    event.preventDefault();
    if (loading || !sent) return;
    const code = otp.replace(/\s/g, "");
    if (!code) return refuse("Please enter the code", { atField: true });
    if (refuseOffline()) return;
    clear();
    try {
      const { data } = await createExport({ variables: { input: { otp: code, handle: sent.handle } } });
      const response = data?.createAccountExport;
      if (!response?.accountExport)
        return refuse(response?.userErrors[0]?.message ?? "Please try again", { atField: true });
      const link = document.createElement("a");
      link.href = response.accountExport.url;
      link.download = "";
      link.click();
      setSent(undefined);
      toast.success("Your download has started");
    } catch (error) {
      refuse(errorMessage(error));
    }
  };

  return (
    <div className={styles["row"]}>
      <p>
        Everything that we keep about you in one ZIP file: your profile, applications, payments, all files,
        and who opened them.
      </p>
      {alert}
      {sent ? (
        <form noValidate className={styles["row"]} onSubmit={(event) => void download(event)}>
          <p>
            To make sure that it is you, we sent a code to{" "}
            <strong className="numbers">{sent.phoneNumber}</strong>.
          </p>
          <CodeField id="download-otp" error={fieldError} inputRef={input} otp={otp} onChange={setOtp} />
          <ResendCode
            sent={sent}
            onResent={(again) => {
              clear();
              setSent(again);
            }}
            onFailed={refuse}
          />
          <ButtonGroup>
            <Button
              variant="secondary"
              onClick={() => {
                clear();
                setSent(undefined);
              }}
            >
              Cancel
            </Button>
            <Button type="submit" busy={loading}>
              Download
            </Button>
          </ButtonGroup>
        </form>
      ) : (
        <Button variant="secondary" busy={isSending} onClick={() => void begin()}>
          Download my data
        </Button>
      )}
    </div>
  );
}
