/**
 * `npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list`: manages the staff
 * role (docs/operations.md). The server may be running; sessions of a removed or reset staff member end
 * immediately.
 */
import "reflect-metadata";
import { readConfig } from "../config";
import { makeLog } from "../../platform/process/log";
import { openServices, type Services } from "../services";
import { runCommand } from "./runCommand";

const usage = "Usage: npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list";

runCommand(async () => {
  const [verb, phone] = process.argv.slice(2);
  const work = findWork(verb, phone);
  if (!work) {
    console.error(usage);
    process.exitCode = 2;
    return;
  }
  const services = await openServices(readConfig(), makeLog("error"));
  try {
    console.log(await work(services.staffRoster));
  } finally {
    await services.close();
  }
});

type Work = (staff: Services["staffRoster"]) => Promise<string>;

function findWork(verb: string | undefined, phone: string | undefined): Work | undefined {
  if (verb === "list")
    return async (staff) => {
      const members = await staff.list();
      const lines = members.map(({ phoneNumber, source, addedAt }) =>
        [phoneNumber, source === "SETTING" ? "STAFF_PHONES" : "added", addedAt].join("\t"),
      );
      return lines.join("\n") || "There are no staff";
    };
  if (!phone) return undefined;
  if (verb === "add")
    return async (staff) => ((await staff.add(phone)) ? "Added" : "This number already has the staff role");
  if (verb === "remove")
    return async (staff) =>
      (await staff.remove(phone))
        ? "Removed; all sessions have ended"
        : "This number does not have the staff role";
  if (verb === "reset-second-factor")
    return async (staff) =>
      (await staff.resetSecondFactor(phone))
        ? "Reset; all sessions have ended, and the next one sets an app up"
        : "This number has no second factor";
  return undefined;
}
