import type { EntityManager } from "typeorm";
import { queryRows, type RowSource } from "../../platform/db/rowSource";

export async function countWish(transaction: EntityManager, flagSrc: string, day: string): Promise<void> {
  await queryRows(
    transaction,
    `INSERT INTO country_wish ("flagSrc", day, wishes) VALUES (?, ?, 1)
     ON CONFLICT ("flagSrc", day) DO UPDATE SET wishes = country_wish.wishes + 1`,
    [flagSrc, day],
  );
}

/** Returns how often visitors asked for each country, in total and after `recentAfter`, most requested first. */
export async function findWishes(
  source: RowSource,
  recentAfter: string,
): Promise<{ flagSrc: string; wishes: number; recentWishes: number }[]> {
  return queryRows(
    source,
    `SELECT "flagSrc", sum(wishes) AS wishes, sum(CASE WHEN day > ? THEN wishes ELSE 0 END) AS "recentWishes"
     FROM country_wish GROUP BY "flagSrc" ORDER BY sum(wishes) DESC, "flagSrc"`,
    [recentAfter],
  );
}
