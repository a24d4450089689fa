/** Code shared by the GraphQL competitors. */
import "reflect-metadata";
import { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { openChain } from "./auditChain";
import { loadCatalogue } from "./catalogue";
import { makeSchema } from "./schema";
import type { CompetitorSettings } from "./settings";
import { openSqlStore } from "./sqlStore";
import { openTypeormStore } from "./typeormStore";

export type StoreKind = "sql" | "typeorm";

export async function makeParts({ dataDir, dataKey }: CompetitorSettings, kind: StoreKind) {
  const keys = new KeyRing(dataKey);
  const chain = await openChain(dataDir, keys);
  const catalogue = await loadCatalogue(dataDir);
  const store = await (kind === "sql" ? openSqlStore : openTypeormStore)(dataDir, chain);
  return { catalogue, store, schema: makeSchema({ catalogue, keys, store }) };
}
