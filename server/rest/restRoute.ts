import type { Viewer } from "../viewer";
import type { Parameters } from "./parameters";

/** One call of a documented REST path (spec §7), whatever way its parameters came. */
export interface RestCall {
  viewer: Viewer;
  parameters: Parameters;
  /** The header `Idempotency-Key`. */
  idempotencyKey: string | undefined;
}

/** What a handler answers with, beside `statusCode` 200; `statusCode` only where the documented client wants another. */
export type RestAnswer = { statusCode?: number; data?: unknown } & Record<string, unknown>;

/** An answer that was put into JSON beforehand, envelope and all: what the catalogue says hardly ever changes. */
export class SerialisedAnswer {
  readonly json: string;

  constructor(answer: RestAnswer) {
    this.json = JSON.stringify({ statusCode: 200, ...answer });
  }
}

/** One documented path. Modules list theirs; `restPlugin` puts them on the server. */
export interface RestRoute {
  method: "GET" | "POST" | "PUT";
  url: string;
  /** Whether a visitor may call it; all others want a token, and say so before they look at anything else. */
  isOpen?: boolean;
  handle: (call: RestCall) => Promise<RestAnswer> | RestAnswer | SerialisedAnswer;
}
