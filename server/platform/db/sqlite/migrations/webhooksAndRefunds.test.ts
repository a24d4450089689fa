import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { SqliteDatabase } from "../SqliteDatabase";
import { makeDataSource } from "../sqliteSource";
import { FirstTables1763700000000 } from "./1763/1763700000000-firstTables";
import { entities } from "../../../../app/entities";

test("the migration keeps orders and payments unchanged, and their constraints still hold", async () => {
  const folder = await mkdtemp(join(tmpdir(), "migration-"));
  const file = join(folder, "portal.sqlite");
  const before = await makeDataSource(file, entities)
    .setOptions({ migrations: [FirstTables1763700000000] })
    .initialize();
  await before.runMigrations();
  const at = "2026-11-01T00:00:00.000Z";
  await before.query(`INSERT INTO user_account VALUES ('u', '+919876543210', '', NULL, '${at}')`);
  await before.query(
    `INSERT INTO visa_request VALUES ('r', 'VP-1', 'u', 'v', 'B2C', 'n', 'c', 1, NULL, 1, 0, 1, 1, 0, 2, 'd', 'd', 1,
      NULL, 'm', 'PENDING', 'PENDING', NULL, NULL, 1, 1, '${at}')`,
  );
  await before.query(
    `INSERT INTO payment_order VALUES ('o', 'r', 'order_1', 'VP-1/1', 200, 1, 'OPEN', '${at}')`,
  );
  for (const [id, outcome] of [
    ["pay_2", "SETTLED"],
    ["pay_1", "REFUND_DUE"],
  ])
    await before.query(`INSERT INTO payment VALUES ('${id}', 'order_1', 'r', 200, '${outcome}', '${at}')`);
  const payments = await before.query<object[]>(`SELECT * FROM payment ORDER BY rowid`);
  const orders = await before.query<object[]>(`SELECT * FROM payment_order`);
  await before.destroy();

  const db = await SqliteDatabase.open(file, entities);
  try {
    expect(await db.read.query(`SELECT * FROM payment ORDER BY rowid`)).toEqual(
      payments.map((payment) => ({ ...payment, amountDeducted: 0 })),
    );
    expect(await db.read.query(`SELECT * FROM payment_order`)).toEqual(
      orders.map((order) => ({ ...order, nextAskAt: null })),
    );
    const write = (sql: string) => db.write((transaction) => transaction.query(sql));
    await expect(write(`UPDATE payment SET outcome = 'LOST'`)).rejects.toThrow("CHECK");
    await expect(write(`UPDATE payment SET "visaRequestId" = 'x'`)).rejects.toThrow("FOREIGN KEY");
    await write(`UPDATE payment SET outcome = 'REFUNDED' WHERE "razorpayPaymentId" = 'pay_1'`);
  } finally {
    await db.close();
    await rm(folder, { recursive: true });
  }
});
