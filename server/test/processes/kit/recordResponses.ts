/** Records the responses that `fetch` receives from servers. */
export class ResponseRecord {
  /** Duration in milliseconds of each call that got a response. */
  readonly durations: number[] = [];
  /** Number of calls without a complete response, by error. */
  readonly closed = new Map<string, number>();
  /** Number of responses by status. */
  readonly byStatus = new Map<number, number>();
  /** Responses that an outage does not explain. */
  readonly faults: string[] = [];
  readonly #fetch = globalThis.fetch;

  /** Records every call until `stop`; a closed connection is a fault unless it is expected. */
  constructor(private readonly expectsClosed = false) {
    globalThis.fetch = (input, init) => this.#call(input, init);
  }

  stop(): void {
    globalThis.fetch = this.#fetch;
  }

  count(status: number): number {
    return this.byStatus.get(status) ?? 0;
  }

  get total(): number {
    return [...this.byStatus.values(), ...this.closed.values()].reduce((sum, count) => sum + count, 0);
  }

  async #call(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> {
    const begun = performance.now();
    const [response, text] = await this.#read(input, init).catch((error: unknown) => {
      const { cause } = error as { cause?: { code?: string; message?: string } };
      const name = cause?.code ?? cause?.message ?? String(error);
      this.closed.set(name, (this.closed.get(name) ?? 0) + 1);
      if (!this.expectsClosed) this.faults.push(`no response: ${String(error)}`);
      throw error;
    });
    this.durations.push(performance.now() - begun);
    const { status, headers } = response;
    this.byStatus.set(status, this.count(status) + 1);
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

  async #read(input: RequestInfo | URL, init: RequestInit | undefined): Promise<[Response, string]> {
    const response = await this.#fetch(input, init);
    const isJson = response.headers.get("content-type")?.includes("json") ?? false;
    return [response, isJson ? await response.clone().text() : ""];
  }
}
