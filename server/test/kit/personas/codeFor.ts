import { editDatabase } from "../data/editDatabase";
import { callGraphql } from "../wire/callApi";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "./traveller";

/** Requests a code for the number and returns it, for operations that require more than a session. */
export async function codeFor(server: RunningServer, phoneNumber: string): Promise<string> {
  await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
  return server.readCode(phoneNumber);
}

/** Returns the input that changes a person's number: the new number, and codes for the new and the current number. */
export async function numberProof(
  { server, phoneNumber: present }: Pick<Traveller, "server" | "phoneNumber">,
  phoneNumber: string,
): Promise<{ phoneNumber: string; otp: string; presentOtp: string }> {
  const [otp, presentOtp] = [await codeFor(server, phoneNumber), await codeFor(server, present)];
  return { phoneNumber, otp, presentOtp };
}

/**
 * Returns the proof that an account's download, its erasure and a partner's new key require: a new code. Deletes
 * earlier codes first, so that no limit applies.
 */
export async function exportProof({
  server,
  phoneNumber,
}: Pick<Traveller, "server" | "phoneNumber">): Promise<{ otp: string }> {
  await editDatabase(server, `DELETE FROM login_code WHERE "phoneNumber" = ?`, [phoneNumber]);
  return { otp: await codeFor(server, phoneNumber) };
}
