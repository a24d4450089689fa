/** What the GraphQL competitors are put together of. */
import "reflect-metadata";
import { join } from "node:path";
import { KeyRing } from "../../adapters/crypto/keyRing";
import { makeDataSource } from "../../db/dataSource";
import { findMark } from "../../modules/audit/audit.repository";
import { AuditChain } from "../../modules/audit/auditChain.sealing";
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

/** With the key that the product's first start has made. */
async function openChain(dataDir: string, keys: KeyRing): Promise<AuditChain> {
  const source = await makeDataSource(join(dataDir, "portal.sqlite")).initialize();
  const sealed = await findMark(source.manager, "audit-key");
  await source.destroy();
  if (!sealed) throw new Error("The data folder has no audit log");
  return new AuditChain(Buffer.from(keys.openText(sealed, "audit-key"), "base64url"));
}
