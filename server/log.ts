import { pino, type Logger } from "pino";

/** JSON lines on standard output: the same stream that the start prints its last line to, so that the two keep their order. */
export function makeLog(level: string): Logger {
  return pino({ level }, process.stdout);
}
