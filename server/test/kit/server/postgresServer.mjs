/**
 * A PostgreSQL server for one run, in its own folder, with this machine's binaries. It does not sync to disk, because
 * the tests do not cover a power loss.
 */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../build/findFreePort.mjs";
import { makeCertificate } from "../standIns/certificates.mjs";

const debianFolder = "/usr/lib/postgresql";

/**
 * Returns the folder of `initdb` and `postgres`: `POSTGRES_BIN`, or the newest on this machine; undefined if there is
 * none.
 */
export function findPostgres() {
  const given = process.env.POSTGRES_BIN;
  if (given) return given;
  const versions = existsSync(debianFolder)
    ? readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
    : [];
  return versions
    .map((version) => join(debianFolder, version, "bin"))
    .find((bin) => existsSync(join(bin, "initdb")));
}

/** The signals that `pg_ctl stop -m` sends. */
const stopSignals = { fast: "SIGINT", immediate: "SIGQUIT" };

/** PostgreSQL and PgBouncer refuse to run as root, so root runs them as `nobody`. */
export function chooseUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync("id", [flag, "nobody"], { encoding: "utf8" }));
  return { uid: idOf("-u"), gid: idOf("-g") };
}

/**
 * Starts a server. With `tls`, the server also accepts TLS, with a certificate for 127.0.0.1 whose root is in
 * `rootCertificate`. `otherRootCertificate` is a root with the same name but another key.
 */
export async function startPostgres({ tls = false } = {}) {
  const bin = findPostgres();
  if (!bin) throw new Error("No PostgreSQL on this machine: npm run test:postgres says what to do");
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), "visaport-postgres-"));
  if (user.uid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const asUser = { ...user, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: "C" } };
  execFileSync(
    join(bin, "initdb"),
    ["-D", data, "-U", "visaport", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync"],
    { ...asUser, stdio: ["ignore", "ignore", "inherit"] },
  );
  if (tls) makeCertificates(data, asUser);
  const port = await findFreePort();
  const flags = [
    ...(tls ? ["ssl=on"] : []),
    ...["listen_addresses=127.0.0.1", "unix_socket_directories=", "max_connections=300"],
    ...["fsync=off", "full_page_writes=off", "shared_buffers=64MB"],
  ];
  const launch = () =>
    spawn(join(bin, "postgres"), ["-D", data, "-p", String(port), ...flags.flatMap((flag) => ["-c", flag])], {
      ...asUser,
      stdio: ["ignore", "ignore", "pipe"],
    });
  let child = launch();
  await untilReady(child);
  const halt = async (mode) => {
    const ended = once(child, "exit");
    child.kill(stopSignals[mode]);
    await ended;
  };
  return {
    urlOf: (database) => `postgres://visaport@127.0.0.1:${port}/${database}`,
    rootCertificate: join(data, "root.crt"),
    otherRootCertificate: join(data, "other.crt"),
    halt,
    async resume() {
      child = launch();
      await untilReady(child);
    },
    async stop() {
      if (child.exitCode === null) await halt("fast");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Makes certificates; PostgreSQL reads `server.crt` and `server.key` from its data folder. */
function makeCertificates(data, asUser) {
  const subject = "Root of the tests";
  for (const name of ["root", "other"]) makeCertificate(data, { name, subject }, asUser);
  const server = { name: "server", subject: "PostgreSQL of the tests", subjectAltName: "IP:127.0.0.1" };
  makeCertificate(data, { ...server, issuer: "root" }, asUser);
}

async function untilReady(child) {
  let said = "";
  await new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("ready to accept connections")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PostgreSQL ended with ${code}\n${said}`)));
  });
}
