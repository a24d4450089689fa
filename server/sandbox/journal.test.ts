import { appendFile, readFile, stat } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { anOrder, Bench, pay } from "../test/kit/standIns/sandboxKit";

let bench: Bench;
beforeEach(async () => {
  bench = await Bench.open();
});
afterEach(() => bench.close());

describe("the journal", () => {
  test("survives a restart, except for an incomplete last line, and is readable only by the file's owner", async () => {
    const sandbox = await bench.start({ hears: false });
    const order = await sandbox.razorpay.orders.create(anOrder);
    const other = await sandbox.razorpay.orders.create({ ...anOrder, receipt: "VP-2" });
    await pay(sandbox, order.id, "failure");
    await pay(sandbox, order.id, "success");
    const before = await sandbox.razorpay.orders.fetchPayments(order.id);
    // Acknowledged changes are in the file even before a clean shutdown.
    const copied = await readFile(bench.stateFile, "utf8");
    expect(copied.trimEnd().split("\n")).toHaveLength(4);
    await sandbox.app.close();
    await appendFile(bench.stateFile, '[{"kind":"order","value":{"id":"order_torn');

    const { razorpay } = await bench.start({ hears: false });
    expect(await razorpay.orders.fetchPayments(order.id)).toEqual(before);
    expect(await razorpay.orders.fetch(order.id)).toMatchObject({ status: "paid", attempts: 2 });
    expect(await razorpay.orders.fetch(other.id)).toEqual(other);
    // One line for each of two orders and two payments.
    expect((await readFile(bench.stateFile, "utf8")).trimEnd().split("\n")).toHaveLength(4);
    expect((await stat(bench.stateFile)).mode & 0o777).toBe(0o600);
    await razorpay.orders.create(anOrder);
    expect(JSON.parse((await readFile(bench.stateFile, "utf8")).trimEnd().split("\n").at(-1)!)).toHaveLength(
      1,
    );
  });

  test("prevents the start if a line before the last one is corrupt", async () => {
    const sandbox = await bench.start({ hears: false });
    await sandbox.razorpay.orders.create(anOrder);
    await sandbox.app.close();
    await appendFile(bench.stateFile, "spoilt\n[]\n");
    await expect(bench.start({ hears: false })).rejects.toThrow("line 2 is not JSON");
  });
});
