/** Reads of partners for other nouns. */
import { findRowsByKeys, type RowSource } from "../../platform/db/rowSource";

/** Returns the names of those accounts that are partners', by account. */
export async function findPartnerNames(
  source: RowSource,
  accountIds: readonly string[],
): Promise<Map<string, string>> {
  const rows = await findRowsByKeys<{ partnerId: string; name: string }>(
    source,
    accountIds,
    (marks) => `SELECT "partnerId", name FROM partner WHERE "partnerId" IN (${marks})`,
  );
  return new Map(rows.map(({ partnerId, name }) => [partnerId, name]));
}
