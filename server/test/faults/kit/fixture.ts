import type { TestServer } from "../../kit/server/testServer";
import type { FileSet } from "./files";
import type { Journal } from "./journal";
import type { Random } from "./random";

/** The server and the data that an actor uses. */
export interface Fixture {
  server: TestServer;
  journal: Journal;
  files: FileSet;
  visaId: string;
  random: Random;
}
