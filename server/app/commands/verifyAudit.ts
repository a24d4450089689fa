/**
 * `npm run audit:verify`: verifies the audit log. Exit code 1 if it is invalid. The server may be running.
 */
import "reflect-metadata";
import { readConfig } from "../config";
import { makeLog } from "../../platform/process/log";
import { openServices } from "../services";
import { runCommand } from "./runCommand";

runCommand(async () => {
  const config = readConfig();
  const services = await openServices(config, makeLog("error"));
  const verification = await services.audit.verify();
  await services.close();
  if (verification.isRight) {
    const { count, hash } = verification.head;
    console.log(`The audit log is intact: ${count} events, the last with the hash ${hash}`);
  } else {
    const where = verification.sequence === undefined ? "" : `: event ${verification.sequence}`;
    console.error(`The audit log is NOT intact${where} ${verification.reason}`);
    process.exitCode = 1;
  }
});
