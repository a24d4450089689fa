import { join } from "node:path";
import type { KeyRing } from "../../platform/adapters/crypto/keyRing";
import { findRow } from "../../platform/db/rowSource";
import { makeDataSource } from "../../platform/db/sqlite/sqliteSource";
import { AuditChain } from "../../modules/audit/auditChain.crypto";
import { entities } from "../../app/entities";

/** Opens the audit log with the key that the product's first start created. */
export async function openChain(dataDir: string, keys: KeyRing): Promise<AuditChain> {
  const source = await makeDataSource(join(dataDir, "portal.sqlite"), entities).initialize();
  const sql = "SELECT value FROM setting WHERE name = 'audit-key'";
  const encrypted = await findRow<{ value: string }>(source.manager, sql, []);
  await source.destroy();
  if (!encrypted) throw new Error("The data folder has no audit log");
  return new AuditChain(Buffer.from(keys.decryptText(encrypted.value, "audit-key"), "base64url"));
}
