import { randomUUID } from "node:crypto";

/** On every response and in its log line, so that a partner's report leads to the entry. */
export const requestIdHeader = "x-request-id";

/**
 * Returns an id that no other process uses. It reveals no counts, and ids that clients send are ignored, because
 * they could repeat.
 */
export const makeRequestId = (): string => randomUUID();
