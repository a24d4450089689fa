/**
 * Runs before all suites: builds if an input has changed, and starts one server for each jest worker. The worker's
 * suites share it if they need no special settings. The servers end with the run or with this process, however it ends.
 */
import { fork } from "node:child_process";
import { rm } from "node:fs/promises";
import { once } from "node:events";
import { buildIfStale } from "../../../build/build.mjs";
import { findFreePort } from "../../../build/findFreePort.mjs";
import { startBucket, stopBucket } from "../standIns/testBucket.mjs";
import startDatabases, {
  createDataDir,
  forgetKeys,
  storageSettings,
  stopDatabases,
} from "./testDatabase.mjs";

/** More staff members than the suites of a run need. */
const staffNumbers = Array.from({ length: 400 }, (_, index) => `+919000000${String(index).padStart(3, "0")}`);

export default async function startSharedServers({ maxWorkers }) {
  await buildIfStale();
  if (process.env.TEST_DATABASE === "postgres") await startDatabases();
  if (process.env.TEST_FILES === "s3") await startBucket();
  if (globalThis.sharedServers) return;
  globalThis.sharedServers = startTemplate().then(() =>
    Promise.all(Array.from({ length: maxWorkers }, () => startServer())),
  );
  const servers = await globalThis.sharedServers;
  process.env.SHARED_SERVERS = JSON.stringify(
    servers.map(({ dataDir, url, environment }) => ({ dataDir, url, environment })),
  );
}

/**
 * Lets a server create a database for the others to copy. A copy and a start take 0.75 s of CPU time on PostgreSQL and
 * 0.55 s on SQLite; a first start takes 1.2 s and 0.7 s.
 */
async function startTemplate() {
  const { dataDir, child } = await startServer([]);
  child.removeAllListeners("exit");
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
  await forgetKeys(dataDir);
  process.env.TEST_TEMPLATE = dataDir;
}

async function startServer(staff = staffNumbers) {
  const dataDir = await createDataDir("visaport-shared-");
  const port = await findFreePort();
  const environment = {
    NODE_ENV: "test",
    PORT: String(port),
    DATA_DIR: dataDir,
    STAFF_PHONES: staff.join(","),
    // High enough for codes to all staff numbers, which are in one range.
    SMS_PER_RANGE: String(staffNumbers.length),
    JOBS_EVERY_SECONDS: "0.5",
    // Each suite calls from a separate IP address, so that suites do not share the limits of one.
    TRUSTED_PROXIES: "127.0.0.1",
    ...(await storageSettings(dataDir)),
  };
  const { PATH = "", HOME = "" } = process.env;
  const child = fork("dist/server/main.js", {
    env: { PATH, HOME, ...environment },
    // Through the channel of `fork`, the server notices the end of this process, even if it is killed.
    execArgv: ["--import", new URL("endWithParent.mjs", import.meta.url).href],
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let output = "";
  await new Promise((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      if (output.includes("Visaport is ready")) return;
      output += chunk;
      if (output.includes("Visaport is ready")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`The shared server ended with ${code}\n${output}`)));
  });
  return { dataDir, url: `http://127.0.0.1:${port}`, environment, child };
}

export async function stopSharedServers() {
  const servers = (await globalThis.sharedServers) ?? [];
  globalThis.sharedServers = undefined;
  for (const { child, dataDir } of servers) {
    child.removeAllListeners("exit");
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
    await removeFolder(dataDir);
  }
  if (process.env.TEST_TEMPLATE) await removeFolder(process.env.TEST_TEMPLATE);
  delete process.env.TEST_TEMPLATE;
  await stopBucket();
  await stopDatabases();
}

async function removeFolder(dataDir) {
  for (const path of [dataDir, `${dataDir}-staff-numbers`, `${dataDir}-database-url`])
    await rm(path, { recursive: true, force: true });
}
