export { stopDatabases as default } from "./testDatabase.mjs";
