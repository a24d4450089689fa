import { expect, test } from "@jest/globals";
import {
  countAttempts,
  countAttempt,
  isLastAttempt,
  type CodeAttempts,
  type Attempt,
} from "./codeAttempts.rules";

const fresh: CodeAttempts = { tries: 0, askedFrom: "home", triesFrom: {} };
const from = (network: string): Attempt => ({ hasHandle: false, network });
const withHandle: Attempt = { hasHandle: true };

/** Applies the attempts; returns the resulting counts and the number of allowed attempts. */
function afterAttempts(attempts: readonly Attempt[]): { code: CodeAttempts; allowed: number } {
  let code = fresh;
  let allowed = 0;
  for (const attempt of attempts) {
    const counted = countAttempt(code, attempt);
    if (!counted) continue;
    code = counted;
    allowed++;
  }
  return { code, allowed };
}
const times = (count: number, attempt: Attempt) => Array<Attempt>(count).fill(attempt);

test("the holder of the challenge id has five attempts, which other callers cannot use up", () => {
  const others = [...times(9, from("home")), ...times(9, from("elsewhere")), ...times(9, from("there"))];
  expect(afterAttempts([...others, ...times(9, withHandle)]).code.tries).toBe(5);
});

test("the requesting network has five attempts without the challenge id, which other callers cannot use up", () => {
  const { code } = afterAttempts([
    ...times(30, from("elsewhere")),
    ...times(9, withHandle),
    ...times(9, from("home")),
  ]);
  expect(code.triesFrom["home"]).toBe(5);
});

test("each other network has five attempts and all other networks together have ten, so that the total is twenty", () => {
  expect(afterAttempts(times(9, from("elsewhere"))).allowed).toBe(5);
  const many = Array.from({ length: 30 }, (_, index) => from(`elsewhere-${index}`));
  expect(afterAttempts(many).allowed).toBe(10);
  const { code } = afterAttempts([...many, ...times(9, withHandle), ...times(9, from("home"))]);
  expect(countAttempts(code)).toBe(20);
});

test("isLastAttempt is true for the fifth attempt with the challenge id, but not for the fourth", () => {
  expect(isLastAttempt(afterAttempts(times(4, withHandle)).code, withHandle)).toBe(false);
  expect(isLastAttempt(afterAttempts(times(5, withHandle)).code, withHandle)).toBe(true);
});
