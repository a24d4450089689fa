/** `npm run seed`: puts the files of `seed/countries` into the catalogue. Restart the server to serve them. */
import "reflect-metadata";
import { resolve } from "node:path";
import { readConfig } from "../server/config";
import { makeLog } from "../server/process/log";
import { makeFilesPrivate } from "../server/process/ownerOnly";
import { openServices } from "../server/services";
import { loadSeed } from "./load";

makeFilesPrivate();
const config = readConfig();
const services = await openServices(config, makeLog(config.logLevel));
const count = await loadSeed(services.catalogue, resolve("seed/countries"));
await services.close();
console.log(`Loaded ${count} countries.`);
