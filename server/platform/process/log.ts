import { pino, type Logger } from "pino";

/** JSON lines on standard output: the same stream that the start prints its last line to, so that the two keep their order. */
export function makeLog(level: string): Logger {
  return pino({ level, serializers: { err: withoutValues } }, process.stdout);
}

/** TypeORM hangs a statement's values on its errors: names, numbers, hashes of codes. None of them is for a log. */
function withoutValues(error: Error): object {
  const { parameters: _values, ...rest } = pino.stdSerializers.err(error) as { parameters?: unknown };
  return rest;
}
