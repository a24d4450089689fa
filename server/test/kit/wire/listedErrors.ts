// Not imported from the index of graphql, which would load the whole library in each suite.
import { parse } from "graphql/language/parser.js";
import { visit } from "graphql/language/visitor.js";
import { access, type Action } from "../../../core/access.rules";
import { commonErrors, keyErrors, listErrors, type Code } from "../../../build/contract/operationErrors";

interface Failure {
  path?: (string | number)[];
  extensions?: { code: string };
}

type Payload = { userErrors?: { code: string }[] } | null;

const ofAll: readonly string[] = [...commonErrors, ...keyErrors];

/** Throws if an operation fails with a code that docs/api/reference.md does not list for it. */
export function expectListed(query: string, data: unknown, errors: readonly Failure[] = []): void {
  const payloads = Object.entries((data ?? {}) as Record<string, Payload>);
  const found = [
    ...payloads.flatMap(([key, payload]) => (payload?.userErrors ?? []).map(({ code }) => ({ key, code }))),
    ...errors.map(({ path, extensions }) => ({ key: path?.[0], code: extensions?.code ?? "" })),
  ].filter(({ code }) => code && !ofAll.includes(code));
  if (found.length === 0) return;
  const names = readFields(query);
  for (const { key, code } of found) {
    const asked = key === undefined ? Object.values(names) : [names[key] ?? String(key)];
    if (!asked.some((name) => lists(name, code)))
      throw new Error(
        `${asked.join(", ")} failed with ${code}, which operationErrors.ts does not list for it`,
      );
  }
}

/** True if the reference lists the code, or omits the operation because it is for staff. */
const lists = (name: string, code: string) =>
  name.startsWith("staff") ||
  (Object.hasOwn(access, name) && listErrors(name as Action).includes(code as Code));

/**
 * Returns the names of an operation's fields by response name (alias or name). If a response name repeats, the first
 * field counts.
 */
function readFields(query: string): Record<string, string> {
  const names: Record<string, string> = {};
  visit(parse(query), {
    Field: ({ alias, name }) => {
      names[(alias ?? name).value] ??= name.value;
    },
  });
  return names;
}
