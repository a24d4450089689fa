import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { watchComputing } from "./watchComputing";

const compute = (milliseconds: number) => {
  const { user, system } = process.cpuUsage();
  const end = user + system + milliseconds * 1_000;
  for (let now = 0; now < end;) {
    const usage = process.cpuUsage();
    now = usage.user + usage.system;
  }
};

test("watchComputing counts CPU time but not waiting, and calls back once", async () => {
  let told = 0;
  const stop = watchComputing(0.5, () => told++);
  await wait(1_000);
  expect(told).toBe(0);
  for (let times = 0; times < 3; times++) {
    compute(400);
    await wait(150);
  }
  expect(told).toBe(1);
  stop();
});
