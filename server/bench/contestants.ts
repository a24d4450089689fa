/** The measured servers, and the command that starts each on a data folder. */
import type { CompetitorName, CompetitorSettings } from "./competitors/settings";
import type { Command } from "./processes";
import { productServer, secrets } from "./product";

export type ContestantName = "product" | CompetitorName;

export const contestants: Readonly<Record<ContestantName, string>> = {
  raw: "raw `node:http`, the same bytes",
  product: "product",
  sqlite: "`node:http` and SQLite alone, commits in groups",
  mercurius: "Mercurius + jit, catalogue in memory, prepared SQL",
  "mercurius-typeorm": "Mercurius + jit over TypeORM",
  apollo: "Apollo on Express, over TypeORM",
  fastify: "Fastify, bytes ready",
};

/**
 * Returns the command that starts a server. `answersFile` is for servers that only send the product's recorded
 * responses.
 */
export function toCommand(
  name: ContestantName,
  { dataDir, port, answersFile }: { dataDir: string; port: number; answersFile: string },
): Command {
  if (name === "product") return productServer(dataDir, port);
  const settings: CompetitorSettings = { name, dataDir, port, answersFile, ...secrets };
  return {
    args: ["--import", "tsx", "server/bench/competitors/serve.ts", JSON.stringify(settings)],
    env: { NODE_ENV: "production" },
  };
}
