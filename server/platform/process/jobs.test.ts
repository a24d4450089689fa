import { expect, test } from "@jest/globals";
import { StorageError } from "../../core/storageErrors";
import { Jobs } from "./jobs";

/** A log that collects errors and warnings. */
function makeLog() {
  const errors: object[] = [];
  const lines: string[] = [];
  const log = {
    info: () => undefined,
    warn: (_details: object, message: string) => lines.push(message),
    error: (details: object, message: string) => {
      errors.push(details);
      lines.push(message);
    },
  };
  return { errors, lines, log: log as unknown as ConstructorParameters<typeof Jobs>[0] };
}

async function until(isSo: () => boolean): Promise<void> {
  for (const end = Date.now() + 20_000; !isSo();) {
    if (Date.now() > end) throw new Error("did not come true within 20 s");
    await new Promise((done) => setTimeout(done, 10));
  }
}

test("a job runs at the start and then repeatedly; its errors are logged and do not stop it", async () => {
  const { errors, log } = makeLog();
  const jobs = new Jobs(log);
  let runs = 0;
  jobs.every("failing", 1, async () => {
    runs++;
    throw new Error("no");
  });
  expect(runs).toBe(0);
  jobs.start();
  await until(() => runs === 2 && errors.length === 2);
  expect(errors[0]).toMatchObject({ job: "failing", err: expect.any(Error) });
  await jobs.stop();
});

test("a job never runs twice concurrently, and `stop` aborts its signal and waits for it to end", async () => {
  const jobs = new Jobs(makeLog().log);
  let [runs, others, isOver] = [0, 0, false];
  jobs.every("long", 1, async (signal) => {
    runs++;
    await new Promise((done) => signal.addEventListener("abort", done));
    await new Promise((done) => setTimeout(done, 50));
    isOver = true;
  });
  jobs.every("other", 1, async () => others++);
  jobs.start();
  await until(() => others === 3);
  expect(runs).toBe(1);
  await jobs.stop();
  expect(isOver).toBe(true);
});

test("an outage of the database is logged when the first job fails and when a job succeeds again", async () => {
  const { lines, log } = makeLog();
  const jobs = new Jobs(log);
  let isAway = true;
  const runs = { first: 0, second: 0 };
  for (const name of ["first", "second"] as const)
    jobs.every(name, 1, async () => {
      runs[name]++;
      if (isAway) throw new StorageError("database away", new Error("no"));
    });
  jobs.every("without the database", 1, async () => undefined);
  jobs.start();
  await until(() => runs.first === 3 && runs.second === 3);
  const meanwhile = [...lines];
  isAway = false;
  await until(() => runs.first === 5 && runs.second === 5);
  await jobs.stop();
  expect(meanwhile).toEqual(["database away: jobs fail"]);
  expect(lines).toEqual([...meanwhile, "jobs run again after an outage"]);
});
