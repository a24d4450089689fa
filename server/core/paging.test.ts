import { describe, expect, test } from "@jest/globals";
import { checkFirst, decodeCursor, encodeCursor, makePage } from "./paging";

const keyOf = (text: string) => [text];

describe("a page", () => {
  test("of fewer rows than requested is the last", () => {
    const page = makePage(["a", "b"], 3, 2, keyOf);
    expect(page.nodes).toEqual(["a", "b"]);
    expect(page.pageInfo).toEqual({ hasNextPage: false, endCursor: encodeCursor(["b"]) });
    expect(page.totalCount).toBe(2);
  });

  test("of exactly the requested number of rows is the last", () => {
    expect(makePage(["a", "b"], 2, 9, keyOf).pageInfo.hasNextPage).toBe(false);
  });

  test("omits the additional row that indicates a next page", () => {
    const page = makePage(["a", "b", "c"], 2, 9, keyOf);
    expect(page.nodes).toEqual(["a", "b"]);
    expect(page.pageInfo).toEqual({ hasNextPage: true, endCursor: encodeCursor(["b"]) });
  });

  test("has an edge with a cursor for each node", () => {
    const { edges } = makePage(["a", "b"], 2, 2, keyOf);
    expect(edges.map(({ node, cursor }) => [node, decodeCursor(cursor, ["text"])])).toEqual([
      ["a", ["a"]],
      ["b", ["b"]],
    ]);
  });

  test("without rows has no cursor", () => {
    expect(makePage([], 2, 0, keyOf)).toEqual({
      edges: [],
      nodes: [],
      pageInfo: { hasNextPage: false, endCursor: null },
      totalCount: 0,
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
  test("decodes to its sort key, with any characters", () => {
    const key = ["2026-11-20T10:00:00.000Z", 'a "quoted" ☂ key, with | and / and +'];
    expect(decodeCursor(encodeCursor(key), ["time", "text"])).toEqual(key);
  });

  test("needs no escaping in a URL", () => {
    expect(encodeCursor(["???>>>~~~"])).toMatch(/^[\w-]+$/);
  });

  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  test.each([
    ["nothing", ""],
    ["not base64", "§§§"],
    ["not JSON", Buffer.from("a:b").toString("base64url")],
    ["too few parts", encode(["a"])],
    ["too many parts", encode(["a", "b", "c"])],
    ["a part that is not a string", encode(["a", 1])],
    ["no array", encode({ 0: "a", 1: "b", length: 2 })],
    ["null", encode(null)],
  ])("is refused if it contains %s", (_what, cursor) => {
    expect(() => decodeCursor(cursor, ["text", "text"])).toThrow(
      expect.objectContaining({ code: "BAD_USER_INPUT", message: "after is not a cursor of this list" }),
    );
  });

  const id = "11111111-1111-4111-8111-111111111111";
  const keys = {
    "day id": ["2026-11-20", id],
    "time id": ["2026-11-20T10:00:00.000Z", id],
    "number text": ["2899", "vietnam-30-days-single-entry"],
    "time text": ["2026-11-20T10:00:00.000Z", `${id}:${id}`],
  };
  test.each([
    [["day", "id"], ["day id"]],
    [["time", "id"], ["time id"]],
    [["number", "text"], ["number text"]],
    [
      ["time", "text"],
      ["time id", "time text"],
    ],
  ] as const)("of a list by %j is refused by lists with another sort key", (parts, accepted) => {
    const isAccepted = (key: readonly string[]) => {
      try {
        return decodeCursor(encodeCursor(key), parts).length > 0;
      } catch {
        return false;
      }
    };
    const found = Object.entries(keys).filter(([, key]) => isAccepted(key));
    expect(found.map(([name]) => name)).toEqual(accepted);
  });
});
