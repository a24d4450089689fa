import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ReadList } from "../wire/read";
import { readTables, type Tables } from "./readTables";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "../personas/traveller";
import { waitFor } from "../waitFor";

/** A message that the outbox stores instead of sending it. */
export interface OutboxLine {
  at: string;
  id: string;
  to: string;
  template: string;
  text: string;
}
export interface MailLine extends OutboxLine {
  subject: string;
}
type MessageRow = Tables["notification"][number];

/** Returns the messages about the traveller's request, in the order they were written. */
export async function readMessages({ server, request }: Traveller): Promise<ReadList<MessageRow>> {
  const { notification } = await readTables(server, ["notification"]);
  return notification.filter(
    ({ visaRequestId }) => visaRequestId === request.visaRequestId,
  ) as ReadList<MessageRow>;
}

/** Waits until there are messages about the traveller's request and all are sent. */
export async function waitUntilSent(traveller: Traveller): Promise<void> {
  await waitFor("the messages are sent", async () => {
    const messages = await readMessages(traveller);
    return messages.length > 0 && messages.every(({ state }) => state === "SENT");
  });
}

type Reader = Pick<Traveller, "server" | "phoneNumber">;

/** Returns the SMS to the traveller's number, except codes. */
export async function readSms(reader: Reader): Promise<ReadList<OutboxLine>> {
  return (await readAllSms(reader)).filter(({ template }) => !isCode(template)) as ReadList<OutboxLine>;
}

/** Returns the SMS with codes to the traveller's number. */
export async function readCodeSms(reader: Reader): Promise<ReadList<OutboxLine>> {
  return (await readAllSms(reader)).filter(({ template }) => isCode(template)) as ReadList<OutboxLine>;
}

async function readAllSms({ server, phoneNumber }: Reader): Promise<OutboxLine[]> {
  const all = await readOutbox<OutboxLine>(server, "sms.jsonl");
  return all.filter(({ to }) => to === phoneNumber);
}

const isCode = (template: string) => template.endsWith("-code");

/** Returns the e-mails to the address about the traveller's request. */
export async function readMail({ server, request }: Traveller, address: string): Promise<ReadList<MailLine>> {
  const all = await readOutbox<MailLine>(server, "mail.jsonl");
  return all.filter(
    ({ to, subject }) => to === address && subject.includes(request.visaReferenceNo),
  ) as ReadList<MailLine>;
}

async function readOutbox<Line>({ dataDir }: RunningServer, name: string): Promise<Line[]> {
  const lines = await readFile(join(dataDir, "outbox", name), "utf8").catch(() => "");
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);
}
