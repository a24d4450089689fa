import { DomainError } from "./errors";

export interface Page<Node> {
  edges: { cursor: string; node: Node }[];
  nodes: Node[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

export const maxPerPage = 100;

/** Returns `first`; throws unless it is between 1 and `maxPerPage`. */
export function checkFirst(first: number): number {
  if (first < 1 || first > maxPerPage)
    throw new DomainError("BAD_USER_INPUT", `first must be between 1 and ${maxPerPage}`, { field: "first" });
  return first;
}

const keyParts = {
  day: /^\d{4}-\d{2}-\d{2}$/,
  time: /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/,
  // Matches safe integers.
  number: /^\d{1,15}$/,
  id: /^[\da-f-]{36}$/,
  text: /^/,
};

/**
 * The cursors of a list. They are opaque to callers: base64url of the list's name and the sort key. The name exposes a
 * cursor of another list, which would otherwise silently skip rows.
 */
export class ListCursors {
  constructor(
    private readonly list: string,
    private readonly parts: readonly (keyof typeof keyParts)[],
  ) {}

  encode(key: readonly string[]): string {
    return Buffer.from(JSON.stringify([this.list, ...key])).toString("base64url");
  }

  /** Returns the sort key of a cursor. Throws BAD_USER_INPUT if it is not a cursor of this list. */
  decode(cursor: string): string[] {
    try {
      const [list, ...key] = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8")) as unknown[];
      const isPart = (part: unknown, at: number): part is string =>
        typeof part === "string" && (keyParts[this.parts[at]!]?.test(part) ?? false);
      if (list === this.list && key.length === this.parts.length && key.every(isPart)) return key;
    } catch {
      // Anything but a JSON array is handled below, like other invalid cursors.
    }
    throw new DomainError("BAD_USER_INPUT", "after is not a cursor of this list", { field: "after" });
  }
}

/** Creates a page from `rows`, which must contain one row more than `first` if there is a next page. */
export function makePage<Node>(
  rows: readonly Node[],
  first: number,
  cursorOf: (node: Node) => string,
): Page<Node> {
  const nodes = rows.slice(0, first);
  const edges = nodes.map((node) => ({ cursor: cursorOf(node), node }));
  const pageInfo = { hasNextPage: rows.length > first, endCursor: edges.at(-1)?.cursor ?? null };
  return { edges, nodes, pageInfo };
}
