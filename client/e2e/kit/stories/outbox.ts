import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OutboxLine } from "../../../../server/test/kit/data/messages";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";
import { waitFor } from "../../../../server/test/kit/waitFor";

/** Returns the SMS of a template to a number, oldest first. */
async function readSms(server: RunningServer, phoneNumber: string, template: string): Promise<string[]> {
  const lines = await readFile(join(server.dataDir, "outbox", "sms.jsonl"), "utf8");
  return lines
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as OutboxLine)
    .filter((line) => line.to === phoneNumber && line.template === template)
    .map(({ text }) => text);
}

/** Waits for the only SMS of a template and returns its text. Throws if there are more. */
export async function waitForSms(
  server: RunningServer,
  phoneNumber: string,
  template: string,
): Promise<string> {
  await waitFor(`an SMS ${template} has been sent`, async () => {
    return (await readSms(server, phoneNumber, template)).length > 0;
  });
  const [text = "", ...more] = await readSms(server, phoneNumber, template);
  if (more.length > 0) throw new Error(`${more.length + 1} SMS ${template} went out`);
  return text;
}
