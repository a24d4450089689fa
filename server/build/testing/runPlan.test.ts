import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findProjects } from "./findProjects";
import { runPlan } from "./runPlan";
import { joinPlans, type Plan, plans, type Step, stepsFor } from "./steps";
import { readUnstable } from "./unstable";

/** Temporary suites that jest actually runs. */

const green = `test("is green", () => expect(1).toBe(1));`;
const red = `${green} test("is red", () => expect(1).toBe(2));`;
const broken = `throw new Error("broken");`;
/** Fails in its first run, then passes until `forget`. */
const redThenGreen = `${green}
  test("is red once", () => {
    const { existsSync, writeFileSync } = require("node:fs");
    const marker = __filename + ".marker";
    const isSecond = existsSync(marker);
    writeFileSync(marker, "");
    expect(isSecond).toBe(true);
  });`;

let root: string;
let unstableFile: string;
const write = (name: string, text: string) => writeFileSync(join(root, name), text);
const forget = () => rmSync(join(root, "wavers.one.js.marker"));

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "visaport-plan-"));
  unstableFile = join(root, "left", "unstable.json");
  const projects = ["one", "other"].map((name) => ({
    displayName: name,
    testMatch: [`**/*.${name}.js`],
    transform: {},
  }));
  write("package.json", "{}");
  write("jest.config.json", JSON.stringify({ projects }));
  write("green.other.js", green);
  write("wavers.one.js", redThenGreen);
});
afterAll(() => rmSync(root, { recursive: true }));

const command = (name: string, code: number, needs?: string[]): Step => ({
  name,
  command: [process.execPath, "-e", `console.log("${name} ran"); process.exit(${code})`],
  needs,
});
const suites = (projects: Record<string, string[]>, workers?: number): Step => ({
  name: "suites",
  projects,
  ...(workers && { workers }),
});
const wavering = [{ step: "suites", suite: "wavers.one.js", tests: ["is red once"] }];

async function run(plan: Plan): Promise<{ code: number; output: string; lastLine: string | undefined }> {
  const lines: string[] = [];
  const code = await runPlan(plan, { root, unstableFile, print: (line) => lines.push(line) });
  return { code, output: lines.join("\n"), lastLine: lines.at(-1) };
}

test("a suite that passes in the second run is listed, also in the file, and the run passes", async () => {
  const { code, output, lastLine } = await run([[suites({ one: [], other: [] }, 2), command("beside", 0)]]);
  expect({ code, lastLine }).toEqual({ code: 0, lastLine: "4 passed, 0 failed" });
  expect(output).toContain("UNSTABLE: failed, then passed alone\n  suites: wavers.one.js\n    is red once");
  expect(readUnstable(unstableFile)).toEqual(wavering);
});

test("a suite that is unstable twice in a row fails the run, also if its suites run one at a time", async () => {
  forget();
  const { code, output, lastLine } = await run([[suites({ one: [] }, 1)]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
  expect(output).toContain("UNSTABLE TWICE IN A ROW, which counts as failed:\n  suites: wavers.one.js");
  expect(readUnstable(unstableFile)).toEqual(wavering);
});

test("a step that runs once has no second run", async () => {
  forget();
  const { code, output, lastLine } = await run([[{ ...suites({ one: [] }), runsOnce: true }]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
  expect(output).not.toContain("Running again");
});

test("suites that fail twice are named, and a suite that passes directly leaves the list", async () => {
  write("red.one.js", red);
  write("broken.one.js", broken);
  const { code, output, lastLine } = await run([[suites({ one: [], other: [] })]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "4 passed, 2 failed" });
  expect(output).toMatch(/Running again, one at a time: (red|broken).one.js (red|broken).one.js\n/);
  expect(output).toContain("  suites: red.one.js\n    is red");
  expect(output).toContain("  suites: broken.one.js\n    (the suite itself)");
  expect(readUnstable(unstableFile)).toEqual([]);
});

test("every step after a failed one runs, except those that need it, and the list retains their suites", async () => {
  writeFileSync(unstableFile, JSON.stringify(wavering));
  const { code, output, lastLine } = await run([
    [command("build", 3)],
    [command("lint", 0), command("types", 1), command("pack", 0, ["build"])],
    [suites({ one: ["build"], other: [] })],
  ]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "2 passed, 2 failed" });
  expect(output).toContain("FAILED:\n  build: ended with 3\n  types: ended with 1");
  expect(output).toContain("NOT RUN:\n  pack, which needs build\n  one, which needs build");
  expect(output).toContain("lint ran");
  expect(output).not.toContain("pack ran");
  expect(readUnstable(unstableFile)).toEqual(wavering);
});

test("a run of jest without a report fails", async () => {
  write("jest.config.json", "{");
  expect(await run([[suites({ one: [] })]])).toMatchObject({ code: 1, lastLine: "0 passed, 1 failed" });
});

test("the commands of package.json name existing plans", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = Object.values(scripts).flatMap((line) => /testing\/main\.ts (\S+)$/.exec(line)?.[1] ?? []);
  const { all: _byDefault, everything: _inCi, ...others } = plans;
  expect(named.sort()).toEqual(Object.keys(others).sort());
});

test("a step in several plans runs once", () => {
  const { quick = [], faults = [] } = plans;
  expect(
    joinPlans([quick, faults])
      .flat()
      .filter(({ name }) => name === "build"),
  ).toHaveLength(1);
});

test("`.ci/run` runs each jest project once and in full, and the scenarios again on PostgreSQL", () => {
  const [, name = ""] = /npm test -- (\w+)/.exec(readFileSync(".ci/run", "utf8")) ?? [];
  const suites = (plans[name] ?? []).flat().filter((step) => "projects" in step);
  expect(suites.flatMap(({ projects }) => Object.keys(projects)).sort()).toEqual([
    ...["attacks", "faults", "journey", "postgres", "processes", "scenario", "scenario", "sweeps", "unit"],
  ]);
  expect(suites.flatMap(({ environment = {} }) => Object.keys(environment))).not.toContain("TESTS");
});

test("`npm test` runs the usual tests, the others all, and the integration tests both sizes of a walk", () => {
  const ways = Object.entries(plans).flatMap(([name, plan]) =>
    plan.flat().flatMap((step) => {
      const isJourney = "projects" in step && "journey" in step.projects;
      return isJourney ? [[name, step.environment]] : [];
    }),
  );
  expect(Object.fromEntries(ways)).toEqual({
    everything: undefined,
    all: { TESTS: "usual" },
    integration: { SIZES: "both" },
  });
  expect(stepsFor("journey").at(-1)).not.toHaveProperty("environment");
});

test.each([
  [
    "journey",
    "client/e2e",
    ["wholeStory/mainJob", "catalogue/publicPages", "catalogue/visaPage", "auth/login"],
    ["applicant/wizard", "payment/checkout", "visaRequest/following", "visaRequest/confirmation"],
    ["review/queue", "review/case", "review/approve", "review/twoPeople", "partner/partners"],
  ],
  [
    "scenario",
    "server/test",
    ["wholeStory/mainPath.graphql", "wholeStory/mainPath.rest", "auth/login", "payment/payments"],
    ["payment/refunds", "review/decisions", "file/uploads", "graphql/ownership", "partner/keys"],
  ],
])(
  "`npm test` omits existing suites of the project %s, and no common one",
  async (project, folder, ...common) => {
    process.env["TESTS"] = "usual";
    const config = (await import(`${pathToFileURL(resolve("jest.config.js")).href}?usual`)) as {
      default: { projects: { displayName: string; testPathIgnorePatterns: string[] }[] };
    };
    delete process.env["TESTS"];
    const { testPathIgnorePatterns = [] } =
      config.default.projects.find(({ displayName }) => displayName === project) ?? {};
    const suites = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => `<rootDir>/${folder}/${name.replaceAll("\\", "/")}`)
      .filter((name) => name.endsWith(".test.ts"));
    const omittedBy = (pattern: string) => suites.filter((suite) => new RegExp(pattern).test(suite));
    const patterns = testPathIgnorePatterns.filter((pattern) => pattern !== "/node_modules/");
    // Folders of other projects, and the list.
    expect(patterns.length).toBeGreaterThan(5);
    expect(patterns.filter((pattern) => omittedBy(pattern).length === 0)).toEqual([]);
    const omitted = new Set(patterns.flatMap(omittedBy));
    for (const walk of common.flat()) {
      const suite = `<rootDir>/${folder}/${walk}.test.ts`;
      expect(suites).toContain(suite);
      expect(omitted).not.toContain(suite);
    }
  },
);

test("each test file belongs to one jest project, and a plan runs the project", async () => {
  const testFiles = ["server", "client", "seed"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /\.test\.tsx?$/.test(name) && !name.includes("node_modules"))
      .map((name) => join(folder, name)),
  );
  const projects = new Set<string>();
  for (const file of testFiles) {
    const owners = await findProjects(process.cwd(), file);
    expect({ file, owners }).toEqual({ file, owners: [expect.any(String)] });
    projects.add(owners[0]!);
  }
  const steps = [...projects].sort().map((project) => stepsFor(project).map(({ name }) => name));
  expect(steps).toEqual([
    ["build", "attacks"],
    ["build", "PostgreSQL server", "programs of a cluster", "cluster"],
    ["build", "PostgreSQL server", "faults"],
    ["test:browser", "build", "journey"],
    ["build", "PostgreSQL server", "postgres"],
    ["build", "PostgreSQL server", "processes"],
    ["build", "scenario"],
    ["test:browser", "build", "sweeps"],
    ["unit"],
  ]);
});
