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

const keyParts = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
  number: /^\d+$/,
  id: /^[\da-f-]{36}$/,
  text: /^/,
};

/**
 * Returns the sort key of a cursor. Its parts are checked, because with a key of another list a page would be empty, as
 * if there were nothing more.
 */
export function decodeCursor(cursor: string, parts: readonly (keyof typeof keyParts)[]): string[] {
  try {
    const key: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    const isPart = (part: unknown, at: number): part is string =>
      typeof part === "string" && (keyParts[parts[at]!]?.test(part) ?? false);
    if (Array.isArray(key) && key.length === parts.length && key.every(isPart)) return key;
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
