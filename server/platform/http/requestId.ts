import { randomUUID } from "node:crypto";

/** On every response and in its log line, so that a partner's report leads to the entry. */
export const requestIdHeader = "x-request-id";

/** Ids that clients send are ignored, because they could repeat. It reveals no counts. */
export const makeRequestId = (): string => randomUUID();
