import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

interface Version {
  key: string;
  id: string;
  /** Undefined for a delete marker. */
  bytes: Buffer | undefined;
}

/**
 * S3's calls that store, list and remove versions, as documented, because `s3rver` does not support versions. There is
 * one bucket, `bucket`, with versioning enabled. Signatures are not checked.
 */
export class VersionedBucket {
  /** Sorted by key, then newest first, as S3 lists versions. */
  versions: Version[] = [];
  /** Status of the response to GetBucketVersioning. */
  versioningStatus = 200;
  #count = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<VersionedBucket> {
    const server = createServer();
    await once(server.listen(0, "127.0.0.1"), "listening");
    const bucket = new VersionedBucket(server);
    server.on("request", (request, response) => void bucket.#answer(request, response));
    return bucket;
  }

  get settings(): Record<string, string> {
    return {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`,
      AWS_REGION: "eu-central-1",
      AWS_ACCESS_KEY_ID: "key",
      AWS_SECRET_ACCESS_KEY: "secret",
    };
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams: query } = new URL(request.url!, "http://bucket");
    const key = decodeURIComponent(pathname.replace(/^\/bucket\/?/, ""));
    const bytes = await buffer(request);
    if (query.has("versioning")) {
      response.statusCode = this.versioningStatus;
      response.end("<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>");
    } else if (query.has("versions")) response.end(this.#list(query));
    else if (request.method === "PUT") this.#add(response, { key, bytes });
    else if (request.method === "DELETE") {
      const id = query.get("versionId");
      const newest = this.versions.find((one) => one.key === key);
      if (id) this.versions = this.versions.filter((one) => one.id !== id || one.key !== key);
      else {
        // Like OpenStack Swift, does not report the version of a second delete marker.
        const isHidden = newest !== undefined && !newest.bytes;
        if (!isHidden) response.setHeader("x-amz-delete-marker", "true");
        this.#add(isHidden ? undefined : response, { key, bytes: undefined });
      }
      response.statusCode = 204;
    }
    response.end();
  }

  #add(response: ServerResponse | undefined, { key, bytes }: Omit<Version, "id">): void {
    const id = `v${String(++this.#count).padStart(3, "0")}`;
    response?.setHeader("x-amz-version-id", id);
    this.versions.push({ key, id, bytes });
    this.versions.sort((a, b) => (a.key === b.key ? (a.id > b.id ? -1 : 1) : a.key < b.key ? -1 : 1));
  }

  #list(query: URLSearchParams): string {
    const [keyMarker, idMarker] = [query.get("key-marker") ?? "", query.get("version-id-marker") ?? ""];
    const after = this.versions.filter(
      ({ key, id }) =>
        key.startsWith(query.get("prefix") ?? "") &&
        (key > keyMarker || (key === keyMarker && id < idMarker)),
    );
    const page = after.slice(0, Number(query.get("max-keys")));
    const last = page.at(-1);
    const isTruncated = page.length < after.length;
    const listed = page.map(({ key, id, bytes }) => {
      const isLatest = this.versions.find((one) => one.key === key)!.id === id;
      const common = `<Key>${key}</Key><VersionId>${id}</VersionId><IsLatest>${isLatest}</IsLatest>
        <LastModified>2026-11-01T00:00:00.000Z</LastModified>`;
      return bytes
        ? `<Version>${common}<Size>${bytes.length}</Size></Version>`
        : `<DeleteMarker>${common}</DeleteMarker>`;
    });
    const next = isTruncated
      ? `<NextKeyMarker>${last!.key}</NextKeyMarker><NextVersionIdMarker>${last!.id}</NextVersionIdMarker>`
      : "";
    return `<ListVersionsResult><IsTruncated>${isTruncated}</IsTruncated>${next}${listed.join("")}</ListVersionsResult>`;
  }
}
