import { describe, expect, test } from "@jest/globals";
import { Turns } from "./Turns";

/** Tasks that record their start and only end when the test ends them. */
function makeWorks(turns: Turns) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all: Promise<unknown>[] = [];
  const add = (person: string, name: string) =>
    all.push(
      turns.take(person, () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      }),
    );
  /** Ends the running ones, one after another, until none are left. */
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

describe("turns", () => {
  test("serve people round-robin, and each person's tasks in order", async () => {
    const turns = new Turns(1);
    const { add, begun, finish } = makeWorks(turns);
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) add(name[0]!, name);
    await finish();
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
    expect(turns.count).toBe(0);
  });

  test("limit concurrent tasks, and count them together with waiting ones", async () => {
    const turns = new Turns(2);
    const { add, begun, finish } = makeWorks(turns);
    for (const name of ["a1", "a2", "a3", "b1"]) add(name[0]!, name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(["a1", "a2"]);
    expect(turns.count).toBe(4);
    await finish();
    expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  });

  test("continue after a failed task, and pass its error to its caller", async () => {
    const turns = new Turns(1);
    const failing = turns.take("a", async () => {
      throw new Error("on purpose");
    });
    const next = turns.take("a", async () => "done");
    await expect(failing).rejects.toThrow("on purpose");
    expect(await next).toBe("done");
  });

  test("are idle when nothing is running or waiting", async () => {
    const turns = new Turns(1);
    await turns.idle();
    const done: string[] = [];
    const works = ["a", "b"].map((name) => turns.take(name, async () => void done.push(name)));
    await turns.idle();
    expect(done).toEqual(["a", "b"]);
    await Promise.all(works);
  });
});
