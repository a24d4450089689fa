/** Installs missing Debian packages for tests. Requires root and `apt-get`. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

const apt = "/usr/bin/apt-get";

/** Returns false if it cannot install the packages; `what` is part of the message. */
export function installPackages(what, names) {
  if (process.getuid?.() !== 0 || !existsSync(apt)) return false;
  console.log(`Going to install ${what}: the packages ${names.join(" ")} (apt-get install).`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const run = (...given) => execFileSync(apt, given, { stdio: "inherit", env: environment });
  run("update");
  run("install", "--yes", "--no-install-recommends", ...names);
  return true;
}
