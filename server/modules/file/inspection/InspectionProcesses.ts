/** Decodes uploads in a small pool of child processes that can be killed and are shared fairly between users. */
import { dirname, join } from "node:path";
import { pool, TerminateError } from "workerpool";
import { DomainError } from "../../../core/errors";
import type { Log } from "../../../core/ports";
import { FairSemaphore } from "../../../platform/rateLimiting/scheduling/FairSemaphore";
import { fileViolations, maxSecondsPerFile, maxSecondsPerReading } from "../file.rules";
import type { ZoneLines } from "../passport/sureLines.rules";
import { restoreInspection, type CutInspection } from "./commonTail";
import type { Content, InspectedContent } from "./inspectContent";
import type { ContentInspector, PromisingFile } from "./inspectFile";
import { cpuLimitSignal } from "./watchComputing";

type Inspect = (content: Content) => Promise<CutInspection>;
type Read = (page: Buffer, modelFile: string) => Promise<ZoneLines | undefined>;

/** For one large picture, one PDF and small pictures. Decoding a 40-megapixel picture takes up to 320 MB. */
const processes = 3;

export class InspectionProcesses implements ContentInspector {
  readonly #pool;
  /** Scheduled by user, so that twenty files of one user delay another user by one file at most. */
  readonly #slots = new FairSemaphore(processes);
  /**
   * Large pictures use at most one process, and PDFs one, so that the third stays free for small pictures. Most PDFs
   * take milliseconds, so they do not wait for large pictures.
   */
  readonly #longSlots = { picture: new FairSemaphore(1), pdf: new FairSemaphore(1) };
  /** Separate from long files, so that passport pages do not wait for them. */
  readonly #readingSlot = new FairSemaphore(1);
  readonly #modelFile;

  /**
   * `script` is the built `inspectionProcess`, next to the model that reads passports. Processes start with the first
   * file and then stay alive.
   */
  constructor(
    script: string,
    private readonly log: Log,
  ) {
    this.#modelFile = join(dirname(script), "passportModel.bin");
    this.#pool = pool(script, {
      workerType: "process",
      maxWorkers: processes,
      // Keeps the server's secrets and loaders out of the process. "advanced" transfers bytes without
      // encoding them.
      forkOpts: { env: {}, execArgv: [], serialization: "advanced" },
    });
  }

  /**
   * Throws UNAVAILABLE if the file takes longer than the limit. Rejects if the inspection itself cannot run.
   */
  async inspect(
    { purpose, contentType, bytes, isLong }: PromisingFile,
    person: string,
  ): Promise<InspectedContent> {
    const inspect = () => this.#slots.run(person, () => this.#decode({ purpose, contentType, bytes }));
    const longSlot = this.#longSlots[contentType === "application/pdf" ? "pdf" : "picture"];
    const { content, violation } = await (isLong ? longSlot.run(person, inspect) : inspect());
    if (violation) return { violation };
    if (purpose !== "PASSPORT_FRONT") return { content };
    const passportLines = await this.#readLines(content.bytes, person);
    return { content: passportLines ? { ...content, passportLines } : content };
  }

  get load(): { busy: number; waiting: number } {
    const busy = Math.min(this.#slots.count, processes);
    return { busy, waiting: this.#slots.count - busy };
  }

  async close(): Promise<void> {
    await this.#pool.terminate(true);
  }

  /** Reads one page at a time. Never rejects: the page is then stored without lines, and staff type them. */
  async #readLines(page: Buffer, person: string): Promise<ZoneLines | undefined> {
    const until = Date.now() + maxSecondsPerReading * 1_000;
    const read = async () =>
      Date.now() < until ? this.#call<Read>("readFrontPage", [page, this.#modelFile], until) : undefined;
    try {
      return await this.#readingSlot.run(person, () => this.#slots.run(person, read));
    } catch (error) {
      this.log.warn({ err: error, size: page.length }, "passport page could not be read");
      return undefined;
    }
  }

  async #decode(content: Content): Promise<InspectedContent> {
    try {
      const until = Date.now() + maxSecondsPerFile * 1_000;
      return restoreInspection(await this.#call<Inspect>("inspectContent", [content], until), content.bytes);
    } catch (error) {
      const about = { contentType: content.contentType, size: content.bytes.length };
      if (error instanceof Error && error.name === "TimeoutError") {
        this.log.error(about, "file inspection timed out");
        throw new DomainError("UNAVAILABLE", "We cannot check files right now. Please try again", {
          retryAfter: 30,
        });
      }
      if (!exceededCpuLimit(error)) throw error;
      this.log.warn(about, "file inspection exceeded its CPU limit");
      const isPdf = content.contentType === "application/pdf";
      return { violation: isPdf ? fileViolations.uncheckable() : fileViolations.uncheckableImage() };
    }
  }

  /**
   * Calls a process, and another one if it has ended: Ctrl-C, systemd's stop and the OOM killer end processes for no
   * fault of the file. Each ended process costs an attempt.
   */
  async #call<Method extends Inspect | Read>(
    method: string,
    params: Parameters<Method>,
    until: number,
  ): Promise<Awaited<ReturnType<Method>>> {
    for (let attempt = 0; ; attempt++)
      try {
        return await this.#pool.exec<Method>(method, params).timeout(until - Date.now());
      } catch (error) {
        if (!(error instanceof TerminateError) || exceededCpuLimit(error) || attempt === processes)
          throw error;
        this.log.warn({ err: error }, "inspection process ended, replacing it");
      }
  }
}

function exceededCpuLimit(error: unknown): boolean {
  return error instanceof TerminateError && error.message.includes(cpuLimitSignal);
}
