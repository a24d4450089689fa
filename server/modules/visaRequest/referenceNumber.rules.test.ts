import { expect, test } from "@jest/globals";
import { isReferenceNumber, makeReferenceNumber, referenceAlphabet } from "./referenceNumber.rules";

/** A seeded linear congruential generator, so that a failure can be reproduced. */
function makeRandomIndex(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const randomIndex = makeRandomIndex(20_261_120);
const numbers = Array.from({ length: 400 }, () => makeReferenceNumber(randomIndex));

test("a reference number consists of VP, two groups of four characters, and a check character", () => {
  const character = `[${referenceAlphabet}]`;
  const form = new RegExp(`^VP-${character}{4}-${character}{4}-${character}$`);
  for (const number of numbers) expect(number).toMatch(form);
});

test("the alphabet omits ambiguous characters and has a prime length", () => {
  expect(referenceAlphabet).toHaveLength(31);
  expect(new Set(referenceAlphabet).size).toBe(31);
  for (const doubtful of "0ILOU") expect(referenceAlphabet).not.toContain(doubtful);
});

test("generated numbers are valid and distinct", () => {
  expect(numbers.filter((number) => !isReferenceNumber(number))).toEqual([]);
  expect(new Set(numbers).size).toBe(numbers.length);
});

test("every character of the alphabet is used", () => {
  const used = new Set(numbers.flatMap((number) => [...number.slice(3).replaceAll("-", "")]));
  expect([...used].sort().join("")).toBe(referenceAlphabet);
});

test("every single wrong character is detected", () => {
  const candidates = [..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcxyz_ -"];
  const missed: string[] = [];
  for (const number of numbers)
    for (let at = 0; at < number.length; at++)
      for (const character of candidates) {
        if (character === number[at]) continue;
        const wrong = number.slice(0, at) + character + number.slice(at + 1);
        if (isReferenceNumber(wrong)) missed.push(`${number} as ${wrong}`);
      }
  expect(missed).toEqual([]);
});

test("every swap of two neighbours is detected, including across dashes", () => {
  const missed: string[] = [];
  let swaps = 0;
  for (const number of numbers) {
    const characters = number.slice(3).replaceAll("-", "");
    for (let at = 0; at + 1 < characters.length; at++) {
      const [a = "", b = ""] = characters.slice(at, at + 2);
      if (a === b) continue;
      swaps++;
      const swapped = characters.slice(0, at) + b + a + characters.slice(at + 2);
      const wrong = `VP-${swapped.slice(0, 4)}-${swapped.slice(4, 8)}-${swapped[8]}`;
      if (isReferenceNumber(wrong)) missed.push(`${number} as ${wrong}`);
    }
  }
  expect(swaps).toBeGreaterThan(2000);
  expect(missed).toEqual([]);
});

test.each(["", "VP", "VP-1111-1111", "VP-1111-1111-", "XX-1111-1111-1", "VP11111111", " VP-1111-1111-1"])(
  "%j has a wrong format",
  (text) => {
    expect(isReferenceNumber(text)).toBe(false);
  },
);

test("a check character equals one that was calculated by hand", () => {
  // Indexes 0 to 7 are the characters 1 to 8; 0·2 + 1·3 + … + 7·9 = 196, and 196 mod 31 = 10, the index of B.
  let next = 0;
  const number = makeReferenceNumber(() => next++);
  expect(number).toBe("VP-1234-5678-B");
});
