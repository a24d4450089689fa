import { client } from "../../auth/apolloClient";
import type { ApplyIntent } from "../../auth/pending";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { CreateVisaRequestDocument } from "./operations.generated";
import type { StartedRequest } from "./StartedBefore";

/** The application, one that was started before, what to tell the visitor, or that there is no session any more. */
type Outcome =
  | { visaRequestId: string }
  | { started: StartedRequest }
  | { failure: string }
  | { isLoggedOut: true };

/**
 * Starts an application; `failed` says that it could not. With `unlessStarted`, one without an applicant is returned
 * instead. Apart from the page, which is only read by most and does without
 * Apollo.
 */
export async function createVisaRequest(
  intent: ApplyIntent,
  options: { failed: string; unlessStarted: boolean },
): Promise<Outcome> {
  const { failed, unlessStarted } = options;
  try {
    const { data } = await client.mutate({
      mutation: CreateVisaRequestDocument,
      variables: { input: { ...intent, unlessStarted } },
    });
    const response = data?.createVisaRequest;
    if (response?.visaRequest) return { visaRequestId: response.visaRequest.visaRequestId };
    if (response?.started) {
      // The page shows it next; if it does not load, this fails here.
      await import("./StartedBefore");
      return { started: response.started };
    }
    return { failure: response?.userErrors[0]?.message ?? failed };
  } catch (error) {
    if (errorCode(error) === "UNAUTHENTICATED") return { isLoggedOut: true };
    return { failure: failureText(error, failed) };
  }
}

function failureText(error: unknown, failed: string): string {
  const code = errorCode(error);
  if (code === "RATE_LIMITED") return errorMessage(error);
  return code ? failed : `${failed} (${errorMessage(error)})`;
}
