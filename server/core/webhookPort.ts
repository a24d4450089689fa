/** The interface through which webhooks are sent; implemented in `adapters/webhooks/`. */

export interface WebhookMessage {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The outcome of an attempt: either a status or an error. */
export interface WebhookResult {
  status: number | null;
  /** An error code such as `TIMEOUT` or `ECONNREFUSED`. */
  error: string | null;
  durationMs: number;
  /** The first characters of the response. */
  excerpt: string;
  retryAfter: string | null;
}

/** Maximum duration of an attempt in milliseconds. A delivery's lease must be longer. */
export const webhookAttemptMs = 15_000;

export interface WebhookSender {
  /** Returns the reason why webhooks cannot be sent to the URL; undefined if they can. */
  findFault(url: string): Promise<string | undefined>;
  /** Sends a message. Never rejects. `stop` ends the attempt early, with the error `STOPPED`. */
  send(message: WebhookMessage, stop?: AbortSignal): Promise<WebhookResult>;
}
