/** Stores uploaded files encrypted. Bytes are stored before their row is inserted, and removed after it is deleted. */
import { randomUUID } from "node:crypto";
import type { EntityManager } from "typeorm";
import type { Platform } from "../../platform/adapters/Platform";
import { DomainError, notFound, type Violation, type UserErrorCode } from "../../core/errors";
import { OutcomeUnknown, StorageError } from "../../core/storageErrors";
import { AbsentFile, ScannerUnavailable } from "../../core/ports";
import type { SweepReport } from "../../platform/adapters/fileStore/encryptedFileStore";
import type { SignedLinks } from "../../platform/http/signedLinks";
import { requireSession, type Principal, type Session } from "../../core/principal";
import { fileName } from "./file.crypto";
import type { StoredFileEntity } from "./file.entity";
import { findAnyFile, findFile } from "./file.reads";
import {
  findKnownFileIds,
  insertFiles,
  insertKeptFiles,
  removeFiles,
  removeFilesByApplicants,
  removeFilesByKeptApplicants,
} from "./file.repository";
import type { FilePurpose } from "./file.rules";
import type { StoreMarkService } from "./storeMark.service";
import {
  inspectFile,
  checkFileCheaply,
  type CleanFile,
  type ContentInspector,
} from "./inspection/inspectFile";
import type { ReceivedUpload } from "../../core/ReceivedUpload";

export interface Submission {
  purpose: FilePurpose;
  field: string;
  upload: ReceivedUpload;
}

/** The properties of a file that passed inspection that are stored with it. */
type StorableFile = Pick<CleanFile, "bytes" | "contentType" | "imageName" | "size" | "sha256" | "scanState">;

export interface PassedFile {
  purpose: FilePurpose;
  field: string;
  position: number;
  file: StorableFile;
}

interface Deps extends Pick<Platform, "db" | "clock" | "keys" | "log" | "scanner" | "store"> {
  links: SignedLinks;
  storeMark: Pick<StoreMarkService, "claim">;
  inspector: ContentInspector;
}

export class FileService {
  #hasSwept = false;
  /** Inserts the rows of stored files inside the transaction of `write`. */
  readonly insert = insertFiles;
  /** Removes the rows of files; the caller discards their bytes after the commit. */
  readonly remove = removeFiles;
  /** Like `remove`, for all files of some applicants or only those of one purpose. Returns the removed rows. */
  readonly removeByApplicants = removeFilesByApplicants;
  /** Like `insert`, for kept applicants. */
  readonly insertKept = insertKeptFiles;
  /** Like `removeByApplicants`, for kept applicants. */
  readonly removeKept = removeFilesByKeptApplicants;

  constructor(private readonly deps: Deps) {}

  /**
   * Inspects the files that a user submits. Returns the files that passed, and the violations with their input
   * fields. Does not decode any file if a name, type or header has a violation or the caller has already rejected the
   * input (`isRefused`). Throws UNAVAILABLE if a scanner is configured and does not respond.
   */
  async inspect(
    userId: string,
    submissions: readonly Submission[],
    { isRefused }: { isRefused: boolean },
  ): Promise<{
    passed: (Omit<Submission, "upload"> & { file: CleanFile })[];
    violations: Violation<UserErrorCode>[];
  }> {
    const looks = await Promise.all(
      submissions.map(async ({ upload, ...place }) => ({
        ...place,
        ...(await checkFileCheaply(place.purpose, upload)),
      })),
    );
    const seen = looks.flatMap(({ field, violation }) => (violation ? [{ field, ...violation }] : []));
    if (isRefused || seen.length > 0) return { passed: [], violations: seen };

    const to = { ...this.deps, person: userId };
    const inspections = await Promise.all(
      looks.flatMap(({ purpose, field, promising }) =>
        promising ? [inspectFile(promising, to).then((result) => ({ purpose, field, ...result }))] : [],
      ),
    ).catch((error: unknown) => {
      if (!(error instanceof ScannerUnavailable)) throw error;
      this.deps.log.warn({ why: error.message }, "virus scanner does not respond");
      const message = "Files cannot be checked for viruses at the moment. Please try again in a minute";
      throw Object.assign(new DomainError("UNAVAILABLE", message, { retryAfter: 60 }), { cause: error });
    });
    return {
      passed: inspections.flatMap(({ purpose, field, file }) => (file ? [{ purpose, field, file }] : [])),
      violations: inspections.flatMap(({ field, violation }) => (violation ? [{ field, ...violation }] : [])),
    };
  }

  /**
   * Stores files and runs the transaction that inserts their rows. `work` returns the files whose rows were deleted or
   * not inserted; their bytes are removed afterwards. If the transaction fails, the new bytes are removed. If its
   * outcome is unknown, the new bytes stay, because their rows may exist; a sweep removes them if the rows do not.
   */
  async write<Result extends { gone: readonly { fileId: string }[] }>(
    visaApplicantId: string,
    passed: readonly PassedFile[],
    work: (transaction: EntityManager, files: StoredFileEntity[]) => Promise<Result>,
  ): Promise<Result> {
    const files = await this.#store(visaApplicantId, passed);
    const result = await this.deps.db
      .write((transaction) => work(transaction, files))
      .catch(async (error: unknown) => {
        if (!(error instanceof OutcomeUnknown)) await this.discard(files);
        throw error;
      });
    await this.discard(result.gone);
    return result;
  }

  /** Stores the bytes and returns the rows to insert. If a file cannot be stored, discards those stored before it. */
  async #store(visaApplicantId: string, passed: readonly PassedFile[]): Promise<StoredFileEntity[]> {
    const { clock, keys, store } = this.deps;
    const createdAt = clock.now().toISOString();
    const rows: StoredFileEntity[] = [];
    try {
      for (const { purpose, position, file } of passed) {
        const fileId = randomUUID();
        const { wrappedKey } = await store.put(fileId, file.bytes);
        rows.push({
          fileId,
          visaApplicantId,
          purpose,
          position,
          contentType: file.contentType,
          imageNameSealed: fileName.encrypt(keys, fileId, file.imageName),
          size: file.size,
          sha256: file.sha256,
          wrappedKey,
          createdAt,
          scanState: file.scanState,
        });
      }
      return rows;
    } catch (error) {
      await this.discard(rows);
      throw error;
    }
  }

  /**
   * Removes the bytes of files whose rows were deleted or never inserted. Leaves bytes that cannot be removed to the
   * daily sweep, because a committed change must not be reported as failed.
   */
  async discard(files: readonly { fileId: string }[]): Promise<void> {
    const removals = await Promise.allSettled(files.map(({ fileId }) => this.deps.store.remove(fileId)));
    for (const removal of removals)
      if (removal.status === "rejected" && !(removal.reason instanceof StorageError)) throw removal.reason;
  }

  imageName(file: StoredFileEntity): string {
    return fileName.decrypt(this.deps.keys, file.fileId, file.imageNameSealed);
  }

  /**
   * Returns a signed URL that works without a header for up to five minutes. The caller must have checked permissions.
   */
  link(caller: Principal, fileId: string): string {
    return this.deps.links.sign([fileId], requireSession(caller)).url;
  }

  /** Returns the session for which a URL was signed, or undefined if the URL is forged, altered or expired. */
  findHolder(fileId: string, query: Readonly<Record<string, unknown>>): Session | undefined {
    return this.deps.links.verify([fileId], query);
  }

  /** Returns a file's row, or undefined if it does not exist. The caller must have verified the URL. */
  async find(fileId: string): Promise<StoredFileEntity | undefined> {
    return findFile(this.deps.db.rows, fileId);
  }

  /** Returns a file's bytes, or undefined if the file was removed after its row was read. */
  async findBytes({ fileId, wrappedKey }: StoredFileEntity): Promise<Buffer | undefined> {
    const { db, store } = this.deps;
    try {
      return await store.get(fileId, wrappedKey);
    } catch (error) {
      if (error instanceof AbsentFile && !(await findAnyFile(db.rows, fileId))) return undefined;
      throw error;
    }
  }

  /** Like `findForCopy`, but throws NOT_FOUND if the file was removed meanwhile. */
  async readForCopy(file: StoredFileEntity): Promise<PassedFile> {
    const copy = await this.findForCopy(file);
    if (!copy) throw notFound();
    return copy;
  }

  /**
   * Reads a stored file so that it can be copied. It passed inspection, so it is not inspected again. Returns undefined if
   * it was removed meanwhile.
   */
  async findForCopy(file: StoredFileEntity): Promise<PassedFile | undefined> {
    const { purpose, position, contentType, size, sha256, scanState } = file;
    const bytes = await this.findBytes(file);
    if (!bytes) return undefined;
    const imageName = this.imageName(file);
    const copy = { bytes, contentType, imageName, size, sha256, scanState };
    return { purpose, field: purpose, position, file: copy };
  }

  /**
   * Removes files without a row and partly written files, which a crash or a commit with an unknown outcome can
   * leave. Throws `BadSetting` if the files belong to another database.
   */
  async sweep(): Promise<SweepReport> {
    const { db, store, storeMark } = this.deps;
    await storeMark.claim();
    // The store tracks new files only until its first sweep. After that, the sweep spares a new file only because it
    // is young.
    const spareYoung = db.hasOtherWriters || this.#hasSwept;
    this.#hasSwept = true;
    return store.sweep((fileIds) => findKnownFileIds(db.rows, fileIds), { spareYoung });
  }
}
