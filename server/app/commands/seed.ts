/**
 * `npm run seed`: loads the files of `seed/countries` into the catalogue. Restart the server to serve them.
 */
import "reflect-metadata";
import { resolve } from "node:path";
import { loadSeed } from "../../../seed/load";
import { runWithServices } from "./runWithServices";

runWithServices("Usage: npm run seed", (args) =>
  args.length > 0
    ? undefined
    : async ({ catalogue }) => {
        const count = await loadSeed(catalogue, resolve("seed/countries"));
        return `Loaded ${count} countries.`;
      },
);
