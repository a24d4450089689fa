import { Baseline1766200200002 } from "./1766200200002-baseline";

/** All migrations, oldest first. A released migration is never changed. */
export const migrations = [Baseline1766200200002];
