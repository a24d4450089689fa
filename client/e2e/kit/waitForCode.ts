import type { RunningServer } from "../../../server/test/kit/runningServer";

/** The code of the newest SMS to a number, once there is one that is not `before`. */
export async function waitForCode(
  server: RunningServer,
  phoneNumber: string,
  before?: string,
): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const code = await server.readCode(phoneNumber).catch(() => undefined);
    if (code && code !== before) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No code in the outbox");
}
