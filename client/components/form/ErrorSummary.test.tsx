import { expect, test } from "@jest/globals";
import { renderToStaticMarkup } from "react-dom/server";
import { ErrorSummary, type FieldViolation } from "./ErrorSummary";

const showLines = (errors: FieldViolation[]) =>
  [
    ...renderToStaticMarkup(<ErrorSummary errors={errors} />).matchAll(
      /<a [^>]*href="#([^"]*)"[^>]*>([^<]*)/g,
    ),
  ].map(([, id, line]) => `${id}: ${line}`);

test("names the field only if several fields have the same message", () => {
  const message = "The file is damaged.";
  expect(
    showLines([
      { fieldId: "front", message, label: "Passport front page" },
      { fieldId: "name", message: "Please enter first name", label: "First name" },
      { fieldId: "back", message, label: "Passport back page" },
    ]),
  ).toEqual([
    "front: Passport front page: The file is damaged.",
    "name: Please enter first name",
    "back: Passport back page: The file is damaged.",
  ]);
});

test("shows only the repeated message if the field does not have a label", () => {
  expect(
    showLines([
      { fieldId: "one", message: "Wrong" },
      { fieldId: "two", message: "Wrong" },
    ]),
  ).toEqual(["one: Wrong", "two: Wrong"]);
});
