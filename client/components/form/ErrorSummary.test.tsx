import { expect, test } from "@jest/globals";
import { renderToStaticMarkup } from "react-dom/server";
import { ErrorSummary, type FieldViolation } from "./ErrorSummary";

const showLines = (errors: FieldViolation[]) =>
  [
    ...renderToStaticMarkup(<ErrorSummary errors={errors} />).matchAll(
      /<a [^>]*href="#([^"]*)"[^>]*>([^<]*)/g,
    ),
  ].map(([, id, line]) => `${id}: ${line}`);

test("the error summary names a field only if several fields have the same message", () => {
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

test("the error summary shows general messages after the last field was corrected", () => {
  const summary = renderToStaticMarkup(
    <ErrorSummary errors={[]} general={["The visa is no longer offered"]} />,
  );
  expect(summary).toContain("The visa is no longer offered");
  expect(summary).not.toContain("There is a problem");
});

test("the error summary shows a repeated message alone if its fields do not have labels", () => {
  expect(
    showLines([
      { fieldId: "one", message: "Wrong" },
      { fieldId: "two", message: "Wrong" },
    ]),
  ).toEqual(["one: Wrong", "two: Wrong"]);
});
