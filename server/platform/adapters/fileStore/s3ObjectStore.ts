/** Stores objects in a bucket. Credentials, region and endpoint are settings of the SDK (`AWS_…`). */
import type { _Object, ListObjectVersionsCommand, ObjectVersion, S3Client } from "@aws-sdk/client-s3";
import { BadSetting } from "../../../core/errors";
import { StorageError } from "../../../core/storageErrors";
import { orAborted } from "../orAborted";
import { assertFileId, isFileId, markName, type ListedObject, type ObjectStore } from "./objectStore";

export interface S3Settings {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
}

export const s3Url = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w/.-]*))?$/;

export function readS3Url(url: string): S3Settings {
  const [, bucket = "", path = ""] = s3Url.exec(url) ?? [];
  const prefix = path.replace(/\/+$/, "");
  return { bucket, prefix: prefix && `${prefix}/` };
}

/** Maximum duration of a call with its retries in milliseconds; shorter than a client waits for its upload. */
const budgetMs = 10_000;
const maxAttempts = 3;
const connectionTimeoutMs = 1_000;
/** Milliseconds without a byte after which an attempt is repeated. */
const silenceMs = 3_000;
/** The number of files that a sweep looks up per query. */
const pageSize = 256;

/** HTTP statuses of AccessDenied, MethodNotAllowed and NotImplemented. */
const unanswered = new Set([403, 405, 501]);

type Sdk = typeof import("@aws-sdk/client-s3");

export class S3ObjectStore implements ObjectStore {
  readonly isShared = true;

  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly settings: S3Settings,
  ) {}

  /** Makes no request, so that the server can start while the bucket is unavailable. Throws `BadSetting`. */
  static async open(settings: S3Settings): Promise<S3ObjectStore> {
    // Imported only if configured, because the import slows down the start.
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      forcePathStyle: true,
      // Some compatible servers store the default checksums as part of the object, or reject them.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts,
      requestHandler: { connectionTimeout: connectionTimeoutMs, socketTimeout: silenceMs },
    });
    await client.config.region().catch(() => {
      throw new BadSetting("Setting FILES: needs AWS_REGION");
    });
    return new S3ObjectStore(sdk, client, settings);
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    const command = new this.sdk.PutObjectCommand({ ...this.#place(name), Body: bytes });
    await this.#call((abortSignal) => this.client.send(command, { abortSignal }));
  }

  async get(name: string): Promise<Buffer | undefined> {
    const place = this.#place(name);
    return this.#call(async (abortSignal) => {
      try {
        const { Body } = await this.client.send(new this.sdk.GetObjectCommand(place), { abortSignal });
        return Body && Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof this.sdk.NoSuchKey) return undefined;
        throw error;
      }
    });
  }

  /** Removes all versions: in a versioned bucket, a plain DeleteObject would only hide the object. */
  async delete(fileId: string): Promise<void> {
    const place = this.#place(fileId);
    const { VersionId, DeleteMarker } = await this.#call((abortSignal) =>
      this.client.send(new this.sdk.DeleteObjectCommand(place), { abortSignal }),
    );
    if (VersionId !== undefined || DeleteMarker !== undefined) await this.#deleteVersions(fileId);
  }

  async #deleteVersions(fileId: string): Promise<void> {
    const place = this.#place(fileId);
    for await (const page of this.#listVersions(place.Key))
      for (const version of page) {
        if (version.Key !== place.Key) continue;
        const command = new this.sdk.DeleteObjectCommand({ ...place, VersionId: version.VersionId });
        await this.#call((abortSignal) => this.client.send(command, { abortSignal }));
      }
  }

  /**
   * Yields a page at a time, including objects behind a delete marker. Skips other programs' objects under the same
   * prefix.
   */
  async *list(): AsyncGenerator<ListedObject[]> {
    const { prefix } = this.settings;
    const hasVersions = await this.#hasVersions();
    const pages = hasVersions ? this.#listVersions(prefix) : this.#listObjects();
    for await (const page of pages) {
      const listed = new Map<string, ListedObject>();
      for (const { Key = "", LastModified, ...object } of page) {
        const fileId = Key.slice(prefix.length);
        // The newest version comes first.
        if (!isFileId(fileId) || listed.has(fileId)) continue;
        listed.set(fileId, {
          fileId,
          // If the newest version is not the latest one, the object is behind a delete marker.
          size: "IsLatest" in object && !object.IsLatest ? undefined : object.Size,
          findStoredAt: async () => LastModified?.getTime(),
          // Not `delete`, because the response to DeleteObject does not always show that an object behind a delete
          // marker has versions.
          remove: () => (hasVersions ? this.#deleteVersions(fileId) : this.delete(fileId)),
        });
      }
      yield [...listed.values()];
    }
  }

  /**
   * True if the bucket is versioned; false if the server does not implement GetBucketVersioning, or the access key may
   * not call it.
   */
  async #hasVersions(): Promise<boolean> {
    return this.#call(async (abortSignal) => {
      try {
        const command = new this.sdk.GetBucketVersioningCommand({ Bucket: this.settings.bucket });
        return (await this.client.send(command, { abortSignal })).Status !== undefined;
      } catch (error) {
        if (error instanceof this.sdk.S3ServiceException && unanswered.has(error.$response?.statusCode ?? 0))
          return false;
        throw error;
      }
    });
  }

  async *#listObjects(): AsyncGenerator<_Object[]> {
    const { bucket, prefix } = this.settings;
    let next: string | undefined;
    do {
      const command = new this.sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        MaxKeys: pageSize,
        ContinuationToken: next,
      });
      const { Contents = [], NextContinuationToken } = await this.#call((abortSignal) =>
        this.client.send(command, { abortSignal }),
      );
      yield Contents;
      next = NextContinuationToken;
    } while (next !== undefined);
  }

  /** Yields pages of versions and delete markers of objects with that prefix; each object's newest version is first. */
  async *#listVersions(prefix: string): AsyncGenerator<ObjectVersion[]> {
    let next: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
    while (next) {
      const command: ListObjectVersionsCommand = new this.sdk.ListObjectVersionsCommand({
        Bucket: this.settings.bucket,
        Prefix: prefix,
        MaxKeys: pageSize,
        ...next,
      });
      const page = await this.#call((abortSignal) => this.client.send(command, { abortSignal }));
      const { Versions = [], DeleteMarkers = [], NextKeyMarker, NextVersionIdMarker } = page;
      yield [...Versions, ...DeleteMarkers];
      next = page.IsTruncated
        ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker }
        : undefined;
    }
  }

  #place(name: string) {
    if (name !== markName) assertFileId(name);
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + name };
  }

  /** Rejects with `StorageError` if the call fails or takes longer than `budgetMs`. */
  async #call<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = AbortSignal.timeout(budgetMs);
    try {
      // The signal aborts a request, but not the reading of its response; `orAborted` ends both.
      return await orAborted(work(late), late);
    } catch (error) {
      throw new StorageError("files away", error);
    }
  }
}
