import { describe, expect, test } from "@jest/globals";
import { checkFirst, ListCursors, makePage } from "./paging";

const letters = new ListCursors("letters", ["text"]);
const cursorOf = (text: string) => letters.encode([text]);

describe("a page", () => {
  test("with fewer rows than requested is the last", () => {
    const page = makePage(["a", "b"], 3, cursorOf);
    expect(page.nodes).toEqual(["a", "b"]);
    expect(page.pageInfo).toEqual({ hasNextPage: false, endCursor: cursorOf("b") });
  });

  test("with exactly the requested number of rows is the last", () => {
    expect(makePage(["a", "b"], 2, cursorOf).pageInfo.hasNextPage).toBe(false);
  });

  test("omits the additional row that indicates a next page", () => {
    const page = makePage(["a", "b", "c"], 2, cursorOf);
    expect(page.nodes).toEqual(["a", "b"]);
    expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: cursorOf("b") });
  });

  test("has an edge with a cursor for each node", () => {
    const { edges } = makePage(["a", "b"], 2, cursorOf);
    expect(edges.map(({ node, cursor }) => [node, letters.decode(cursor)])).toEqual([
      ["a", ["a"]],
      ["b", ["b"]],
    ]);
  });

  test("without rows has no cursor", () => {
    expect(makePage([], 2, cursorOf)).toEqual({
      edges: [],
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
    });
  });
});

describe("first", () => {
  test.each([1, 20, 100])("may be %i", (first) => {
    expect(checkFirst(first)).toBe(first);
  });

  test.each([0, -1, 101, 2_147_483_647])("may not be %i", (first) => {
    expect(() => checkFirst(first)).toThrow(
      expect.objectContaining({ code: "BAD_USER_INPUT", message: "first must be between 1 and 100" }),
    );
  });
});

describe("a cursor", () => {
  const list = new ListCursors("list", ["time", "text"]);

  test("decodes to its sort key, whatever characters the key has", () => {
    const key = ["2026-11-20T10:00:00.000Z", 'a "quoted" ☂ key, with | and / and +'];
    expect(list.decode(list.encode(key))).toEqual(key);
  });

  test("needs no escaping in a URL", () => {
    expect(letters.encode(["???>>>~~~"])).toMatch(/^[\w-]+$/);
  });

  const refused = expect.objectContaining({
    code: "BAD_USER_INPUT",
    message: "after is not a cursor of this list",
  });
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const texts = new ListCursors("list", ["text", "text"]);
  test.each([
    ["nothing", ""],
    ["not base64", "§§§"],
    ["not JSON", Buffer.from("a:b").toString("base64url")],
    ["too few parts", encode(["list", "a"])],
    ["too many parts", encode(["list", "a", "b", "c"])],
    ["a part that is not a string", encode(["list", "a", 1])],
    ["an object instead of an array", encode({ 0: "list", 1: "a", 2: "b", length: 3 })],
    ["null", encode(null)],
    ["no list name", encode(["a", "b"])],
    ["the name of another list", encode(["other", "a", "b"])],
  ])("is rejected if it contains %s", (_what, cursor) => {
    expect(() => texts.decode(cursor)).toThrow(refused);
  });

  const id = "11111111-1111-4111-8111-111111111111";
  test.each([
    ["day", "20-11-2026"],
    ["time", "2026-11-20"],
    ["number", "1e3"],
    ["number", "1".repeat(16)],
    ["id", `${id}:${id}`],
  ] as const)("is rejected if its %s is %s", (part, text) => {
    const one = new ListCursors("one", [part]);
    expect(() => one.decode(one.encode([text]))).toThrow(refused);
  });
});
