/**
 * `npm run test:one -- <path> [options for jest]`: runs one test file in its jest project, after the steps
 * that the project needs. Unlike a plan, it does not repeat a failed suite.
 */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findProjects } from "./findProjects";
import { runStep, toPattern } from "./runStep";
import { stepsFor } from "./steps";

const root = process.cwd();
const [file, ...given] = process.argv.slice(2);
const [project] = file && existsSync(file) ? await findProjects(root, file) : [];
if (!file || !project) {
  console.error(`No test file ${file ?? "given"}. Usage: npm run test:one -- <path> [options for jest]`);
  process.exit(2);
}
const jestOptions = ["--testPathPatterns", toPattern(resolve(file)), ...given];
for (const step of stepsFor(project)) {
  const { failure, suites } = await runStep(step, () => true, { root, jestOptions });
  if (failure || suites.some(({ failed }) => failed.length > 0)) process.exit(1);
}
