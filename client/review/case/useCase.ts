import type { TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { createContext, use, useMemo, useState } from "react";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { StaffCaseDocument, type StaffCasePartsFragment, type StaffCaseQuery } from "./operations.generated";

/** A violation; `field` is the input's name, or null if it concerns the whole. */
export interface CaseViolation {
  field?: string | null;
  code?: string;
  message: string;
}

interface CasePayload {
  staffCase?: StaffCaseQuery["staffVisaRequest"];
  userErrors: CaseViolation[];
}

/** A change of the case: its mutation, and the message after success. */
export interface CaseAction<Data, Input> {
  document: TypedDocumentNode<Data, { input: Input }>;
  input: Input;
  pick: (data: Data) => CasePayload;
  done: string | ((staffCase: StaffCasePartsFragment) => string);
}

/** Runs a change. Returns the violations to show; empty if it succeeded. */
export type RunAction = <Data, Input>(action: CaseAction<Data, Input>) => Promise<CaseViolation[]>;

interface CaseContextValue {
  staffCase: StaffCasePartsFragment;
  run: RunAction;
  /** Refetches the case, which also renews its links. */
  reload: () => Promise<void>;
}

export const CaseContext = createContext<CaseContextValue | undefined>(undefined);

export function useCase(): CaseContextValue {
  const value = use(CaseContext);
  if (!value) throw new Error("useCase needs a CaseContext above it");
  return value;
}

/** True if the displayed case is outdated, e.g. because another staff member was faster. */
const isStale = ({ code }: CaseViolation) => code === "INVALID_STATE" || code === "CONFLICT";

/** Returns a function that runs actions on a case. The response replaces the displayed case. */
export function useRunAction(visaRequestId: string, reload: () => Promise<void>): RunAction {
  const client = useApolloClient();
  const toast = useToast();
  return useMemo<RunAction>(
    () =>
      async ({ document, input, pick, done }) => {
        if (isOffline()) return [{ message: offlineText }];
        try {
          const { data } = await client.mutate({ mutation: document, variables: { input } });
          if (!data) throw new Error("The server sent no response. Please try again.");
          const { staffCase, userErrors } = pick(data);
          if (userErrors.length > 0) {
            const stale = userErrors.find(isStale);
            if (stale) {
              toast.error(stale.message);
              void reload();
            }
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
        } catch (error) {
          return [{ message: errorMessage(error) }];
        }
      },
    [client, toast, visaRequestId, reload],
  );
}

/** Outcome of an action. "stale": the case had changed in the meantime, which a toast reports. */
type Outcome = "done" | "refused" | "stale";

/** State of a form about the case: its violations, and whether it is being sent. */
export function useSend() {
  const { run } = useCase();
  const [{ violations, attempt }, setShown] = useState<{ violations: CaseViolation[]; attempt: number }>({
    violations: [],
    attempt: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const showViolations = (found: CaseViolation[]) =>
    setShown((present) => ({ violations: found, attempt: present.attempt + 1 }));

  const send = async <Data, Input>(action: CaseAction<Data, Input>): Promise<Outcome> => {
    setBusy(true);
    const found = await run(action);
    setBusy(false);
    const isCaseStale = found.some(isStale);
    showViolations(isCaseStale ? [] : found);
    return isCaseStale ? "stale" : found.length > 0 ? "refused" : "done";
  };

  return { violations, attempt, isBusy, send, showViolations };
}

export function findViolation(violations: CaseViolation[], field: string): string | undefined {
  return violations.find((violation) => violation.field === field)?.message;
}

/** Returns violations of other inputs, to show above the form. */
export function otherViolations(violations: CaseViolation[], fields: readonly string[]): CaseViolation[] {
  return violations.filter(({ field }) => !field || !fields.includes(field));
}
