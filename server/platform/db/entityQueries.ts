import { getMetadataArgsStorage, type EntityManager, type FindOptionsWhere } from "typeorm";
import { findRow, findRowsByKeys, type RowSource } from "./rowSource";

type EntityClass<Entity> = new () => Entity;

/** Returns a function that finds the row with a value in a unique column, or returns undefined. */
export const findBy =
  <Entity extends object, Column extends keyof Entity>(entity: EntityClass<Entity>, column: Column) =>
  async (db: EntityManager, value: Entity[Column]): Promise<Entity | undefined> =>
    (await db.findOneBy(entity, { [column]: value } as FindOptionsWhere<Entity>)) ?? undefined;

/** Like `findBy`, but by several columns. */
export const findWhere =
  <Entity extends object>(entity: EntityClass<Entity>) =>
  async (db: EntityManager, where: FindOptionsWhere<Entity>): Promise<Entity | undefined> =>
    (await db.findOneBy(entity, where)) ?? undefined;

/** Like `findBy`, but with a prepared statement. For tables with only strings and numbers (rowSource.ts). */
export function findRowBy<Entity extends object>(
  entity: EntityClass<Entity>,
  column: keyof Entity & string,
): (source: RowSource, value: string) => Promise<Entity | undefined> {
  const sql = `SELECT * FROM ${tableName(entity)} WHERE "${column}" = ?`;
  return (source, value) => findRow(source, sql, [value]);
}

/** Like `findRowBy`, but finds all rows with one of several values. */
export function findRowsBy<Entity extends object>(
  entity: EntityClass<Entity>,
  column: keyof Entity & string,
  { condition, orderBy }: { condition?: string; orderBy: string },
): (source: RowSource, values: readonly string[]) => Promise<Entity[]> {
  const select = `SELECT * FROM ${tableName(entity)} WHERE "${column}" IN`;
  const rest = `${condition ? `AND ${condition} ` : ""}ORDER BY ${orderBy}`;
  return (source, values) => findRowsByKeys(source, values, (marks) => `${select} (${marks}) ${rest}`);
}

export const insertInto =
  <Entity extends object>(entity: EntityClass<Entity>) =>
  async (transaction: EntityManager, rows: Entity | Entity[]): Promise<void> => {
    await transaction.insert(entity, rows);
  };

/** Returns a function that changes the matching rows, and returns true if there were any. */
export const updateWhere =
  <Entity extends object>(entity: EntityClass<Entity>) =>
  async (
    transaction: EntityManager,
    where: FindOptionsWhere<Entity>,
    changes: Parameters<typeof transaction.update<Entity>>[2],
  ): Promise<boolean> =>
    ((await transaction.update(entity, where, changes)).affected ?? 0) > 0;

/** Returns a function that removes the rows with a given value in a column, and returns true if there were any. */
export const removeBy =
  <Entity extends object, Column extends keyof Entity>(entity: EntityClass<Entity>, column: Column) =>
  async (transaction: EntityManager, value: Entity[Column]): Promise<boolean> =>
    ((await transaction.delete(entity, { [column]: value })).affected ?? 0) > 0;

export function tableName(entity: EntityClass<object>): string {
  return getMetadataArgsStorage().tables.find(({ target }) => target === entity)!.name!;
}
