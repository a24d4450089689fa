import type { TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { createContext, use, useState } from "react";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorCode, errorMessage, payloadOf } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { type FormViolation, noViolations, useFocusOnInvalid, useViolations } from "../../lib/useViolations";
import { StaffCaseDocument, type StaffCasePartsFragment, type StaffCaseQuery } from "./operations.generated";

interface CasePayload {
  staffCase?: StaffCaseQuery["staffVisaRequest"];
  userErrors: FormViolation[];
}

export interface CaseAction<Input> {
  document: TypedDocumentNode<Record<string, CasePayload>, { input: Input }>;
  input: Input;
  done: string | ((staffCase: StaffCasePartsFragment) => string);
}

/** Runs a change. Returns the violations to show; empty if it succeeded. */
export type RunAction = <Input>(action: CaseAction<Input>) => Promise<FormViolation[]>;

interface CaseContextValue {
  staffCase: StaffCasePartsFragment;
  run: RunAction;
  /** Refetches the case, which also renews its signed URLs. */
  reload: () => Promise<void>;
}

export const CaseContext = createContext<CaseContextValue | undefined>(undefined);

export function useCase(): CaseContextValue {
  const value = use(CaseContext);
  if (!value) throw new Error("useCase needs a CaseContext above it");
  return value;
}

const staleCodes = ["INVALID_STATE", "CONFLICT", "NOT_FOUND"];
/** True if the displayed case is outdated, e.g. because another staff member was faster. */
const isStale = ({ code }: FormViolation) => code !== undefined && staleCodes.includes(code);

/**
 * Returns a function that runs actions on a case. The response replaces the displayed case. After a refusal the case is
 * reloaded, because it may have changed.
 */
export function useRunAction(visaRequestId: string, reload: () => Promise<void>): RunAction {
  const client = useApolloClient();
  const toast = useToast();
  return async ({ document, input, done }) => {
    if (isOffline()) return [{ message: offlineText }];
    const { staffCase, userErrors } = await client
      .mutate({ mutation: document, variables: { input } })
      .then(payloadOf<CasePayload>)
      .catch((error: unknown) => ({ staffCase: undefined, userErrors: [toViolation(error)] }));
    if (userErrors.length > 0) {
      const stale = userErrors.find(isStale);
      if (stale) toast.error(stale.message);
      // Only the server's refusals have a code; other failures do not show that the case has changed.
      if (userErrors.some(({ code }) => code)) await reload();
      return userErrors;
    }
    if (staffCase)
      client.writeQuery({
        query: StaffCaseDocument,
        variables: { visaRequestId },
        data: { staffVisaRequest: staffCase },
      });
    else void reload();
    toast.success(typeof done === "string" ? done : staffCase ? done(staffCase) : "Done");
    return [];
  };
}

/** Converts a failed call. `NOT_FOUND` means that a file or an applicant was removed after the case was loaded. */
function toViolation(error: unknown): FormViolation {
  const code = errorCode(error);
  if (code !== "NOT_FOUND") return { message: errorMessage(error) };
  return { code, message: "This is no longer there. You see the newest version of the case now" };
}

/** Outcome of an action. "stale" means that the case had changed before the action, which a toast reports. */
export type Outcome = "done" | "refused" | "stale";

/**
 * State of a form about the case: its violations, and whether it is being sent. In a dialog, which covers the toast,
 * the form also shows that the case had changed. A refusal moves the focus to the first invalid input or the summary.
 */
export function useSend({ isInDialog = false, hasSummary = false } = {}) {
  const { run } = useCase();
  const shown = useViolations();
  const [isBusy, setBusy] = useState(false);
  useFocusOnInvalid(hasSummary ? noViolations : shown);

  const send = async <Input>(action: CaseAction<Input>): Promise<Outcome> => {
    setBusy(true);
    const found = await run(action);
    setBusy(false);
    const isCaseStale = found.some(isStale);
    shown.showViolations(isCaseStale && !isInDialog ? [] : found);
    return isCaseStale ? "stale" : found.length > 0 ? "refused" : "done";
  };

  return { ...shown, isBusy, send };
}
