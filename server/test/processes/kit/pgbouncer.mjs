/** PgBouncer in transaction mode in front of the run's PostgreSQL server. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { findFreePort } from "../../../build/findFreePort.mjs";
import { chooseUser } from "../../kit/server/postgresServer.mjs";

/** Number of connections to PostgreSQL, fewer than clients have to PgBouncer, so that clients often get another one. */
const serverConnections = 4;

/** Returns the path of PgBouncer, or undefined if it is not installed. */
export function findPgBouncer() {
  const folders = [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin"];
  return folders.map((folder) => join(folder, "pgbouncer")).find((path) => existsSync(path));
}

/** Starts PgBouncer; returns the URL of the same database through it. */
export async function startPgBouncer(databaseUrl) {
  const program = findPgBouncer();
  if (!program) throw new Error("No PgBouncer on this machine: npm run test:postgres says what to do");
  const { hostname, port, username } = new URL(databaseUrl);
  const user = chooseUser();
  const folder = mkdtempSync(join(tmpdir(), "visaport-pgbouncer-"));
  const ownPort = await findFreePort();
  const users = join(folder, "users.txt");
  const settings = join(folder, "pgbouncer.ini");
  writeFileSync(users, `"${username}" ""\n`);
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = transaction
default_pool_size = ${serverConnections}
`,
  );
  if (user.uid !== undefined)
    for (const path of [folder, users, settings]) chownSync(path, user.uid, user.gid);
  const child = spawn(program, [settings], { ...user, cwd: folder, stdio: ["ignore", "ignore", "pipe"] });
  await untilListening(child);
  return {
    url: Object.assign(new URL(databaseUrl), { port: String(ownPort) }).href,
    async stop() {
      const ended = once(child, "exit");
      if (child.exitCode === null && child.kill("SIGQUIT")) await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilListening(child) {
  let said = "";
  await new Promise((resolve, reject) => {
    child.stderr.on("data", (chunk) => {
      said += chunk;
      if (said.includes("process up")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`PgBouncer ended with ${code}\n${said}`)));
  });
}
