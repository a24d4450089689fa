/**
 * With `TEST_FILES=s3`, a run's servers share a bucket, in which each has its own prefix. The bucket is a separate
 * process, whose URL and folder are in `TEST_BUCKET`. Otherwise files are in the servers' folders.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { findFreePort } from "../../../build/findFreePort.mjs";

/** The name of the bucket, and of its folder within s3rver's folder. */
const bucket = "visaport-test";
/** Settings for a server that stores its files in the data folder, because its suite tests that folder. */
export const filesOnDisk = { FILES: "" };

/** Starts the run's bucket; `stopBucket` stops it. */
export async function startBucket() {
  globalThis.testBucket ??= launch();
  const { url, folder } = await globalThis.testBucket;
  process.env.TEST_BUCKET = JSON.stringify({ url, folder });
}

async function launch() {
  const [folder, port] = [await mkdtemp(join(tmpdir(), "visaport-bucket-")), await findFreePort()];
  const child = fork(new URL("bucketServer.mjs", import.meta.url), [String(port), folder, bucket], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const ended = once(child, "exit").then(() => Promise.reject(new Error("The bucket ended")));
  await Promise.race([once(child, "message"), ended]);
  ended.catch(() => undefined);
  return { url: `http://127.0.0.1:${port}`, folder, child };
}

export async function stopBucket() {
  const { child, folder } = (await globalThis.testBucket) ?? {};
  globalThis.testBucket = undefined;
  if (!child) return;
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
  await rm(folder, { recursive: true, force: true });
}

/** Returns the bucket's settings for a folder's server. */
export function bucketSettings(dataDir) {
  const { TEST_BUCKET } = process.env;
  if (!TEST_BUCKET) return {};
  return {
    FILES: `s3://${bucket}/${basename(dataDir)}`,
    AWS_ENDPOINT_URL_S3: JSON.parse(TEST_BUCKET).url,
    AWS_REGION: "eu-central-1",
    AWS_ACCESS_KEY_ID: "S3RVER",
    AWS_SECRET_ACCESS_KEY: "S3RVER",
    // Disables a warning, because tests expect that commands do not print any.
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: "true",
  };
}

/** Returns the folder in which s3rver stores the objects of a server with this setting. */
const objectFolder = (FILES) => join(JSON.parse(process.env.TEST_BUCKET).folder, FILES.slice("s3://".length));
/** File name suffix of an object's bytes; s3rver stores the metadata in other files. */
const ofBytes = "._S3rver_object";

/** The name of the object by which processes recognise a shared store (objectStore.ts). */
const mark = "store-mark";

/** Returns the path of a stored file of a server with these settings. */
export const filePath = ({ DATA_DIR, FILES }, fileId) =>
  FILES ? join(objectFolder(FILES), fileId + ofBytes) : join(DATA_DIR, "files", fileId.slice(0, 2), fileId);

/** Returns the paths of all stored files, including half-written ones. */
export async function listFiles({ DATA_DIR, FILES }) {
  const folder = FILES ? objectFolder(FILES) : join(DATA_DIR, "files");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && (!FILES || entry.name.endsWith(ofBytes)))
    .filter((entry) => !entry.name.startsWith(mark))
    .map((entry) => join(entry.parentPath, entry.name));
}
