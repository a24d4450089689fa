/**
 * Six projects: pure units; tests of PostgreSQL and multiple processes; scenarios through the real server;
 * journeys in a real browser; faults, which need minutes and an idle machine (`npm run test:faults`); the
 * cluster (`npm run test:cluster`).
 */
const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "^.+\\.tsx?$": [
      "@swc/jest",
      {
        jsc: {
          parser: { syntax: "typescript", tsx: true, decorators: true },
          transform: { legacyDecorator: true, react: { runtime: "automatic" } },
          target: "es2022",
        },
        module: { type: "es6" },
      },
    ],
  },
};

/** Tests of the SQLite file, skipped when the scenarios run on PostgreSQL. */
const ofTheFile =
  process.env.TEST_DATABASE === "postgres"
    ? ["<rootDir>/server/test/http/fileModes.test.ts", "<rootDir>/server/test/file/unknownCommit.test.ts"]
    : [];

export default {
  testTimeout: 120_000,
  // For two cores: a suite spends a tenth of its time waiting for a silent gateway or a job.
  maxWorkers: 3,
  testSequencer: "<rootDir>/server/test/kit/suiteOrder.mjs",
  projects: [
    {
      ...shared,
      displayName: "unit",
      testMatch: ["<rootDir>/{server,client,seed}/**/*.test.{ts,tsx}"],
      moduleNameMapper: { "\\.module\\.css$": "<rootDir>/server/test/kit/cssClasses.mjs" },
      testPathIgnorePatterns: [
        "/node_modules/",
        "<rootDir>/server/test/",
        "<rootDir>/client/e2e/",
        "<rootDir>/server/platform/db/postgres/",
      ],
    },
    {
      ...shared,
      displayName: "postgres",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/{platform/db/postgres,test/processes}/**/*.test.ts"],
      globalSetup: "<rootDir>/server/test/kit/server/testDatabase.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopDatabases.mjs",
    },
    {
      ...shared,
      displayName: "scenario",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/test/**/*.test.ts"],
      testPathIgnorePatterns: [
        "/node_modules/",
        "<rootDir>/server/test/cluster/",
        "<rootDir>/server/test/faults/",
        "<rootDir>/server/test/processes/",
        ...ofTheFile,
      ],
      globalSetup: "<rootDir>/server/test/kit/server/sharedServers.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopSharedServers.mjs",
    },
    {
      ...shared,
      displayName: "journey",
      testMatch: ["<rootDir>/client/e2e/**/*.test.ts"],
      testEnvironment: "<rootDir>/client/e2e/kit/browser/browserEnvironment.mjs",
      globalSetup: "<rootDir>/server/test/kit/server/sharedServers.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopSharedServers.mjs",
    },
    {
      ...shared,
      displayName: "faults",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/test/faults/**/*.test.ts"],
      globalSetup: "<rootDir>/server/test/kit/server/buildOnce.mjs",
    },
    {
      ...shared,
      displayName: "cluster",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/test/cluster/**/*.test.ts"],
      globalSetup: "<rootDir>/server/test/kit/server/buildOnce.mjs",
    },
  ],
};
