import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { VersionedBucket } from "../../../test/kit/standIns/versionedBucket";
import { readS3Url, S3ObjectStore } from "./s3ObjectStore";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function openStore(bucket: Server): Promise<S3ObjectStore> {
  await once(bucket.listen(0, "127.0.0.1"), "listening");
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
  });
  return S3ObjectStore.open({ bucket: "bucket", prefix: "of/" });
}

test.each([
  ["s3://bucket", { bucket: "bucket", prefix: "" }],
  ["s3://my.bucket/", { bucket: "my.bucket", prefix: "" }],
  ["s3://my-bucket/a/b", { bucket: "my-bucket", prefix: "a/b/" }],
  ["s3://my-bucket/a/b/", { bucket: "my-bucket", prefix: "a/b/" }],
])("reads the bucket and the prefix from %s", (url, settings) => {
  expect(readS3Url(url)).toEqual(settings);
});

// By default the SDK adds a checksum, which some servers reject or store as part of the object.
test("an object of 5 MB is sent without a checksum in its headers or body", async () => {
  const received: { url: string; extras: string[]; body: Buffer }[] = [];
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const extras = Object.keys(request.headers).filter((name) => /checksum|trailer|encoding/.test(name));
      received.push({ url: request.url!, extras, body: Buffer.concat(parts) });
      response.end();
    });
  });
  const store = await openStore(server);
  const [fileId, bytes] = [randomUUID(), randomBytes(5 * 1024 * 1024)];
  await store.put(fileId, bytes);
  const [{ url, extras, body } = {}] = received;
  expect([received.length, url, extras]).toEqual([1, `/bucket/of/${fileId}?x-id=PutObject`, []]);
  expect(body?.equals(bytes)).toBe(true);
});

// Uses a fake server, because `s3rver` cannot list more than one page.
test("lists all pages, and skips other programs' objects", async () => {
  const pages = [[randomUUID(), "readme.txt"], [randomUUID()]];
  server = createServer((request, response) => {
    const query = new URL(request.url!, "http://bucket").searchParams;
    // An access key that may only read, write and list gets 403.
    if (query.has("versioning")) {
      response.writeHead(403).end();
      return;
    }
    const isSecond = query.get("continuation-token") === "more";
    const more = isSecond ? "" : "<NextContinuationToken>more</NextContinuationToken>";
    const objects = pages[isSecond ? 1 : 0]!.map(
      (name) =>
        `<Contents><Key>of/${name}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents>`,
    );
    response.setHeader("content-type", "application/xml");
    response.end(`<ListBucketResult>${objects.join("")}${more}</ListBucketResult>`);
  });
  const store = await openStore(server);
  const listed: [string | undefined, number | undefined][] = [];
  for await (const page of store.list())
    for (const { fileId, findStoredAt } of page) listed.push([fileId, await findStoredAt()]);
  const at = Date.parse("2026-11-01T00:00:00.000Z");
  expect(listed).toEqual(pages.map(([fileId]) => [fileId, at]));
});

describe("in a versioned bucket", () => {
  let bucket: VersionedBucket;
  let store: S3ObjectStore;
  beforeEach(async () => {
    bucket = await VersionedBucket.start();
    Object.assign(process.env, bucket.settings);
    store = await S3ObjectStore.open({ bucket: "bucket", prefix: "of/" });
  });
  afterEach(() => bucket.close());

  const listAll = async () => {
    const listed = [];
    for await (const page of store.list()) listed.push(...page);
    return listed;
  };

  test("deleting an object removes all its versions, and no other object", async () => {
    const [erased, other] = [randomUUID(), randomUUID()];
    for (const text of ["first", "second"]) await store.put(erased, Buffer.from(text));
    await store.put(other, Buffer.from("other"));
    // An object of another program.
    bucket.versions.push({ key: `of/${erased}.copy`, id: "v000", bytes: Buffer.from("copy") });
    await store.delete(erased);
    expect(bucket.versions.map(({ key }) => key).toSorted()).toEqual(
      [`of/${other}`, `of/${erased}.copy`].toSorted(),
    );
  });

  test("deleting an object removes more than one page of versions", async () => {
    const fileId = randomUUID();
    for (let count = 0; count < 300; count++) await store.put(fileId, Buffer.from("x"));
    await store.delete(fileId);
    expect(bucket.versions).toHaveLength(0);
  });

  test("an object behind a delete marker is listed once without a size, and `remove` deletes all its versions", async () => {
    const [hidden, shown] = [randomUUID(), randomUUID()];
    for (const text of ["first", "second"]) await store.put(hidden, Buffer.from(text));
    await store.put(shown, Buffer.from("shown"));
    const url = `${bucket.settings["AWS_ENDPOINT_URL_S3"]}/bucket/of/${hidden}`;
    await fetch(url, { method: "DELETE" });
    const listed = await listAll();
    const sizes = listed.map(({ fileId, size }) => [fileId, size]);
    expect(new Map(sizes as [string, number | undefined][])).toEqual(
      new Map([
        [hidden, undefined],
        [shown, 5],
      ]),
    );
    expect(sizes).toHaveLength(2);
    await listed.find(({ fileId }) => fileId === hidden)!.remove();
    expect(bucket.versions.map(({ key }) => key)).toEqual([`of/${shown}`]);
  });
});
