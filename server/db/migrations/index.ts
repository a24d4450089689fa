import { FirstTables1763700000000 } from "./1763700000000-firstTables";
import { Trail1763800200000 } from "./1763800200000-trail";

/** Every step from an empty database to today's, oldest first. A step that has landed is never changed. */
export const migrations = [FirstTables1763700000000, Trail1763800200000];
