import { useRef, useState } from "react";
import type { UploadContext } from "../../apollo/uploadLink";
import { useAnnounce } from "../../components/feedback/ToastProvider";
import type { UserError } from "../../schemaTypes.generated";

type Refusal = Pick<UserError, "field" | "code" | "message">;

export type SendOutcome =
  | { kind: "done" }
  | { kind: "refused"; userErrors: Refusal[] }
  | { kind: "cancelled" }
  | { kind: "failed"; error: unknown };

/** The result of a call: the updated applicant, or errors to correct. */
export type SendResponse = { visaApplicant?: object | null; userErrors: Refusal[] } | null | undefined;

export function useUpload() {
  const [progress, setProgress] = useState<number>();
  const [isSending, setSending] = useState(false);
  const aborter = useRef<AbortController>(undefined);
  const announce = useAnnounce();

  const watchProgress = () => {
    let lastQuarter = 0;
    return (fraction: number) => {
      setProgress(fraction);
      const quarter = Math.floor(fraction * 4);
      if (quarter > lastQuarter) announce(`${quarter * 25} percent sent`);
      lastQuarter = quarter;
    };
  };

  const run = async (call: (context: UploadContext) => Promise<SendResponse>): Promise<SendOutcome> => {
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setProgress(undefined);
    setSending(true);
    try {
      const response = await call({ signal, onUploadProgress: watchProgress() });
      if (response?.visaApplicant) return { kind: "done" };
      return { kind: "refused", userErrors: response?.userErrors ?? [] };
    } catch (error) {
      return signal.aborted ? { kind: "cancelled" } : { kind: "failed", error };
    } finally {
      setSending(false);
    }
  };

  return { run, cancel: () => aborter.current?.abort(), isSending, progress };
}
