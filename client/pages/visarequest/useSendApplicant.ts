import { useRef, useState } from "react";
import { useAnnounce } from "../../components/ToastProvider";
import type { ApplicantDetails } from "../../../server/modules/applicant/applicant.rules";
import type { UserError } from "../../schemaTypes.generated";
import type { ApplicantPartsFragment } from "../visaapplicants/applicantParts.generated";
import { createInput, updateInput, type ApplicantFiles } from "./applicantForm";
import { useCreateVisaApplicantMutation } from "./createVisaApplicant.generated";
import { useUpdateVisaApplicantMutation } from "./updateVisaApplicant.generated";

/** What another applicant changes in the request. */
const staleFields = ["visaApplicants", "noOfApplicants", "netPrice", "serviceFee", "gst", "totalPrice"];

/** How a sending ended. */
export type SendOutcome =
  | { kind: "done" }
  | { kind: "refused"; userErrors: Pick<UserError, "field" | "code" | "message">[] }
  | { kind: "cancelled" }
  | { kind: "failed"; error: unknown };

/** Sends a new applicant, or the changes to one, and tells how far the upload is. */
export function useSendApplicant(given: {
  visaRequestId: string;
  before: ApplicantPartsFragment | undefined;
  idempotencyKey: string;
}) {
  const { visaRequestId, before, idempotencyKey } = given;
  const [progress, setProgress] = useState<number>();
  const [isSending, setSending] = useState(false);
  const aborter = useRef<AbortController>(undefined);
  const announce = useAnnounce();
  const [create] = useCreateVisaApplicantMutation();
  const [update] = useUpdateVisaApplicantMutation();

  const watchProgress = () => {
    let lastQuarter = 0;
    return (fraction: number) => {
      setProgress(fraction);
      const quarter = Math.floor(fraction * 4);
      if (quarter > lastQuarter) announce(`${quarter * 25} percent sent`);
      lastQuarter = quarter;
    };
  };

  const call = async (values: ApplicantDetails, files: ApplicantFiles, signal: AbortSignal) => {
    const context = { signal, onUploadProgress: watchProgress() };
    if (!before) {
      const input = createInput({ visaRequestId, values, files, idempotencyKey });
      const { data } = await create({
        variables: { input },
        context,
        // The list and the totals of the request are read anew when they are shown next, all of them together.
        update: (cache) => {
          const id = cache.identify({ __typename: "VisaRequest", visaRequestId });
          for (const fieldName of staleFields) cache.evict({ id, fieldName });
        },
      });
      return data?.createVisaApplicant;
    }
    const input = updateInput({ before, values, files });
    if (!input) return { visaApplicant: before, userErrors: [] };
    const { data } = await update({ variables: { input }, context });
    return data?.updateVisaApplicant;
  };

  const send = async (values: ApplicantDetails, files: ApplicantFiles): Promise<SendOutcome> => {
    aborter.current = new AbortController();
    const { signal } = aborter.current;
    setProgress(undefined);
    setSending(true);
    try {
      const answer = await call(values, files, signal);
      if (answer?.visaApplicant) return { kind: "done" };
      return { kind: "refused", userErrors: answer?.userErrors ?? [] };
    } catch (error) {
      return signal.aborted ? { kind: "cancelled" } : { kind: "failed", error };
    } finally {
      setSending(false);
    }
  };

  return { send, cancel: () => aborter.current?.abort(), isSending, progress };
}
