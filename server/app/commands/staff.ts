/**
 * `npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list`: manages the staff
 * role (docs/operations.md). The server may be running; sessions of a removed or reset staff member end
 * immediately.
 */
import "reflect-metadata";
import { normalisePhone } from "../../modules/user/phone.rules";
import { assertStaffGetCodes } from "../staffSettings";
import { runVerbs } from "./runWithServices";

const usage = "Usage: npm run staff -- add <mobile> | remove <mobile> | reset-second-factor <mobile> | list";

runVerbs(usage, {
  list: {
    needs: 0,
    run: async ({ staffRoster }) => {
      const lines = (await staffRoster.list()).map(({ phoneNumber, source, addedAt }) =>
        [phoneNumber, source === "SETTING" ? "STAFF_PHONES" : "added", addedAt].join("\t"),
      );
      return lines.join("\n") || "There are no staff";
    },
  },
  add: {
    needs: 1,
    run: async ({ staffRoster }, [phone = ""], { smsCountries }) => {
      const phoneNumber = normalisePhone(phone);
      if (phoneNumber) assertStaffGetCodes([phoneNumber], smsCountries, "Not added");
      return (await staffRoster.add(phone)) ? "Added" : "This number already has the staff role";
    },
  },
  remove: {
    needs: 1,
    run: async ({ staffRoster }, [phone = ""]) =>
      (await staffRoster.remove(phone))
        ? "Removed; all sessions have ended"
        : "This number does not have the staff role",
  },
  "reset-second-factor": {
    needs: 1,
    run: async ({ staffRoster }, [phone = ""]) =>
      (await staffRoster.resetSecondFactor(phone))
        ? "Reset; all sessions have ended, and the next one sets an app up"
        : "This number has no second factor",
  },
});
