import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installPackages } from "./installPackages.mjs";

const hasCurl = () =>
  promisify(execFile)("curl", ["--version"]).then(
    () => true,
    () => false,
  );

/** Installs curl, for the calls in the documentation, if it is missing. Throws if the installation fails. */
export async function ensureCurl(): Promise<void> {
  if (await hasCurl()) return;
  installPackages("curl for the examples of the documentation", ["curl"]);
  if (!(await hasCurl())) throw new Error("The examples need curl: install the package `curl`.");
}
