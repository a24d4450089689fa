import { editDatabase } from "../data/editDatabase";
import { callGraphql } from "../wire/callApi";
import * as documents from "../documents";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "./traveller";

/** Has a code sent to the number, and reads it: for what a login alone may not do. */
export async function codeFor(server: RunningServer, phoneNumber: string): Promise<string> {
  await callGraphql(server, documents.requestOtp, { variables: { input: { phoneNumber } } });
  return server.readCode(phoneNumber);
}

/** What a change of somebody's number takes: the number, and a code to it and to the present one. */
export async function numberProof(
  { server, phoneNumber: present }: Pick<Traveller, "server" | "phoneNumber">,
  phoneNumber: string,
): Promise<{ phoneNumber: string; otp: string; presentOtp: string }> {
  const [otp, presentOtp] = [await codeFor(server, phoneNumber), await codeFor(server, present)];
  return { phoneNumber, otp, presentOtp };
}

/** What the download of somebody's account takes: a fresh code, for which those before are forgotten. */
export async function exportProof({
  server,
  phoneNumber,
}: Pick<Traveller, "server" | "phoneNumber">): Promise<{ otp: string }> {
  await editDatabase(server, `DELETE FROM login_code WHERE "phoneNumber" = ?`, [phoneNumber]);
  return { otp: await codeFor(server, phoneNumber) };
}
