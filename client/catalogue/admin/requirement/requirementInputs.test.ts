import { expect, test } from "@jest/globals";
import { makeBlank, toItem } from "./requirementInputs";

test("the id for a label that is in use ends in a number after a single hyphen", () => {
  const words = "a".repeat(56);
  const country = { visas: [], documents: [] } as unknown as Parameters<typeof makeBlank>[0];
  const inputs = { ...makeBlank(country), label: `${words} bc` };
  const first = toItem(inputs, undefined, []);
  expect(toItem(inputs, undefined, [first]).requirement.requirementId).toBe(`${words}-2`);
});
