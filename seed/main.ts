/**
 * `npm run seed`: loads the files of `seed/countries` into the catalogue. Restart the server to serve them.
 */
import "reflect-metadata";
import { resolve } from "node:path";
import { readConfig } from "../server/app/config";
import { makeLog } from "../server/platform/process/log";
import { makeFilesPrivate } from "../server/platform/process/ownerOnly";
import { openServices } from "../server/app/services";
import { loadSeed } from "./load";

makeFilesPrivate();
const config = readConfig();
const services = await openServices(config, makeLog(config.logLevel));
const count = await loadSeed(services.catalogue, resolve("seed/countries"));
await services.close();
console.log(`Loaded ${count} countries.`);
