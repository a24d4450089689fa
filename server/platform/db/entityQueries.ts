import type { EntityManager, FindOptionsWhere } from "typeorm";

/** Returns a function that finds the row with a value in a unique column; undefined if there is none. */
export const findBy =
  <Entity extends object, Column extends keyof Entity>(entity: new () => Entity, column: Column) =>
  async (db: EntityManager, value: Entity[Column]): Promise<Entity | undefined> =>
    (await db.findOneBy(entity, { [column]: value } as FindOptionsWhere<Entity>)) ?? undefined;

export const insertInto =
  <Entity extends object>(entity: new () => Entity) =>
  async (transaction: EntityManager, rows: Entity | Entity[]): Promise<void> => {
    await transaction.insert(entity, rows);
  };
