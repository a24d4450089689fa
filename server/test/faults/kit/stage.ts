import type { TestServer } from "../../kit/testServer";
import type { FileSet } from "./files";
import type { Journal } from "./journal";
import type { Random } from "./random";

/** Where an actor acts, and with what. */
export interface Stage {
  server: TestServer;
  journal: Journal;
  files: FileSet;
  visaId: string;
  random: Random;
}
