import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PassportFiles } from "../../kit/personas/applicantFiles";
import type { Traveller } from "../../kit/personas/traveller";
import type { TestServer } from "../../kit/server/testServer";
import { authHeaders } from "../../kit/wire/rawUploads";
import type { Attack } from "./attack";

/** The server and the files that an attack uses. */
export interface AttackScene {
  server: TestServer;
  /** Holds the bodies that the attacker's process reads. */
  folder: string;
  small: PassportFiles;
  photos: PassportFiles;
}

/** Attacks by name; each is prepared just before it starts. */
export type AttackRows = Record<string, (scene: AttackScene) => Promise<Attack[]>>;

/** The attacker's IP address; the honest traveller uses another one. All of 127.0.0.0/8 is this machine. */
export const from = "127.0.0.2";

/** Writes a body for the attacker's process and returns its path. */
export async function storeBody(
  { folder }: AttackScene,
  name: string,
  bytes: string | Buffer,
): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, bytes);
  return path;
}

/** Returns a GraphQL request as JSON, with a traveller's session. */
export const asGraphql = (traveller: Traveller) =>
  ({
    from,
    method: "POST",
    path: "/graphql",
    headers: { authorization: authHeaders(traveller).Authorization, "content-type": "application/json" },
  }) as const;
