import { logFailure } from "../lib/logFailure";
import { acceptGraphql, readResponse } from "../transport/readResponse";
import { sendJson } from "../transport/sendJson";
import type { PublicQuestion } from "./PublicData";

/** Queries the server without a session, because public data needs none. */
export async function askServer(question: PublicQuestion): Promise<unknown> {
  try {
    const response = await sendJson({
      uri: "/graphql",
      headers: { accept: acceptGraphql },
      body: JSON.stringify(question),
    });
    const { data, errors } = readResponse(response);
    if (errors?.[0]) throw new Error(errors[0].message);
    return data;
  } catch (error) {
    logFailure([question.operationName, ...Object.values(question.variables)].join(" "), error);
    throw error;
  }
}
