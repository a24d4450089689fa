import { callGraphql } from "../wire/callApi";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";

/** Has a code sent to the number, and reads it: for what a login alone may not do. */
export async function codeFor(server: RunningServer, phoneNumber: string): Promise<string> {
  await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
  return server.readCode(phoneNumber);
}
