import { pino, type Logger } from "pino";

/** Fields of a database error that, unlike `detail`, contain no values of a row. */
const fieldsWithoutValues = ["type", "message", "stack", "code", "constraint", "table", "column", "query"];
/** PostgreSQL's class of error codes for invalid values, whose messages quote the value. */
const dataException = /^22/;

/** Returns a log that writes JSON lines to standard output. */
export function makeLog(level: string, output: { write(line: string): void } = process.stdout): Logger {
  return pino({ level, serializers: { err: withoutValues } }, output);
}

/** Prints an error that ends the process, with its stack. */
export function printError(thrown: unknown): void {
  if (!(thrown instanceof Error)) return console.error(thrown);
  const { stack, message: _inStack, ...rest } = withoutValues(thrown);
  console.error(stack, rest);
}

/**
 * Removes the values of the statement and of the row, such as names and phone numbers, from errors of TypeORM and
 * PostgreSQL.
 */
function withoutValues(error: Error): Record<string, unknown> {
  const described: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  if (!("driverError" in described || "severity" in described)) return described;
  if (dataException.test(String(described["code"]))) {
    described["stack"] = String(described["stack"]).replace(error.message, "invalid value");
    described["message"] = "invalid value";
  }
  return Object.fromEntries(
    fieldsWithoutValues.flatMap((name) => (name in described ? [[name, described[name]]] : [])),
  );
}
