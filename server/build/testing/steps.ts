import { readFileSync } from "node:fs";

/** A command that passes or fails as a whole, and counts as one test. */
export interface CommandStep {
  name: string;
  command: readonly string[];
  needs?: readonly string[];
  /** True if no step of later groups runs after its failure. */
  endsRun?: boolean;
}

export interface SuiteStep {
  name: string;
  /** The projects of jest.config.js, each with the steps that have to pass before it. */
  projects: Readonly<Record<string, readonly string[]>>;
  /** Maximum number of concurrent suites; jest's default if omitted. */
  workers?: number;
  environment?: Readonly<Record<string, string>>;
  /** True if a failure counts even if a second run would pass, for example if a write is sometimes lost. */
  runsOnce?: boolean;
}

export type Step = CommandStep | SuiteStep;

/** Groups of steps in order; the steps of a group run concurrently. */
export type Plan = readonly (readonly Step[])[];

const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: Record<string, string> };
const script = (name: string): CommandStep => ({ name, command: ["npm", "run", "--silent", name] });

/** Runs the packages' install scripts, one of which compiles SQLite. `.ci/run` installs without them. */
const compile: Step = { name: "compile", command: ["npm", "rebuild"], endsRun: true };
const build = [script("build")];
const browser = [script("test:browser")];
const postgresServer: Step[] = [
  { name: "PostgreSQL server", command: ["node", "server/test/kit/server/providePostgres.mjs"] },
];
/** These steps run concurrently, because downloads wait for the network. */
const prepare = [...browser, ...build, ...postgresServer];
const unit: Step = { name: "unit", projects: { unit: [] }, workers: 2 };
const checks = Object.keys(scripts)
  .filter((name) => name.startsWith("check:"))
  .map((name) => script(name));
const postgres: Step = { name: "postgres", projects: { postgres: ["build", "PostgreSQL server"] } };
const processes: Step = { name: "processes", projects: { processes: ["build", "PostgreSQL server"] } };
const integration: SuiteStep = {
  name: "integration",
  projects: { scenario: ["build"], journey: ["build", "test:browser"] },
};
/** The integration tests that changes break most often. */
const usualIntegration: SuiteStep = { ...integration, environment: { TESTS: "usual" } };
const sweeps: SuiteStep = { name: "sweeps", projects: { sweeps: ["build", "test:browser"] }, workers: 3 };
/** One run, because some sweeps are long, and workers would be idle at the end of a separate run. */
const integrationAndSweeps: SuiteStep = {
  ...integration,
  projects: { ...integration.projects, ...sweeps.projects },
};
const postgresScenarios: SuiteStep = {
  name: "scenarios on PostgreSQL and S3",
  projects: { scenario: ["build", "PostgreSQL server"] },
  environment: { TEST_DATABASE: "postgres", TEST_FILES: "s3" },
};
const clusterPrograms: Step[] = [
  { name: "programs of a cluster", command: ["node", "server/test/cluster/kit/provideCluster.mjs"] },
];
const cluster: Step = {
  name: "cluster",
  projects: { cluster: ["build", "PostgreSQL server", "programs of a cluster"] },
  workers: 1,
  runsOnce: true,
};
const faults: Step = {
  name: "faults",
  projects: { faults: ["build", "PostgreSQL server"] },
  workers: 2,
};
/** Attacks run alone, because they measure times. */
const attacks: Step = { name: "attacks", projects: { attacks: ["build"] }, workers: 1 };

/** The plans of `npm test` and the `test:…` commands in package.json. */
export const plans: Readonly<Record<string, Plan>> = {
  everything: [
    ...[prepare, [unit, ...checks, postgres], [integrationAndSweeps]],
    // These suites run concurrently, because they mostly wait for outages, delays and jobs.
    [
      { ...processes, workers: 3 },
      { ...faults, workers: 3 },
    ],
    [postgresScenarios],
    [attacks],
  ],
  all: [prepare, [unit, ...checks, postgres], [usualIntegration]],
  quick: [build, [unit, ...checks]],
  unit: [[unit]],
  postgres: [build, postgresServer, [postgres], [processes]],
  integration: [browser, build, [{ ...integration, environment: { SIZES: "both" } }]],
  sweeps: [browser, build, [sweeps]],
  "scenarios:postgres": [build, postgresServer, [postgresScenarios]],
  faults: [build, postgresServer, [faults], [attacks]],
  cluster: [build, postgresServer, clusterPrograms, [cluster]],
  // SQLite is one large file, which takes one core 49 s. The checks, which do not need it, use the other core.
  compile: [
    [...browser, script("generate"), ...postgresServer],
    [compile, ...checks],
  ],
};

/** Concatenates plans; a step in several of them runs once. */
export function joinPlans(joined: readonly Plan[]): Plan {
  const known = new Set<string>();
  return joined.flat().map((group) =>
    group.filter(({ name }) => {
      const isNew = !known.has(name);
      known.add(name);
      return isNew;
    }),
  );
}

/** Returns the steps that a project of jest.config.js needs, then the project. */
export function stepsFor(project: string): Step[] {
  const steps = joinPlans(Object.values(plans)).flat();
  const suites = steps.find((step): step is SuiteStep => "projects" in step && project in step.projects);
  if (!suites) throw new Error(`No plan runs the jest project ${project}`);
  const needs = suites.projects[project] ?? [];
  return [
    ...steps.filter(({ name }) => needs.includes(name)),
    { ...suites, name: project, projects: { [project]: [] }, workers: 1 },
  ];
}
