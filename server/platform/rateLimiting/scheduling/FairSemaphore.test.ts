import { describe, expect, test } from "@jest/globals";
import { FairSemaphore } from "./FairSemaphore";

/** Makes tasks that record their start and stay pending until the test ends them. */
function makeWorks(semaphore: FairSemaphore) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all: Promise<unknown>[] = [];
  const add = (person: string, name: string) =>
    all.push(
      semaphore.run(person, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  /** Ends the running tasks, one after another, until none are left. */
  const finish = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all(all);
  };
  return { add, begun, finish };
}

describe("a fair semaphore", () => {
  test("serves people round-robin, and each person's tasks in order", async () => {
    const semaphore = new FairSemaphore(1);
    const { add, begun, finish } = makeWorks(semaphore);
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) add(name[0]!, name);
    await finish();
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
    expect(semaphore.count).toBe(0);
  });

  test("limits concurrent tasks, and counts them together with waiting ones", async () => {
    const semaphore = new FairSemaphore(2);
    const { add, begun, finish } = makeWorks(semaphore);
    for (const name of ["a1", "a2", "a3", "b1"]) add(name[0]!, name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(["a1", "a2"]);
    expect(semaphore.count).toBe(4);
    await finish();
    expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  });

  test("continues after a failed task, and passes its error to its caller", async () => {
    const semaphore = new FairSemaphore(1);
    const failing = semaphore.run("a", async () => {
      throw new Error("on purpose");
    });
    const next = semaphore.run("a", async () => "done");
    await expect(failing).rejects.toThrow("on purpose");
    expect(await next).toBe("done");
  });

  test("is idle when no task is running or waiting", async () => {
    const semaphore = new FairSemaphore(1);
    await semaphore.idle();
    const done: string[] = [];
    const works = ["a", "b"].map((name) => semaphore.run(name, async () => void done.push(name)));
    await semaphore.idle();
    expect(done).toEqual(["a", "b"]);
    await Promise.all(works);
  });
});
