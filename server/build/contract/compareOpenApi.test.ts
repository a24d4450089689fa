import { describe, expect, test } from "@jest/globals";
import { compareOpenApi } from "./compareOpenApi";
import { findViolations } from "./findViolations";

/** Returns a document with one operation, which takes the parameter `n` and a body, and returns a `Visa`. */
function makeDocument() {
  return {
    paths: {
      "/visa": {
        post: {
          parameters: [{ name: "n", in: "query", required: false, schema: { type: "integer", default: 1 } }],
          requestBody: { required: false, content: inJson(objectOf({ by: { enum: ["A", "B"] }, to: text })) },
          responses: { 200: { content: inJson({ $ref: "#/components/schemas/Visa" }) } } as Record<
            string,
            object
          >,
        },
      } as Record<string, object>,
    } as Record<string, object>,
    components: {
      schemas: {
        Visa: objectOf({
          name: text,
          kind: { type: "string", enum: ["X", "Y"] },
          note: { anyOf: [text, { type: "null" }] },
          next: { $ref: "#/components/schemas/Visa" },
          days: { type: "array", items: { type: "integer" } },
        }),
      },
    },
  };
}

const text = { type: "string" };
const inJson = (schema: object) => ({ "application/json": { schema } });
const objectOf = (properties: Record<string, object>) => ({
  type: "object",
  properties,
  required: [] as string[],
});

type Document = ReturnType<typeof makeDocument>;
type Operation = {
  parameters: Record<string, unknown>[];
  requestBody: Record<string, unknown> & {
    content: { "application/json": { schema: ReturnType<typeof objectOf> } };
  };
  responses: Record<string, object>;
};
const operationOf = ({ paths }: Document) => (paths["/visa"] as { post: Operation }).post;
const bodyOf = (document: Document) => operationOf(document).requestBody.content["application/json"].schema;
const visaOf = ({ components }: Document) => components.schemas.Visa;

function violationsAfter(change: (document: Document) => void, changelog = "\n## Unreleased\n"): string {
  const after = structuredClone(makeDocument());
  change(after);
  return findViolations(compareOpenApi(makeDocument(), after), changelog).join("\n");
}

describe("a breaking change is refused:", () => {
  test.each<[string, (document: Document) => void, string]>([
    ["a removed path", ({ paths }) => delete paths["/visa"], "POST /visa was removed."],
    [
      "a removed method",
      ({ paths }) => delete (paths["/visa"] as { post?: object }).post,
      "POST /visa was removed.",
    ],
    ["a removed response field", (one) => delete visaOf(one).properties["name"], "Visa.name was removed."],
    [
      "a removed enum value in a response",
      (one) => (visaOf(one).properties["kind"] = { type: "string", enum: ["X"] }),
      "the value Y was removed.",
    ],
    [
      "a removed parameter",
      (one) => (operationOf(one).parameters = []),
      "the parameter n in query was removed.",
    ],
    [
      "a parameter that became required",
      (one) => (operationOf(one).parameters[0]!["required"] = true),
      "n in query became required.",
    ],
    [
      "a new required parameter",
      (one) => operationOf(one).parameters.push({ name: "m", in: "query", required: true, schema: text }),
      "m in query became required.",
    ],
    [
      "a body that became required",
      (one) => (operationOf(one).requestBody["required"] = true),
      "its body became required.",
    ],
    [
      "a body field that became required",
      (one) => bodyOf(one).required.push("to"),
      "body.to became required.",
    ],
    [
      "a removed enum value in the body",
      (one) => (bodyOf(one).properties["by"] = { enum: ["A"] }),
      "the value B was removed.",
    ],
    [
      "a changed type of a response field",
      (one) => (visaOf(one).properties["name"] = { type: "integer" }),
      "Visa.name changed from string to integer.",
    ],
    [
      "a response field that became nullable",
      (one) => (visaOf(one).properties["name"] = { anyOf: [text, { type: "null" }] }),
      "Visa.name changed from string to string or null.",
    ],
    [
      "a changed type of list items",
      (one) => (visaOf(one).properties["days"] = { type: "array", items: text }),
      "Visa.days changed from integer to string.",
    ],
    ["a removed response", (one) => delete operationOf(one).responses["200"], "POST /visa 200 was removed."],
  ])("%s", (_change, change, message) => {
    const violations = violationsAfter(change);
    expect(violations).toContain("Breaking: ");
    expect(violations).toContain(message);
  });

  test("a response field that is no longer always present", () => {
    const before = makeDocument();
    visaOf(before).required.push("name");
    expect(compareOpenApi(before, makeDocument()).breaking).toEqual(["Visa.name may be missing."]);
  });
});

test("additions are allowed, and so is a response field that is no longer nullable", () => {
  expect(
    violationsAfter((one) => {
      one.paths["/new"] = { get: {} };
      operationOf(one).parameters.push({ name: "m", in: "query", required: false, schema: text });
      Object.assign(visaOf(one).properties, { more: text, note: text });
      bodyOf(one).properties["by"] = { enum: ["A", "B", "C"] };
    }),
  ).toBe("");
});

test.each<[string, (document: Document) => void, string]>([
  [
    "a new value in a response",
    (one) => (visaOf(one).properties["kind"] = { type: "string", enum: ["X", "Y", "Z"] }),
    "`Visa.kind`: the value `Z` was added.",
  ],
  [
    "a changed default",
    (one) => (operationOf(one).parameters[0]!["schema"] = { type: "integer", default: 2 }),
    "POST /visa n in query has changed its default.",
  ],
])("a dangerous change needs a line in the changelog: %s", (_change, change, line) => {
  expect(violationsAfter(change)).toContain("docs/api/changelog.md");
  expect(violationsAfter(change, `\n## Unreleased\n\n- ${line}\n`)).toBe("");
});
