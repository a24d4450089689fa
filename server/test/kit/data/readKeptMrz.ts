import * as documents from "../documents";
import { exportProof } from "../personas/codeFor";
import type { Traveller } from "../personas/traveller";
import { readZip } from "./readZip";

/** The part of the download's `account.json` that contains the MRZ. */
interface ExportedAccount {
  applications: { travellers: [{ mrz: KeptMrz }] }[];
}
interface KeptMrz {
  line1: string;
  line2: string;
  enteredBy: string;
  enteredAt: string;
}

/** Returns the MRZ lines of the traveller's last application, from the account's download. */
export async function readKeptMrz(traveller: Traveller): Promise<KeptMrz> {
  const { url } = await traveller.do(documents.createAccountExport, await exportProof(traveller));
  const response = await fetch(traveller.server.url + url);
  const entries = await readZip(Buffer.from(await response.arrayBuffer()));
  const account = JSON.parse(entries.get("account.json")!.toString()) as ExportedAccount;
  return account.applications.at(-1)!.travellers[0].mrz;
}
