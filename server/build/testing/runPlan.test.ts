import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { findProjects } from "./findProjects";
import { runPlan } from "./runPlan";
import { joinPlans, type Plan, plans, type Step, stepsFor } from "./steps";
import { readUnstable } from "./unstable";

/** Runs temporary suites with the real jest. */

const green = `test("is green", () => expect(1).toBe(1));`;
const red = `${green} test("is red", () => expect(1).toBe(2));`;
const broken = `throw new Error("broken");`;
/** Fails in its first run, then passes until `forget` is called. */
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

test("a run passes if a failed suite passes the second time; the suite is listed as unstable", async () => {
  const { code, output, lastLine } = await run([[suites({ one: [], other: [] }, 2), command("beside", 0)]]);
  expect({ code, lastLine }).toEqual({ code: 0, lastLine: "4 passed, 0 failed" });
  expect(output).toContain("UNSTABLE: failed, then passed alone\n  suites: wavers.one.js\n    is red once");
  expect(readUnstable(unstableFile)).toEqual(wavering);
});

test("a run fails if a suite is unstable for the second time in a row, even with one worker", async () => {
  forget();
  const { code, output, lastLine } = await run([[suites({ one: [] }, 1)]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
  expect(output).toContain("UNSTABLE TWICE IN A ROW, which counts as failed:\n  suites: wavers.one.js");
  expect(readUnstable(unstableFile)).toEqual(wavering);
});

test("failed suites do not run again in a step with runsOnce", async () => {
  forget();
  const { code, output, lastLine } = await run([[{ ...suites({ one: [] }), runsOnce: true }]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
  expect(output).not.toContain("Running again");
});

test("suites that fail twice are named, and a suite that passes at once is no longer listed as unstable", async () => {
  write("red.one.js", red);
  write("broken.one.js", broken);
  const { code, output, lastLine } = await run([[suites({ one: [], other: [] })]]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "4 passed, 2 failed" });
  expect(output).toMatch(/Running again, one at a time: (red|broken).one.js (red|broken).one.js\n/);
  expect(output).toContain("  suites: red.one.js\n    is red");
  expect(output).toContain("  suites: broken.one.js\n    (the suite itself)");
  expect(readUnstable(unstableFile)).toEqual([]);
});

test("steps after a failed one run unless they need it, and suites that did not run stay listed as unstable", async () => {
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

test("no step of a later group runs after the failure of one that ends the run", async () => {
  const { code, output, lastLine } = await run([
    [{ ...command("compile", 1), endsRun: true }, command("lint", 0)],
    [command("build", 0)],
    [suites({ one: ["build"], other: [] })],
  ]);
  expect({ code, lastLine }).toEqual({ code: 1, lastLine: "1 passed, 1 failed" });
  const lines = ["build", "one", "other"].map((part) => `  ${part}, which needs compile`);
  expect(output).toContain(["NOT RUN:", ...lines, ""].join("\n"));
  expect(output).not.toContain("build ran");
});

test("a run fails if jest writes no report", async () => {
  write("jest.config.json", "{");
  expect(await run([[suites({ one: [] })]])).toMatchObject({ code: 1, lastLine: "0 passed, 1 failed" });
});

test("package.json has a command for each plan except the default and those of CI", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
  const named = Object.values(scripts).flatMap((line) => /testing\/main\.ts (\S+)$/.exec(line)?.[1] ?? []);
  const { all: _byDefault, compile: _inCi, everything: _alsoInCi, ...others } = plans;
  expect(named.sort()).toEqual(Object.keys(others).sort());
});

test("a step that is in several plans runs once", () => {
  const { quick = [], faults = [] } = plans;
  expect(
    joinPlans([quick, faults])
      .flat()
      .filter(({ name }) => name === "build"),
  ).toHaveLength(1);
});

test("`.ci/run` compiles first, runs each jest project once and in full, and the scenarios again on PostgreSQL", () => {
  const [, names = ""] = /npm test -- (.+)/.exec(readFileSync(".ci/run", "utf8")) ?? [];
  const steps = joinPlans(names.split(" ").map((name) => plans[name] ?? [])).flat();
  const compiled = steps.findIndex(({ name }) => name === "compile");
  expect(steps[compiled]).toMatchObject({ endsRun: true });
  expect(steps.slice(0, compiled).map(({ name }) => name)).toEqual([
    "test:browser",
    "generate",
    "PostgreSQL server",
  ]);
  const suites = steps.filter((step) => "projects" in step);
  expect(suites.flatMap(({ projects }) => Object.keys(projects)).sort()).toEqual([
    ...["attacks", "faults", "journey", "postgres", "processes", "scenario", "scenario", "sweeps", "unit"],
  ]);
  expect(suites.flatMap(({ environment = {} }) => Object.keys(environment))).not.toContain("TESTS");
});

test("only `npm test` omits journeys, and only the integration tests run them in both window sizes", () => {
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
});

test.each(["journey", "processes", "scenario"])(
  "a file of the project %s runs in full on its own",
  (project) => {
    expect(stepsFor(project).at(-1)).not.toHaveProperty("environment");
  },
);

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
  "`npm test` omits only existing suites of the project %s, and none of the main ones",
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
    // The patterns name folders of other projects and the omitted suites.
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

test("each test file belongs to exactly one jest project, and each project runs after the steps that it needs", async () => {
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
