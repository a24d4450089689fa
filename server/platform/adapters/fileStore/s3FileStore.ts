/**
 * Stores objects in a bucket of S3 or of a compatible server. Credentials, region and endpoint come from the
 * SDK's own settings (`AWS_…`).
 */
import type { S3Client } from "@aws-sdk/client-s3";
import { BadSetting } from "../../../core/errors";
import { StorageError } from "../../../core/storageErrors";
import { assertFileId, isFileId, type ListedObject, type ObjectStore } from "./objectStore";

export interface S3Settings {
  bucket: string;
  /** Empty, or ends with a slash. */
  prefix: string;
}

export const s3Url = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w/.-]*))?$/;

/** Reads `s3://bucket/prefix`. */
export function readS3Url(url: string): S3Settings {
  const [, bucket = "", path = ""] = s3Url.exec(url) ?? [];
  const prefix = path.replace(/\/+$/, "");
  return { bucket, prefix: prefix && `${prefix}/` };
}

/** Milliseconds that a call may take with its retries: less than an upload's client waits. */
const budgetMs = 10_000;
const maxAttempts = 3;
const connectionTimeoutMs = 1_000;
/** Milliseconds without a byte after which an attempt is repeated. */
const silenceMs = 3_000;
/** As many as a sweep looks up in one query. */
const pageSize = 256;

type Sdk = typeof import("@aws-sdk/client-s3");

export class S3FileStore implements ObjectStore {
  readonly isShared = true;

  private constructor(
    private readonly sdk: Sdk,
    private readonly client: S3Client,
    private readonly settings: S3Settings,
  ) {}

  /** Makes no call, so that a server starts while the bucket is unavailable. Throws `BadSetting`. */
  static async open(settings: S3Settings): Promise<S3FileStore> {
    // Imported only if configured, because it would slow down every start.
    const sdk = await import("@aws-sdk/client-s3");
    const client = new sdk.S3Client({
      forcePathStyle: true,
      // Some compatible servers store the default checksums as part of the object, or reject them.
      requestChecksumCalculation: "WHEN_REQUIRED",
      responseChecksumValidation: "WHEN_REQUIRED",
      maxAttempts,
      requestHandler: {
        connectionTimeout: connectionTimeoutMs,
        socketTimeout: silenceMs,
      },
    });
    await client.config.region().catch(() => {
      throw new BadSetting("Setting FILES: needs AWS_REGION");
    });
    return new S3FileStore(sdk, client, settings);
  }

  async put(fileId: string, bytes: Buffer): Promise<void> {
    const place = this.#place(fileId);
    await this.#call((abortSignal) =>
      this.client.send(new this.sdk.PutObjectCommand({ ...place, Body: bytes }), { abortSignal }),
    );
  }

  async get(fileId: string): Promise<Buffer | undefined> {
    const place = this.#place(fileId);
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

  async delete(fileId: string): Promise<void> {
    const place = this.#place(fileId);
    await this.#call((abortSignal) =>
      this.client.send(new this.sdk.DeleteObjectCommand(place), { abortSignal }),
    );
  }

  /** Yields a page at a time. Skips other programs' objects under the same prefix. */
  async *list(): AsyncGenerator<ListedObject[]> {
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
      yield Contents.flatMap(({ Key = "", LastModified, Size }) => {
        const fileId = Key.slice(prefix.length);
        if (!isFileId(fileId)) return [];
        return {
          fileId,
          size: Size,
          findStoredAt: async () => LastModified?.getTime(),
          remove: () => this.delete(fileId),
        };
      });
      next = NextContinuationToken;
    } while (next !== undefined);
  }

  #place(fileId: string): { Bucket: string; Key: string } {
    assertFileId(fileId);
    return { Bucket: this.settings.bucket, Key: this.settings.prefix + fileId };
  }

  /** Rejects with `StorageError` after the budget, or if the bucket refuses. */
  async #call<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(), budgetMs);
    // The signal ends a request, but not the reading of its response.
    const ended = new Promise<never>((_resolve, reject) => {
      late.signal.addEventListener("abort", () =>
        reject(Object.assign(new Error("No response in time"), { code: "TIMEOUT" })),
      );
    });
    try {
      return await Promise.race([work(late.signal), ended]);
    } catch (error) {
      throw new StorageError("files away", error);
    } finally {
      clearTimeout(timer);
    }
  }
}
