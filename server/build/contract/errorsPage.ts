/** Generates docs/api/errors.md from the table of errors. */
import {
  protocolErrorTable,
  topLevelErrorTable,
  userErrorTable,
  type ErrorTable,
} from "../../core/errorTable";

const retries = {
  no: "no",
  corrected: "yes, after the correction",
  later: "yes, later",
} as const;

const intro = `# Errors

Generated from \`server/core/errorTable.ts\` by \`npm run api:docs\`. Texts of messages may change; codes do not.

**GraphQL.** What the sender of the input can correct is in \`userErrors\` of a mutation, each with \`field\`, \`code\` and
\`message\`, and HTTP 200. Everything else is in \`errors\`: \`extensions.code\` has the code, \`extensions.retryAfter\` the
seconds to wait, \`extensions.field\` the argument and \`extensions.reference\` the entry in our log, if there is one. If
only a part of an operation fails, the rest of \`data\` is there, and the status is 200.

**REST** has the HTTP statuses below. \`errors\` lists what can be corrected, and \`message\` is for the user.

**Retries.** "Later" means after \`retryAfter\` seconds, which \`Retry-After\` has too. Repeat mutations with the same
\`idempotencyKey\`: what was done before is not done twice.`;

export function writeErrorsPage(): string {
  return [
    intro,
    "## In `userErrors`",
    ...describeRows(userErrorTable),
    "## At the top level",
    ...describeRows({ ...topLevelErrorTable, ...protocolErrorTable }),
    "",
  ].join("\n\n");
}

function describeRows(rows: ErrorTable): string[] {
  return Object.entries(rows).map(([code, { status, when, action, retry }]) =>
    [
      `### \`${code}\``,
      "",
      when,
      "",
      `- What to do: ${action}`,
      `- Retry: ${retries[retry]}`,
      `- HTTP status: ${status}`,
    ].join("\n"),
  );
}
