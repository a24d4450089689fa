import { client } from "../../auth/apolloClient";
import type { ApplyIntent } from "../../auth/pending";
import { errorCode, errorMessage } from "../../lib/errorMessage";
import { CreateVisaRequestDocument } from "./operations.generated";

/** What came of it: the application, what to tell the visitor, or that there is no session any more. */
type Outcome = { visaRequestId: string } | { failure: string } | { isLoggedOut: true };

/**
 * Starts an application; `failed` says that it could not. Apart from the page, which is only read by most and does without
 * Apollo.
 */
export async function createVisaRequest(intent: ApplyIntent, failed: string): Promise<Outcome> {
  try {
    const { data } = await client.mutate({
      mutation: CreateVisaRequestDocument,
      variables: { input: intent },
    });
    const response = data?.createVisaRequest;
    if (response?.visaRequest) return { visaRequestId: response.visaRequest.visaRequestId };
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
