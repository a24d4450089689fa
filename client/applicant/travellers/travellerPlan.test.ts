import { expect, test } from "@jest/globals";
import { describePlanned, isPlanUseful, planTravellers, withoutRemoved } from "./travellerPlan";

const asha = { label: "Asha Rao", visaApplicantId: "a" };
const ravi = { label: "Ravi Rao", visaApplicantId: "r" };

test("travellers are planned adults first, with their names or a number", () => {
  const plan = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 1 }, { ADULT: [" ", " Ravi "] });
  expect(plan.map(({ label }) => label)).toEqual(["Adult 1", "Ravi", "Infant 1"]);
});

test("a plan is useful for several travellers, or for one whose details are stored", () => {
  const [one] = planTravellers({ ADULT: 1, CHILD: 0, INFANT: 0 });
  expect(isPlanUseful([one!])).toBe(false);
  expect(isPlanUseful([asha])).toBe(true);
});

test("the place in the plan counts added and planned applicants", () => {
  const [one, two] = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 0 });
  expect(describePlanned([one!, two!], [])).toBe("Adult 1, 1 of 2");
  expect(describePlanned([two!], [asha])).toBe("Adult 2, 2 of 2");
  expect(describePlanned([asha, ravi, one!], [asha, ravi])).toBe("Asha Rao, 1 of 3");
  expect(describePlanned([one!], [asha, ravi])).toBe("Adult 1, 3 of 3");
  expect(describePlanned([], [asha])).toBeUndefined();
});

test("an applicant who was removed meanwhile leaves the plan", () => {
  expect(withoutRemoved([asha, ravi], [ravi])).toEqual([ravi]);
});
