import { expect, test } from "@jest/globals";
import { describePlanned, isPlanUseful, planTravellers, withoutRemoved } from "./travellerPlan";

const asha = { label: "Asha Rao", visaApplicantId: "a" };
const ravi = { label: "Ravi Rao", visaApplicantId: "r" };

test("the plan lists adults first and labels each traveller by name or number", () => {
  const plan = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 1 }, { ADULT: [" ", " Ravi "] });
  expect(plan.map(({ label }) => label)).toEqual(["Adult 1", "Ravi", "Infant 1"]);
});

test("a plan for one traveller is useful only if the traveller's details are already stored", () => {
  const [one] = planTravellers({ ADULT: 1, CHILD: 0, INFANT: 0 });
  expect(isPlanUseful([one!])).toBe(false);
  expect(isPlanUseful([asha])).toBe(true);
});

test("the position in the plan counts both added and planned applicants", () => {
  const [one, two] = planTravellers({ ADULT: 2, CHILD: 0, INFANT: 0 });
  expect(describePlanned([one!, two!], [])).toBe("Adult 1, 1 of 2");
  expect(describePlanned([two!], [asha])).toBe("Adult 2, 2 of 2");
  expect(describePlanned([asha, ravi, one!], [asha, ravi])).toBe("Asha Rao, 1 of 3");
  expect(describePlanned([one!], [asha, ravi])).toBe("Adult 1, 3 of 3");
  expect(describePlanned([], [asha])).toBeUndefined();
});

test("an applicant who was removed from the application is no longer in the plan", () => {
  expect(withoutRemoved([asha, ravi], [ravi])).toEqual([ravi]);
});
