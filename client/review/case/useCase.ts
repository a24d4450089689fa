import type { TypedDocumentNode } from "@apollo/client";
import { useApolloClient } from "@apollo/client/react";
import { createContext, use, useMemo, useState } from "react";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { StaffCaseDocument, type StaffCasePartsFragment, type StaffCaseQuery } from "./operations.generated";

/** What stands against something; `field` is the input's name, null where it is about the whole. */
export interface CaseViolation {
  field?: string | null;
  code?: string;
  message: string;
}

interface CasePayload {
  staffCase?: StaffCaseQuery["staffVisaRequest"];
  userErrors: CaseViolation[];
}

/** One thing to be done to the case: which mutation, and what to say when it went well. */
export interface CaseAction<Data, Input> {
  document: TypedDocumentNode<Data, { input: Input }>;
  input: Input;
  pick: (data: Data) => CasePayload;
  done: string | ((staffCase: StaffCasePartsFragment) => string);
}

/** Does it; the violations that the form has to show, none where it is done. */
export type RunAction = <Data, Input>(action: CaseAction<Data, Input>) => Promise<CaseViolation[]>;

interface CaseInHand {
  staffCase: StaffCasePartsFragment;
  run: RunAction;
  /** Asks for the case anew, and with it for fresh links. */
  reload: () => Promise<void>;
}

/** The case that the page shows, for all its parts. */
export const CaseContext = createContext<CaseInHand | undefined>(undefined);

export function useCase(): CaseInHand {
  const inHand = use(CaseContext);
  if (!inHand) throw new Error("useCase needs a CaseContext above it");
  return inHand;
}

/** Somebody was faster, or the case is not what the page shows: what is shown has to be fetched anew. */
const isStale = ({ code }: CaseViolation) => code === "INVALID_STATE" || code === "CONFLICT";

/** How actions on a case are run: the answer takes the place of what is shown, whatever went wrong is told. */
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
            const overtaken = userErrors.find(isStale);
            if (overtaken) {
              toast.error(overtaken.message);
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

/** How an action ended: done, with violations that the form shows, or the case had changed meanwhile, which a toast tells. */
type Outcome = "done" | "refused" | "overtaken";

/** The state of one form about the case: what is wrong with it, and whether it is on its way. */
export function useSend() {
  const { run } = useCase();
  const [{ violations, attempt }, setRefusal] = useState<{ violations: CaseViolation[]; attempt: number }>({
    violations: [],
    attempt: 0,
  });
  const [isBusy, setBusy] = useState(false);
  const refuse = (found: CaseViolation[]) =>
    setRefusal((present) => ({ violations: found, attempt: present.attempt + 1 }));

  const send = async <Data, Input>(action: CaseAction<Data, Input>): Promise<Outcome> => {
    setBusy(true);
    const found = await run(action);
    setBusy(false);
    const isOvertaken = found.some(isStale);
    refuse(isOvertaken ? [] : found);
    return isOvertaken ? "overtaken" : found.length > 0 ? "refused" : "done";
  };

  return { violations, attempt, isBusy, send, refuse };
}

/** The message that belongs to an input, by the name it has there. */
export function violationOf(violations: CaseViolation[], field: string): string | undefined {
  return violations.find((violation) => violation.field === field)?.message;
}

/** The messages that belong to none of these inputs, for the head of the form. */
export function otherViolations(violations: CaseViolation[], fields: readonly string[]): CaseViolation[] {
  return violations.filter(({ field }) => !field || !fields.includes(field));
}
