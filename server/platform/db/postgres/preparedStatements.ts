/** Longer lists of values come in many lengths, and the server keeps a plan of each prepared text. */
const maxPreparedValues = 32;

/** Names of the texts that a connection prepares once. */
export class StatementNames {
  /** By text; bounded, because all statements are in the code. */
  readonly #names = new Map<string, string>();

  /** Returns undefined for a text that should not be prepared. */
  nameFor(text: string, values: readonly unknown[]): string | undefined {
    if (values.length > maxPreparedValues) return undefined;
    const known = this.#names.get(text);
    if (known !== undefined) return known;
    const name = `text ${this.#names.size}`;
    this.#names.set(text, name);
    return name;
  }
}

/**
 * Codes of a prepared statement that is no longer valid. Nothing was executed: its table has a new column
 * (feature_not_supported), or its first use failed before it was prepared (invalid_sql_statement_name).
 */
export const staleStatements = new Set<string | undefined>(["0A000", "26000"]);
