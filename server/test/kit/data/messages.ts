import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Json } from "../wire/callApi";
import { readTables } from "./readTables";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "../personas/traveller";
import { waitFor } from "../waitFor";

/** The rows of the messages about the traveller's request, in the order they were written. */
export async function readMessages({ server, request }: Traveller): Promise<Json[]> {
  const { notification } = await readTables(server, ["notification"]);
  return notification!.filter(({ visaRequestId }) => visaRequestId === request.visaRequestId);
}

/** Waits until nothing about the traveller's request is to be sent any more, and there is something. */
export async function untilSent(traveller: Traveller): Promise<void> {
  await waitFor("the messages are sent", async () => {
    const messages = await readMessages(traveller);
    return messages.length > 0 && messages.every(({ state }) => state === "SENT");
  });
}

/** What the outbox has for the traveller's number, but for codes. */
export async function readSms({ server, phoneNumber }: Traveller): Promise<Json[]> {
  const all = await readOutbox(server, "sms.jsonl");
  return all.filter(({ to, template }) => to === phoneNumber && template !== "login-code");
}

/** What the outbox has for that address about the traveller's request. */
export async function readMail({ server, request }: Traveller, address: string): Promise<Json[]> {
  const all = await readOutbox(server, "mail.jsonl");
  return all.filter(({ to, subject }) => to === address && subject.includes(request.visaReferenceNo));
}

async function readOutbox({ dataDir }: RunningServer, name: string): Promise<Json[]> {
  const lines = await readFile(join(dataDir, "outbox", name), "utf8").catch(() => "");
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
