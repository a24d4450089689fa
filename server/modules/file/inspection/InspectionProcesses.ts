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

/** Only two, because decoding a 40-megapixel picture takes up to 320 MB. */
const pictureProcesses = 2;
const pdfProcesses = 1;
const maxProcesses = pictureProcesses + pdfProcesses;

export class InspectionProcesses implements ContentInspector {
  readonly #pool;
  /** Scheduled by user, so that twenty files of one user delay another user by at most one file. */
  readonly #pictureSlots = new FairSemaphore(pictureProcesses);
  /** Large pictures use at most one process, so that the other one stays free for small ones. */
  readonly #largePictureSlot = new FairSemaphore(1);
  /** Most PDFs take milliseconds, so they do not wait for pictures; a slow one delays no picture. */
  readonly #pdfSlot = new FairSemaphore(pdfProcesses);
  /** Reading passport pages has its own slot, so that it does not wait for large pictures. */
  readonly #readingSlot = new FairSemaphore(1);
  readonly #modelFile;

  /**
   * `script` is the built `inspectionProcess`, whose folder contains the passport model. Processes start with the first
   * file and then stay alive.
   */
  constructor(
    script: string,
    private readonly log: Log,
  ) {
    this.#modelFile = join(dirname(script), "passportModel.bin");
    this.#pool = pool(script, {
      workerType: "process",
      maxWorkers: maxProcesses,
      // Keeps the server's secrets and loaders out of the process. "advanced" transfers bytes without
      // encoding them.
      forkOpts: { env: {}, execArgv: [], serialization: "advanced" },
    });
  }

  /** Throws UNAVAILABLE if the file exceeds the wall-clock limit. Rejects if the inspection itself cannot run. */
  async inspect(file: PromisingFile, person: string): Promise<InspectedContent> {
    const { purpose, contentType, bytes } = file;
    const decode = () => this.#decode({ purpose, contentType, bytes });
    const { content, violation } = await this.#schedule(file, person, decode);
    if (violation) return { violation };
    if (purpose !== "PASSPORT_FRONT") return { content };
    const passportLines = await this.#readLines(content.bytes, person);
    return { content: passportLines ? { ...content, passportLines } : content };
  }

  /** Each task waits in at most one queue at a time. */
  get load(): { busy: number; waiting: number } {
    const all = [this.#pictureSlots, this.#largePictureSlot, this.#pdfSlot, this.#readingSlot];
    return {
      busy: this.#pictureSlots.running + this.#pdfSlot.running,
      waiting: all.reduce((sum, { waiting }) => sum + waiting, 0),
    };
  }

  async close(): Promise<void> {
    await this.#pool.terminate(true);
  }

  #schedule<T>({ contentType, isLarge }: PromisingFile, person: string, work: () => Promise<T>): Promise<T> {
    if (contentType === "application/pdf") return this.#pdfSlot.run(person, work);
    const runPicture = () => this.#pictureSlots.run(person, work);
    return isLarge ? this.#largePictureSlot.run(person, runPicture) : runPicture();
  }

  /** Reads one page at a time. Returns undefined on failure, because staff can type the MRZ of a stored page. */
  async #readLines(page: Buffer, person: string): Promise<ZoneLines | undefined> {
    const until = Date.now() + maxSecondsPerReading * 1_000;
    const read = async () =>
      Date.now() < until ? this.#call<Read>("readFrontPage", [page, this.#modelFile], until) : undefined;
    try {
      return await this.#readingSlot.run(person, () => this.#pictureSlots.run(person, read));
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
   * Calls a process, and tries again if Ctrl-C, systemd or the OOM killer ended it, because then the file is not to
   * blame. Makes at most one attempt more than there are processes, because every process may have ended.
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
        if (!(error instanceof TerminateError) || exceededCpuLimit(error) || attempt === maxProcesses)
          throw error;
        this.log.warn({ err: error }, "inspection process ended, replacing it");
      }
  }
}

function exceededCpuLimit(error: unknown): boolean {
  return error instanceof TerminateError && error.message.includes(cpuLimitSignal);
}
