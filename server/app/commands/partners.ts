/**
 * `npm run partners`: manages partners (docs/operations.md). The server may be running; the next request with a key of
 * an ended partner is rejected.
 */
import "reflect-metadata";
import { runVerbs } from "./runWithServices";

const usage = `Usage: npm run partners -- list
       npm run partners -- create <name> <e-mail> <owner's mobile> [GSTIN]
       npm run partners -- add-owner <partner id> <mobile>
       npm run partners -- limit <partner id> <limit> <number>
       npm run partners -- end <partner id>`;

runVerbs(usage, {
  list: {
    needs: 0,
    run: async ({ partnerRoster }) => {
      const lines = (await partnerRoster.list()).map(({ partnerId, name, endedAt, keys }) => {
        const active = keys.filter(({ isActive }) => isActive).length;
        return [partnerId, endedAt ? "ended" : `${active} active keys`, name].join("\t");
      });
      return lines.join("\n") || "There are no partners";
    },
  },
  create: {
    needs: 3,
    allows: 1,
    run: async ({ partnerRoster }, [name = "", email = "", ownerPhoneNumber = "", gstin = null]) =>
      (await partnerRoster.create("SYSTEM", { name, email, ownerPhoneNumber, gstin })).partnerId,
  },
  "add-owner": {
    needs: 2,
    run: async ({ partnerRoster }, [partnerId = "", phoneNumber = ""]) => {
      await partnerRoster.addOwner("SYSTEM", partnerId, phoneNumber);
      return "Added";
    },
  },
  limit: {
    needs: 3,
    run: async ({ partnerRoster }, [partnerId = "", name = "", value = ""]) => {
      // Number() would accept an empty text, 0x10 and 1e3.
      const limit = /^\d+$/.test(value) ? Number(value) : Number.NaN;
      await partnerRoster.setLimit("SYSTEM", partnerId, { name, value: limit });
      return "Changed";
    },
  },
  end: {
    needs: 1,
    run: async ({ partnerRoster }, [partnerId = ""]) => {
      await partnerRoster.end("SYSTEM", partnerId);
      return "Ended; its keys are refused from now on";
    },
  },
});
