import type { TestServer } from "../../../server/test/kit/testServer";

/** The code of the newest SMS to a number, once there is one that is not `before`. */
export async function waitForCode(server: TestServer, phoneNumber: string, before?: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const code = await server.readCode(phoneNumber).catch(() => undefined);
    if (code && code !== before) return code;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("No code in the outbox");
}
