import { waitFor } from "../../../../server/test/kit/waitFor";
import type { RunningServer } from "../../../../server/test/kit/server/runningServer";

/** Waits for an SMS to the number with a code other than `before`, and returns the code. */
export async function waitForCode(
  server: RunningServer,
  phoneNumber: string,
  before?: string,
): Promise<string> {
  let code: string | undefined;
  await waitFor("a new code is in the outbox", async () => {
    code = await server.readCode(phoneNumber).catch(() => undefined);
    return code !== undefined && code !== before;
  });
  return code!;
}
