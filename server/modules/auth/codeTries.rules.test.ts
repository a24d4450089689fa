import { expect, test } from "@jest/globals";
import { allTries, countTry, isLastTry, type CodeTries, type Trier } from "./codeTries.rules";

const fresh: CodeTries = { tries: 0, askedFrom: "home", triesFrom: {} };
const from = (network: string): Trier => ({ hasHandle: false, network });
const withHandle: Trier = { hasHandle: true };

/** Applies the attempts and returns the counts and how many attempts were allowed. */
function afterTries(triers: readonly Trier[]): { code: CodeTries; allowed: number } {
  let code = fresh;
  let allowed = 0;
  for (const trier of triers) {
    const counted = countTry(code, trier);
    if (!counted) continue;
    code = counted;
    allowed++;
  }
  return { code, allowed };
}
const times = (count: number, trier: Trier) => Array<Trier>(count).fill(trier);

test("the holder of the handle has five attempts, independent of others", () => {
  const others = [...times(9, from("home")), ...times(9, from("elsewhere")), ...times(9, from("there"))];
  expect(afterTries([...others, ...times(9, withHandle)]).code.tries).toBe(5);
});

test("the requesting network has five attempts without the handle, independent of others", () => {
  const { code } = afterTries([
    ...times(30, from("elsewhere")),
    ...times(9, withHandle),
    ...times(9, from("home")),
  ]);
  expect(code.triesFrom["home"]).toBe(5);
});

test("another network has five attempts and all others share ten, so that the total is twenty", () => {
  expect(afterTries(times(9, from("elsewhere"))).allowed).toBe(5);
  const many = Array.from({ length: 30 }, (_, index) => from(`elsewhere-${index}`));
  expect(afterTries(many).allowed).toBe(10);
  const { code } = afterTries([...many, ...times(9, withHandle), ...times(9, from("home"))]);
  expect(allTries(code)).toBe(20);
});

test("the last attempt is recognised", () => {
  expect(isLastTry(afterTries(times(4, withHandle)).code, withHandle)).toBe(false);
  expect(isLastTry(afterTries(times(5, withHandle)).code, withHandle)).toBe(true);
});
