/**
 * `npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list`: manages the staff
 * role (docs/operations.md). The server may be running; sessions of a removed or reset staff member end
 * immediately.
 */
import "reflect-metadata";
import { normalisePhone } from "../../modules/user/phone.rules";
import type { Config } from "../config";
import type { Services } from "../services";
import { assertStaffGetCodes } from "../staffSettings";
import { runWithServices } from "./runWithServices";

const usage = "Usage: npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list";

runWithServices(usage, (args) => {
  const work = findWork(args);
  return work && (({ staffRoster }, config) => work(staffRoster, config));
});

type Work = (staff: Services["staffRoster"], config: Config) => Promise<string>;

function findWork([verb, phone, ...others]: string[]): Work | undefined {
  if (others.length > 0) return undefined;
  if (verb === "list" && phone === undefined)
    return async (staff) => {
      const members = await staff.list();
      const lines = members.map(({ phoneNumber, source, addedAt }) =>
        [phoneNumber, source === "SETTING" ? "STAFF_PHONES" : "added", addedAt].join("\t"),
      );
      return lines.join("\n") || "There are no staff";
    };
  if (!phone) return undefined;
  if (verb === "add")
    return async (staff, { smsCountries }) => {
      const phoneNumber = normalisePhone(phone);
      if (phoneNumber) assertStaffGetCodes([phoneNumber], smsCountries, "Not added");
      return (await staff.add(phone)) ? "Added" : "This number already has the staff role";
    };
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
