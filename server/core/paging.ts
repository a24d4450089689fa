import { DomainError } from "./errors";

export interface Page<Node> {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

export const maxPerPage = 100;

/** Returns `first`; throws unless it is between 1 and `maxPerPage`. */
export function checkFirst(first: number): number {
  if (first < 1 || first > maxPerPage)
    throw new DomainError("BAD_USER_INPUT", `first must be between 1 and ${maxPerPage}`, { field: "first" });
  return first;
}

/** Cursors are opaque to callers: base64url of the sort key. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** Returns the sort key of a cursor, which must have `parts` parts. */
export function decodeCursor(cursor: string, parts: number): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(key) && key.length === parts && key.every((part) => typeof part === "string"))
      return key;
  } catch {
    // Invalid JSON is handled below, like other invalid cursors.
  }
  throw new DomainError("BAD_USER_INPUT", "after is not a cursor of this list", { field: "after" });
}

/** Creates a page from its rows, which include one more than `first` if there is a next page. */
export function makePage<Node>(
  rows: readonly Node[],
  first: number,
  totalCount: number,
  keyOf: (node: Node) => readonly string[],
): Page<Node> {
  const nodes = rows.slice(0, first);
  const edges = nodes.map((node) => ({ cursor: encodeCursor(keyOf(node)), node }));
  return {
    edges,
    nodes,
    pageInfo: { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null },
    totalCount,
  };
}
