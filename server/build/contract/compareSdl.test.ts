import { describe, expect, test } from "@jest/globals";
import { compareSdl } from "./compareSdl";
import { closeUnreleased, findViolations } from "./findViolations";

const days = { today: "2027-06-01", releaseDay: "2027-05-01" };
const changelog = (...lines: string[]) =>
  [
    "# Changes",
    "",
    "## Unreleased",
    "",
    ...lines.map((line) => `- ${line}`),
    "",
    "## 2027-05-01",
    "",
    "- old",
  ].join("\n");
const check = (released: string, current: string, log = changelog()) =>
  findViolations(compareSdl(released, current, days), log);

const visa = "type Query { visa: Visa } type Visa { name: String price: Int }";

describe("a breaking change is refused:", () => {
  test.each([
    [
      "a removed field",
      visa,
      "type Query { visa: Visa } type Visa { name: String }",
      "Visa.price was removed.",
    ],
    [
      "a field that became nullable",
      "type Query { a: Float! }",
      "type Query { a: Float }",
      "Query.a changed type",
    ],
    [
      "list items that became nullable",
      "type Query { a: [String!]! }",
      "type Query { a: [String]! }",
      "Query.a changed type",
    ],
    [
      "an argument that became required",
      "type Query { a(b: ID): Int }",
      "type Query { a(b: ID!): Int }",
      "Query.a arg b has changed",
    ],
    ["a new required argument", "type Query { a: Int }", "type Query { a(b: ID!): Int }", "A required arg b"],
    [
      "a new required input field",
      "type Query { a(b: In): Int } input In { c: Int }",
      "type Query { a(b: In): Int } input In { c: Int d: Int! }",
      "A required field d on input type In was added.",
    ],
    [
      "a removed enum value",
      "type Query { a: E } enum E { X Y }",
      "type Query { a: E } enum E { X }",
      "Y was removed from enum type E.",
    ],
    ["a removed type", visa, "type Query { visa: String }", "Visa was removed."],
    [
      "a removed argument",
      "type Query { a(b: ID): Int }",
      "type Query { a: Int }",
      "Query.a arg b was removed.",
    ],
  ])("%s", (_change, released, current, message) => {
    expect(check(released, current).join()).toContain(`Breaking: ${message}`);
    expect(check(released, released)).toEqual([]);
  });
});

test("additions to the output and new descriptions are allowed", () => {
  expect(
    check(
      visa,
      `"A query." type Query { visa: Visa all: [Visa!]! } type Visa { name: String! price: Int days: Int }`,
    ),
  ).toEqual([]);
});

describe("a dangerous change needs a line in the changelog:", () => {
  test.each([
    [
      "a new enum value",
      "type Query { a: E } enum E { X }",
      "type Query { a: E } enum E { X Y }",
      "`Y` was added to enum type `E`.",
    ],
    [
      "a changed default of an argument",
      "type Query { a(b: Int = 1): Int }",
      "type Query { a(b: Int = 2): Int }",
      "`Query.a(b:)` has changed its default from 1 to 2.",
    ],
    [
      "a changed default of an input field",
      "type Query { a(b: In): Int } input In { c: Boolean = false }",
      "type Query { a(b: In): Int } input In { c: Boolean = true }",
      "`In.c` has changed its default\n  from false to true.",
    ],
    [
      "a removed default",
      "type Query { a(b: Int = 1): Int }",
      "type Query { a(b: Int): Int }",
      "`Query.a(b:)` has changed its default from 1 to none.",
    ],
    [
      "a new optional argument",
      "type Query { a: Int }",
      "type Query { a(b: Int): Int }",
      "An optional arg b on Query.a was added.",
    ],
  ])("%s", (_change, released, current, line) => {
    const [violation, ...others] = check(released, current);
    expect(violation).toContain("docs/api/changelog.md");
    expect(others).toEqual([]);
    expect(check(released, current, changelog(`${line} It does this.`))).toEqual([]);
    // A line under an earlier release does not announce a new change.
    expect(check(released, current, changelog().replace("- old", `- ${line}`))).toHaveLength(1);
  });
});

describe("@deprecated", () => {
  const deprecated = (reason: string) => `type Query { a: Int b: Int @deprecated(reason: "${reason}") }`;
  const without = "type Query { a: Int }";
  const released = (day: string) => deprecated(`Use \`a\`. Not removed before ${day}`);

  test("allows the removal from the stated day on, not earlier", () => {
    expect(check(released("2027-06-01"), without)).toEqual([]);
    expect(check(released("2027-06-02"), without)).toEqual(["Breaking: Query.b was removed."]);
  });

  test("also allows the removal of arguments, enum values and types that only removed fields use", () => {
    const past = '@deprecated(reason: "Unused. Not removed before 2027-06-01")';
    const before = `type Query { a(x: Int ${past}, y: E): Int b: B ${past} } type B { c: Int } enum E { X Y ${past} }`;
    const after = "type Query { a(y: E): Int } enum E { X }";
    expect(check(before, after)).toEqual([]);
    expect(check(before.replaceAll("2027-06-01", "2027-07-01"), after)).toHaveLength(4);
  });

  test.each([
    "",
    "Not removed before 2029-01-01",
    "Use `a`",
    "Use `a`. Not removed before 2029-02-30",
    "Use `a`. Not removed before 2029-01-01.",
    "Use `a`. Not removed before January 2029",
  ])("refuses a reason in another form: %j", (reason) => {
    expect(check(without, deprecated(reason))).toEqual([
      expect.stringContaining("Query.b: the reason of @deprecated"),
    ]);
  });

  test("refuses a missing reason", () => {
    expect(check(without, "type Query { a: Int b: Int @deprecated }")).toHaveLength(1);
  });

  test("lasts at least twelve months from the release and is never shortened", () => {
    expect(check(without, released("2028-05-01"))).toEqual([]);
    expect(check(without, released("2028-04-30"))).toEqual([
      "Breaking: Query.b may not be removed before 2028-05-01, but says 2028-04-30.",
    ]);
    expect(check(released("2027-06-01"), released("2027-06-01"))).toEqual([]);
    expect(check(released("2027-08-01"), released("2027-07-01"))).toHaveLength(1);
    expect(check(released("2027-08-01"), released("2027-09-01"))).toEqual([]);
  });
});

test("a release moves the unreleased lines below the heading of its day, even if an earlier release has the same day", () => {
  const closed = closeUnreleased(changelog("new"), "2027-06-01");
  expect(closed).toContain("## Unreleased\n\n## 2027-06-01\n\n- new\n\n## 2027-05-01\n\n- old");
  const again = closeUnreleased(
    closed.replace("## Unreleased\n", "## Unreleased\n\n- newer\n"),
    "2027-06-01",
  );
  expect(again).toContain("## Unreleased\n\n## 2027-06-01\n\n- newer\n\n- new\n\n## 2027-05-01");
});
