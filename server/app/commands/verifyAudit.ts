/**
 * `npm run audit:verify`: verifies the audit log. Exit code 1 if it is invalid. The server may be running.
 */
import "reflect-metadata";
import { runOnExistingData } from "./runWithServices";

runOnExistingData("Usage: npm run audit:verify", async ({ audit }) => {
  const verification = await audit.verify();
  if (verification.isRight) {
    const { count, hash } = verification.head;
    return `The audit log is intact: ${count} events, the last with the hash ${hash}`;
  }
  const where = verification.sequence === undefined ? "" : `: event ${verification.sequence}`;
  console.error(`The audit log is NOT intact${where} ${verification.reason}`);
  process.exitCode = 1;
  return undefined;
});
