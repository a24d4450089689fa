/** Lines per second that are written individually. */
const linesPerSecond = 20;

export interface Log {
  isLevelEnabled?(level: "info"): boolean;
  info(details: object, message: string): void;
}

/**
 * The request log of responses that bypass Fastify. Writes at most `linesPerSecond` lines in a second, and then one
 * line with the count of the rest. Without this limit, a flood of requests wrote 848 MB to the disk in minutes.
 */
export class SampledLog {
  #written = 0;
  #left = 0;
  #second: NodeJS.Timeout | undefined;

  /** `rest` is the message of the line with the count. */
  constructor(
    private readonly log: Log,
    private readonly rest: string,
  ) {}

  answered(details: object): void {
    if (!(this.log.isLevelEnabled?.("info") ?? true)) return;
    this.#second ??= setTimeout(() => this.flush(), 1000).unref();
    if (this.#written++ < linesPerSecond) this.log.info(details, "answered");
    else this.#left++;
  }

  flush(): void {
    clearTimeout(this.#second);
    if (this.#left > 0) this.log.info({ responses: this.#left }, this.rest);
    this.#second = undefined;
    this.#written = this.#left = 0;
  }
}
