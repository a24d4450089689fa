import { pino, type Logger } from "pino";

/**
 * JSON lines on standard output. The start prints its last line to the same stream, so that the order is
 * preserved.
 */
export function makeLog(level: string): Logger {
  return pino({ level, serializers: { err: withoutValues } }, process.stdout);
}

/**
 * TypeORM attaches a statement's values to its errors: names, numbers, hashes of codes. They must not be
 * logged.
 */
function withoutValues(error: Error): object {
  const { parameters: _values, ...rest } = pino.stdSerializers.err(error) as { parameters?: unknown };
  return rest;
}
