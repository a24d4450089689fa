import { useState } from "react";
import type { UploadContext } from "../../apollo/uploadLink";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorCode } from "../../lib/errorMessage";
import { createInput, type FilledForm, updateInput } from "../form/applicantForm";
import type { SendFailure } from "../form/SendingState";
import { useUpload, type SendResponse, type SendOutcome } from "../form/useUpload";
import type { ApplicantPartsFragment } from "../operations.generated";
import { useCreateVisaApplicantMutation, useUpdateVisaApplicantMutation } from "./operations.generated";

/** Fields of the request that change with its applicants. */
const staleFields = ["visaApplicants", "noOfApplicants", "netPrice", "serviceFee", "gst", "totalPrice"];

/** Shown on another page if the traveller has left the wizard. */
const notSentText = "We could not send your application. Open it again to retry.";

const closedForNew =
  "This application was paid or cancelled in the meantime, so this applicant was not added. Start another application to apply for them.";
const closedForChanges =
  "This application was paid or cancelled in the meantime, so your changes were not saved.";
const removedApplicant = "This applicant was removed in the meantime, so your changes were not saved.";
const removedRequest = "This application was removed in the meantime, so this applicant was not added.";

type UserErrors = Extract<SendOutcome, { kind: "refused" }>["userErrors"];

/** Returns why another attempt would fail too; undefined if it may succeed. */
function findFinalReason(outcome: SendOutcome, isNew: boolean): string | undefined {
  if (outcome.kind === "refused" && outcome.userErrors.some(({ code }) => code === "INVALID_STATE"))
    return isNew ? closedForNew : closedForChanges;
  if (outcome.kind === "failed" && errorCode(outcome.error) === "NOT_FOUND")
    return isNew ? removedRequest : removedApplicant;
  return undefined;
}

export function useSendApplicant(given: {
  visaRequestId: string;
  before: ApplicantPartsFragment | undefined;
  idempotencyKey: string;
  hasLeft: () => boolean;
  onDone: () => Promise<unknown>;
  /** Called if changes were not confirmed, so that the displayed applicant may be outdated. */
  onStale: () => void;
  /** Returns the failure to show if the errors are not shown at fields. */
  onRefused: (userErrors: UserErrors) => Promise<SendFailure | undefined>;
}) {
  const { visaRequestId, before, idempotencyKey, hasLeft, onDone, onStale, onRefused } = given;
  const { run, ...upload } = useUpload();
  const toast = useToast();
  const [failure, setFailure] = useState<SendFailure>();
  const [create] = useCreateVisaApplicantMutation();
  const [update] = useUpdateVisaApplicantMutation();

  const call = async (filled: FilledForm, context: UploadContext): Promise<SendResponse> => {
    if (!before) {
      const input = createInput({ visaRequestId, ...filled, idempotencyKey });
      const { data } = await create({
        variables: { input },
        context: { ...context },
        // Evicts these fields together, so that the request's applicants and totals stay consistent. Evicts nothing
        // after a refusal, because refetching a closed request would replace the form and its message.
        update: (cache, { data: sent }) => {
          if (!sent?.createVisaApplicant.visaApplicant) return;
          const id = cache.identify({ __typename: "VisaRequest", visaRequestId });
          for (const fieldName of staleFields) cache.evict({ id, fieldName });
        },
      });
      return data?.createVisaApplicant;
    }
    const input = updateInput({ before, ...filled });
    if (!input) return { visaApplicant: before, userErrors: [] };
    const { data } = await update({ variables: { input }, context: { ...context } });
    return data?.updateVisaApplicant;
  };

  const send = async (filled: FilledForm) => {
    if (!navigator.onLine) return setFailure({ kind: "offline" });
    setFailure(undefined);
    const outcome = await run((context) => call(filled, context));
    if (outcome.kind === "done") return void (await onDone());
    const reason = findFinalReason(outcome, !before);
    if (hasLeft()) return toast.error(reason ?? notSentText);
    if (reason) return setFailure({ kind: "gone", message: reason });
    // Reloads, because this call or an earlier one may have reached the server although its response was lost.
    if (before) onStale();
    setFailure(outcome.kind === "refused" ? await onRefused(outcome.userErrors) : outcome);
  };

  return { ...upload, send, failure, clearFailure: () => setFailure(undefined) };
}
