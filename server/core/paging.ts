import { DomainError } from "./errors";

/** A page of a connection, as the schema's `…Connection` types want it. */
export interface Page<Node> {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
  totalCount: number;
}

export const maxPerPage = 100;

/** How many a page may hold: 1 to `maxPerPage`. */
export function checkFirst(first: number): number {
  if (first < 1 || first > maxPerPage)
    throw new DomainError("BAD_USER_INPUT", `first must be between 1 and ${maxPerPage}`, { field: "first" });
  return first;
}

/** Cursors are opaque to callers: base64url over the sort key. */
export function encodeCursor(key: readonly string[]): string {
  return Buffer.from(JSON.stringify(key)).toString("base64url");
}

/** The sort key of a cursor with that many parts. */
export function decodeCursor(cursor: string, parts: number): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (Array.isArray(key) && key.length === parts && key.every((part) => typeof part === "string"))
      return key;
  } catch {
    // Falls through: not JSON is as wrong as not ours.
  }
  throw new DomainError("BAD_USER_INPUT", "after is not a cursor of this list", { field: "after" });
}

/** Makes the page out of its rows, one more than `first` where there is a next page. */
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
