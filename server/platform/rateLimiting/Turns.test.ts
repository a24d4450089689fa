import { describe, expect, test } from "@jest/globals";
import { Turns } from "./Turns";

/** Works that note when they begin and end only when they are told to. */
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
  /** Ends those that run, one after another, until nothing is left. */
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
  test("go to one of each person after another, and keep each person's order", async () => {
    const turns = new Turns(1);
    const { add, begun, finish } = makeWorks(turns);
    for (const name of ["a1", "a2", "a3", "a4", "b1", "b2", "c1"]) add(name[0]!, name);
    await finish();
    expect(begun).toEqual(["a1", "a2", "b1", "c1", "a3", "b2", "a4"]);
    expect(turns.count).toBe(0);
  });

  test("let so many run at once, and count them with those that wait", async () => {
    const turns = new Turns(2);
    const { add, begun, finish } = makeWorks(turns);
    for (const name of ["a1", "a2", "a3", "b1"]) add(name[0]!, name);
    await new Promise((resolve) => setImmediate(resolve));
    expect(begun).toEqual(["a1", "a2"]);
    expect(turns.count).toBe(4);
    await finish();
    expect(begun).toEqual(["a1", "a2", "a3", "b1"]);
  });

  test("go on after work that failed, and its error reaches who asked for it", async () => {
    const turns = new Turns(1);
    const failing = turns.take("a", async () => {
      throw new Error("on purpose");
    });
    const next = turns.take("a", async () => "done");
    await expect(failing).rejects.toThrow("on purpose");
    expect(await next).toBe("done");
  });

  test("are idle when nothing runs and nothing waits", async () => {
    const turns = new Turns(1);
    await turns.idle();
    const done: string[] = [];
    const works = ["a", "b"].map((name) => turns.take(name, async () => void done.push(name)));
    await turns.idle();
    expect(done).toEqual(["a", "b"]);
    await Promise.all(works);
  });
});
