/** Old applications, and the job that removes their personal data. */
import { editDatabase } from "./editDatabase";
import type { RunningServer } from "../server/runningServer";
import type { Traveller } from "../personas/traveller";

export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1000).toISOString();

/**
 * Makes the request look as if it was last changed, and last taken to a checkout, `days` days ago, and sets the columns
 * in `state`. Can be repeated.
 */
export async function ageRequest(
  { request, server }: Traveller,
  days: number,
  state: Record<string, string> = {},
): Promise<void> {
  const id = request.visaRequestId;
  const values = { createdAt: daysAgo(days), changedAt: daysAgo(days), ...state };
  const set = Object.entries(values).map(([name, value]) => `"${name}" = '${value}'`);
  const status = state["visaRequestStatus"];
  await editDatabase(server, [
    `UPDATE visa_request SET ${set.join()} WHERE "visaRequestId" = '${id}'`,
    `UPDATE visa_request_event SET at = '${daysAgo(days)}' WHERE "visaRequestId" = '${id}'`,
    `UPDATE payment_order SET "createdAt" = '${daysAgo(days)}', "handedOutAt" = '${daysAgo(days)}'
     WHERE "visaRequestId" = '${id}'`,
    ...(status
      ? [
          `DELETE FROM visa_request_event WHERE "visaRequestEventId" = 'step-${id}'`,
          `INSERT INTO visa_request_event VALUES ('step-${id}', '${id}', '${daysAgo(days)}', '${status}', null)`,
        ]
      : []),
  ]);
}

/** Runs the command that operators use for retention; returns its output. */
export async function expirePapers(server: RunningServer): Promise<string> {
  const { code, stdout, stderr } = await server.runCommand("expirePersonalData");
  if (code !== 0 || stderr) throw new Error(`npm run retention ended with ${code}: ${stderr}`);
  return stdout;
}
