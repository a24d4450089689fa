import { client } from "../../auth/apolloClient";
import type { ApplyIntent } from "../../auth/pending";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { paths } from "../../paths";
import { CreateVisaRequestDocument } from "./operations.generated";
import type { StartedRequest } from "./StartedBefore";

/**
 * The path of the new application's page, an existing application, an error message, or that the session is missing.
 */
type Outcome =
  | { to: string }
  | { started: StartedRequest }
  | { failure: string; error?: unknown }
  | { isLoggedOut: true };

/**
 * Creates an application; `failed` is the default error message. With `unlessStarted`, returns an existing application
 * without applicants instead, if there is one. Kept in a separate module, because the page itself works without Apollo.
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
    if (response?.visaRequest)
      return { to: paths.visarequest(response.visaRequest.visaRequestId, { step: "travellers" }) };
    if (response?.started) {
      // Loads the dialog that the page shows next, so that a failed import is reported here.
      await import("./StartedBefore");
      return { started: response.started };
    }
    return { failure: response?.userErrors[0]?.message ?? failed };
  } catch (error) {
    if (errorCode(error) === "UNAUTHENTICATED") return { isLoggedOut: true };
    return { failure: failureText(error, failed), error };
  }
}

function failureText(error: unknown, failed: string): string {
  const code = errorCode(error);
  if (code === "RATE_LIMITED") return errorMessage(error);
  if (code === "NOT_FOUND") return "We no longer offer this visa. Please choose another one.";
  return code ? failed : `${failed} (${errorMessage(error)})`;
}
