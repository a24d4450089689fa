import { expect, test } from "@jest/globals";
import { describeTurn, isPlanUseful, planTravellers, withoutRemoved } from "./travellerPlan";

const asha = { label: "Asha Rao", visaApplicantId: "a" };
const ravi = { label: "Ravi Rao", visaApplicantId: "r" };

test("travellers are planned adults first, with their names or a number", () => {
  const plan = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 1 }, { ADULT: [" ", " Ravi "] });
  expect(plan.map(({ label }) => label)).toEqual(["Adult 1", "Ravi", "Infant 1"]);
});

test("a plan is useful for several, or for one whose details are there", () => {
  const [one] = planTravellers({ ADULT: 1, CHILD: 0, INFANT: 0 });
  expect(isPlanUseful([one!])).toBe(false);
  expect(isPlanUseful([asha])).toBe(true);
});

test("the turn counts those who are there and those who are still to come", () => {
  const [one, two] = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 0 });
  expect(describeTurn([one!, two!], [])).toBe("Adult 1, 1 of 2");
  expect(describeTurn([two!], [asha])).toBe("Adult 2, 2 of 2");
  expect(describeTurn([asha, ravi, one!], [asha, ravi])).toBe("Asha Rao, 1 of 3");
  expect(describeTurn([one!], [asha, ravi])).toBe("Adult 1, 3 of 3");
  expect(describeTurn([], [asha])).toBeUndefined();
});

test("an applicant who was removed meanwhile is not planned", () => {
  expect(withoutRemoved([asha, ravi], [ravi])).toEqual([ravi]);
});
