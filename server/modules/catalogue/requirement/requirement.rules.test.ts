import { expect, test } from "@jest/globals";
import { toQuestion } from "./requirement.rules";

test.each([
  ["If you hold a visa", "Do you hold a visa?"],
  ["If you have earlier visas or stamps", "Do you have earlier visas or stamps?"],
  ["If you have a used visa", "Do you have a used visa?"],
  ["If you have visited Singapore before", "Have you visited Singapore before?"],
  ["If you have been to Morocco for work", "Have you been to Morocco for work?"],
  ["If you are supported by a friend", "Are you supported by a friend?"],
  ["If the child is travelling with only one parent", "Is the child travelling with only one parent?"],
  ["If it applies to you", "Does it apply to you?"],
  ["If the immigration desk asks for it", "Does this apply to you? If the immigration desk asks for it"],
])("turns the circumstance %j into a question", (circumstance, question) => {
  expect(toQuestion(circumstance)).toBe(question);
});
