/**
 * `npm run partners`: manages partners (docs/operations.md). The server may be running; the keys of an ended
 * partner are refused from their next request on.
 */
import "reflect-metadata";
import type { Services } from "../services";
import { runWithServices } from "./runWithServices";

const usage = `Usage: npm run partners -- list
       npm run partners -- create <name> <e-mail> <owner's mobile> [GSTIN]
       npm run partners -- add-owner <partner id> <mobile>
       npm run partners -- limit <partner id> <limit> <number>
       npm run partners -- end <partner id>`;

type Roster = Services["partnerRoster"];

interface Command {
  /** Number of mandatory arguments. */
  needs: number;
  /** Number of optional ones after them. */
  allows?: number;
  run(roster: Roster, ...parts: string[]): Promise<string>;
}

const commands: Readonly<Record<string, Command>> = {
  list: {
    needs: 0,
    run: async (roster) => {
      const lines = (await roster.list()).map(({ partnerId, name, endedAt, keys }) => {
        const active = keys.filter(({ isActive }) => isActive).length;
        return [partnerId, endedAt ? "ended" : `${active} active keys`, name].join("\t");
      });
      return lines.join("\n") || "There are no partners";
    },
  },
  create: {
    needs: 3,
    allows: 1,
    run: async (roster, name = "", email = "", ownerPhoneNumber = "", gstin) =>
      (await roster.create("SYSTEM", { name, email, ownerPhoneNumber, gstin: gstin ?? null })).partnerId,
  },
  "add-owner": {
    needs: 2,
    run: async (roster, partnerId = "", phoneNumber = "") => {
      await roster.addOwner("SYSTEM", partnerId, phoneNumber);
      return "Added";
    },
  },
  limit: {
    needs: 3,
    run: async (roster, partnerId = "", name = "", value = "") => {
      // Number() would accept an empty text, 0x10 and 1e3.
      const limit = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      await roster.setLimit("SYSTEM", partnerId, { name, value: limit });
      return "Changed";
    },
  },
  end: {
    needs: 1,
    run: async (roster, partnerId = "") => {
      await roster.end("SYSTEM", partnerId);
      return "Ended; its keys are refused from now on";
    },
  },
};

runWithServices(usage, ([verb = "", ...parts]) => {
  const command = commands[verb];
  if (!command) return undefined;
  const others = parts.length - command.needs;
  if (others < 0 || others > (command.allows ?? 0)) return undefined;
  return ({ partnerRoster }) => command.run(partnerRoster, ...parts);
});
