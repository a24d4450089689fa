/** The servers' responses, as `fetch` received them. */
export class ResponseRecord {
  /** Number of responses by status. */
  readonly byStatus = new Map<number, number>();
  /** Responses that no outage excuses. */
  readonly faults: string[] = [];
  readonly #fetch = globalThis.fetch;

  /** Records every call from now on, until `stop`. */
  constructor() {
    globalThis.fetch = (input, init) => this.#call(input, init);
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  count(status: number): number {
    return this.byStatus.get(status) ?? 0;
  }

  get total(): number {
    return [...this.byStatus.values()].reduce((sum, count) => sum + count, 0);
  }

  async #call(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
    const response = await this.#fetch(input, init).catch((error: unknown) => {
      this.faults.push(`no response: ${String(error)}`);
      throw error;
    });
    const { status, headers } = response;
    this.byStatus.set(status, this.count(status) + 1);
    const isJson = headers.get("content-type")?.includes("json") ?? false;
    const text = isJson ? await response.clone().text() : "";
    const isUnexplained = status === 503 && !headers.has("retry-after");
    const isUnavailable = text.includes('"UNAVAILABLE"') && status !== 503;
    if (
      (status >= 500 && status !== 503) ||
      isUnexplained ||
      isUnavailable ||
      text.includes("INTERNAL_SERVER")
    )
      this.faults.push(`${status}, Retry-After ${headers.get("retry-after")}: ${text.slice(0, 300)}`);
    return response;
  }
}
