import { pino, type Logger } from "pino";

/** JSON lines on standard output, in order with the last line of the start. */
export function makeLog(level: string): Logger {
  return pino({ level, serializers: { err: withoutValues } }, process.stdout);
}

/** TypeORM attaches a statement's values to its errors, such as names and numbers. */
function withoutValues(error: Error): object {
  const { parameters: _values, ...rest } = pino.stdSerializers.err(error) as { parameters?: unknown };
  return rest;
}
