import "reflect-metadata";
import { expect, test } from "@jest/globals";
import { makeDataSource } from "./sqliteSource";
import { entities } from "../../../app/entities";

test("the migrations create exactly the columns of the entities, with the same nullability", async () => {
  const source = await makeDataSource(":memory:", entities).initialize();
  await source.runMigrations();
  for (const { tableName, columns } of source.entityMetadatas) {
    const rows: { name: string; notnull: number; pk: number }[] = await source.query(
      `PRAGMA table_info("${tableName}")`,
    );
    const made = rows.map(({ name, notnull, pk }) => ({ name, isNullable: notnull === 0 && pk === 0 }));
    const wanted = columns.map(({ databaseName, isNullable }) => ({ name: databaseName, isNullable }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect([tableName, made.sort(byName)]).toEqual([tableName, wanted.sort(byName)]);
  }
  await source.destroy();
});
