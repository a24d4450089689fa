/** Where uploads are decoded: in processes beside the server, which are few, shared out in turns, and can be ended. */
import { pool } from "workerpool";
import { DomainError } from "../../../errors";
import type { Log } from "../../../ports";
import { Turns } from "../../../turns/Turns";
import { fileViolations, secondsAFile } from "../file.rules";
import { restoreInspection, type CutInspection } from "./commonTail";
import type { Content, InspectedContent } from "./inspectContent";
import type { ContentInspector, PromisingFile } from "./inspectFile";

type Inspect = (content: Content) => Promise<CutInspection>;

/** A picture of 40 megapixels takes up to 320 MB while it is decoded. */
const processes = 2;

export class InspectionProcesses implements ContentInspector {
  readonly #pool;
  readonly #log: Log;
  readonly #seconds: number;
  /** By person, so that whoever sends twenty files makes another wait for one of them. */
  readonly #places = new Turns(processes);
  /** What may take long has one place alone: a small picture always finds the other within a moment. */
  readonly #longPlace = new Turns(1);

  /** `script` is the built `inspectionProcess`; `seconds` is what a file may take by the clock. A process begins with the first file and stays. */
  constructor(script: string, log: Log, { seconds = secondsAFile }: { seconds?: number } = {}) {
    this.#log = log;
    this.#seconds = seconds;
    this.#pool = pool(script, {
      workerType: "process",
      maxWorkers: processes,
      // Neither the server's secrets nor its loaders belong in there; bytes go over as they are.
      forkOpts: { env: {}, execArgv: [], serialization: "advanced" },
    });
  }

  /** Errors: UNAVAILABLE where the machine has no time for it; whatever keeps the inspection itself from running. */
  async inspect(
    { purpose, contentType, bytes, isLong }: PromisingFile,
    person: string,
  ): Promise<InspectedContent> {
    const inspect = () => this.#places.take(person, () => this.#decode({ purpose, contentType, bytes }));
    return isLong ? this.#longPlace.take(person, inspect) : inspect();
  }

  async close(): Promise<void> {
    await this.#pool.terminate(true);
  }

  async #decode(content: Content): Promise<InspectedContent> {
    try {
      const inspection = this.#pool.exec<Inspect>("inspectContent", [content]);
      return restoreInspection(await inspection.timeout(this.#seconds * 1_000), content.bytes);
    } catch (error) {
      const about = { contentType: content.contentType, size: content.bytes.length };
      if (error instanceof Error && error.name === "TimeoutError") {
        this.#log.error(about, "no file is inspected in time");
        throw new DomainError("UNAVAILABLE", "We cannot check files right now. Please try again", {
          retryAfter: 30,
        });
      }
      if (!wasEnded(error)) throw error;
      this.#log.warn(about, "a file took too much computing to inspect");
      const isPdf = content.contentType === "application/pdf";
      return { violation: isPdf ? fileViolations.uncheckable() : fileViolations.uncheckableImage() };
    }
  }
}

/** By its own budget of computing (inspectionProcess.ts). */
function wasEnded(error: unknown): boolean {
  return error instanceof Error && error.message.includes("SIGKILL");
}
