import { tmpdir } from "node:os";
import { expect, jest, test } from "@jest/globals";

const loadSdk = jest.fn(() => ({}));
jest.unstable_mockModule("@aws-sdk/client-s3", loadSdk);
const { openObjectStore } = await import("./openObjectStore");

test("loads the SDK only for a bucket, because it slows down the start", async () => {
  await openObjectStore({ dataDir: tmpdir(), bucket: undefined });
  expect(loadSdk).not.toHaveBeenCalled();
  const bucket = { bucket: "files", prefix: "" };
  await expect(openObjectStore({ dataDir: tmpdir(), bucket })).rejects.toThrow();
  expect(loadSdk).toHaveBeenCalledTimes(1);
});
