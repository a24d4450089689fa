import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { readS3Url, S3FileStore } from "./s3FileStore";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

test.each([
  ["s3://bucket", { bucket: "bucket", prefix: "" }],
  ["s3://my.bucket/", { bucket: "my.bucket", prefix: "" }],
  ["s3://my-bucket/a/b", { bucket: "my-bucket", prefix: "a/b/" }],
  ["s3://my-bucket/a/b/", { bucket: "my-bucket", prefix: "a/b/" }],
])("%s is a bucket with a prefix", (url, settings) => {
  expect(readS3Url(url)).toEqual(settings);
});

// `s3rver` fails to list more than a page.
test("all pages are listed, without the objects of other programs", async () => {
  const pages = [[randomUUID(), "readme.txt"], [randomUUID()]];
  server = createServer((request, response) => {
    const isSecond = new URL(request.url!, "http://bucket").searchParams.get("continuation-token") === "more";
    const more = isSecond ? "" : "<NextContinuationToken>more</NextContinuationToken>";
    const objects = pages[isSecond ? 1 : 0]!.map(
      (name) =>
        `<Contents><Key>of/${name}</Key><LastModified>2026-11-01T00:00:00.000Z</LastModified></Contents>`,
    );
    response.setHeader("content-type", "application/xml");
    response.end(`<ListBucketResult>${objects.join("")}${more}</ListBucketResult>`);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  Object.assign(process.env, {
    AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "key",
    AWS_SECRET_ACCESS_KEY: "secret",
  });
  const store = await S3FileStore.open({ bucket: "bucket", prefix: "of/" });
  const listed: [string | undefined, number | undefined][] = [];
  for await (const page of store.list())
    for (const { fileId, findStoredAt } of page) listed.push([fileId, await findStoredAt()]);
  const at = Date.parse("2026-11-01T00:00:00.000Z");
  expect(listed).toEqual(pages.map(([fileId]) => [fileId, at]));
});
