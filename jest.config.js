/**
 * The projects of `npm test`: pure units; the database layer on PostgreSQL; scenarios through the real server;
 * journeys in a real browser. `.ci/run` adds sweeps, multiple processes, faults, and attacks, which need an idle
 * machine. The cluster runs by hand (`npm run test:cluster`). See docs/decisions/0048-what-npm-test-runs.md.
 */
const shared = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts", ".tsx"],
  transform: {
    "^.+\\.tsx?$": [
      "<rootDir>/server/test/kit/transform.mjs",
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

/**
 * Skipped when the scenarios run on PostgreSQL and S3. A suite is listed for its subject: no statement, transaction, job,
 * order of rows or file of ours differs there. What these suites store on the way, others test on both.
 */
const onlyOnSqlite = [
  // Tests of the SQLite file, of commands with a folder of their own, and of a file store that the suite chooses.
  "commands/commands",
  "http/fileModes",
  "file/(bucket|dailySweep|unknownCommit)",
  // Start and stop, which processes and faults test on PostgreSQL; pages, parsing, limits of a request, and file
  // contents.
  "http/(createServer|failedStart|liveHeaders|pageAddresses|pageRendering|process|publicPages|requestIds|responseCache|slowSenders)",
  "http/scheduling",
  "graphql/(graphqlIntegration|graphqlLimits|publicSchema)",
  "rest/(openapi|restEveryRoute|restWire)",
  "file/(hostileFiles|uploadContents)",
  "review/mrzRead",
  // A quota that processes/competition tests with three processes.
  "file/uploadQuota",
  // The catalogue in memory; catalogueAdmin and catalogueChanges test its rows.
  "catalogue/(catalogue|catalogueAdminRefusals)",
  "rest/restCatalogue",
  "visaRequest/priceQuote",
  // Rights that are decided before a row is read.
  "partner/keyScopes",
  "staff/staffOperations",
  // The test world, which is on SQLite and on disk next to any live one.
  "testWorld/(testModes|testWorld)",
  // Documented programs, and a provider's wire.
  "graphql/examples",
  "partner/(verifyExamples|webhookTls)",
  "file/virusScan",
  "notification/(msg91|smtp)",
  "payment/gateway",
].map((path) => `<rootDir>/server/test/${path}.test.ts`);

/** They examine every screen, picture or state of a kind, instead of walking from one to the next. */
const sweeps = "<rootDir>/client/e2e/sweeps/";

/**
 * Scenarios that `npm test` (`TESTS=usual`) skips: few changes touch what they are about. Operators' commands,
 * migrations, a provider's wire, documented programs, a file store, budgets and quotas, the test world, and every
 * combination of a kind.
 */
const seldomTouched = [
  "applicant/clearComments",
  "auth/smsBudget",
  "commands/commands",
  "file/(bucket|keyRotation|unknownCommit|uploadQuota|virusScan)",
  "graphql/(examples|graphqlIntegration)",
  "http/(failedStart|process|slowSenders)",
  "notification/(msg91|smtp)",
  "partner/(partnerLimits|verifyExamples|webhookTls)",
  "payment/(gateway|moneyTable)",
  "rest/restEveryRoute",
  "retention/retention",
  "review/mrzRead",
  "testWorld/(testModes|testWorld)",
].map((path) => `<rootDir>/server/test/${path}.test.ts`);

/**
 * Journeys that `npm test` (`TESTS=usual`) skips. The other suites take each walk of the specification: find a visa, log in, apply,
 * pay, follow, download, review, sell as a partner. These go over the same screens again, in another state, with
 * another document, or for a single field.
 */
const secondWalks = [
  // applicant/draft restores a draft and sends it after a failure; applicant/wizard has every step.
  "applicant/(draftLogout|draftPrivacy|twoTabs|unfinishedDraft|wizardReload)",
  "applicant/(calendar|consent|keptApplicants|passport|requiredQuestions|travellers|unlikelyDetails|wizardMoves|wizardTexts)",
  // auth/login.
  "auth/(deviceCheck|expiredSession|loginKept)",
  // catalogue/publicPages and visaPage for visitors, catalogueAdmin for staff.
  "catalogue/(changedMeanwhile|countrySuggestions|favourites|requirements|visaCards)",
  // partner/partners and handOver.
  "partner/(staffPartners|webhooks)",
  // payment/checkout.
  "payment/(liveCheckout|receipt)",
  "testWorld/testWorld",
  // review/queue, case, approve, corrections and twoPeople; scenarios for a second person's agreement.
  "notification/deadMessages",
  "review/(caseStates|caseTravellers|changedMeanwhile|mrzRead|openCorrections|refusedForms)",
  "review/(requiredDocuments|unchangedCorrections|visaMismatch)",
  "staff/(fourEyes|secondFactor)",
  // visaRequest/applications, confirmation and following.
  "visaRequest/(documentsNeeded|readyVisa|startedBefore|travelDate|travelDateInWizard)",
].map((path) => `<rootDir>/client/e2e/${path}.test.ts`);

/** Attacks compare times; fifty concurrent uploads use a third of a mutation's 40 s when alone. */
const needIdleMachine = ["attacks/attacks", "manyUploads"].map(
  (name) => `<rootDir>/server/test/faults/${name}.test.ts`,
);

export default {
  testTimeout: 120_000,
  // For two cores: scenarios spend two thirds of their time waiting for a delay or a job, journeys a quarter.
  maxWorkers: 5,
  // Not a leak: on a busy machine a worker needs up to 1.4 s to return its 600 MB after its last suite.
  workerGracefulExitTimeout: 10_000,
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
      testMatch: ["<rootDir>/server/platform/db/postgres/**/*.test.ts"],
      globalSetup: "<rootDir>/server/test/kit/server/testDatabase.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopDatabases.mjs",
    },
    {
      ...shared,
      displayName: "processes",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/test/processes/**/*.test.ts"],
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
        ...(process.env.TEST_DATABASE === "postgres" ? onlyOnSqlite : []),
        ...(process.env.TESTS === "usual" ? seldomTouched : []),
      ],
      globalSetup: "<rootDir>/server/test/kit/server/sharedServers.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopSharedServers.mjs",
    },
    {
      ...shared,
      displayName: "journey",
      testMatch: ["<rootDir>/client/e2e/**/*.test.ts"],
      testPathIgnorePatterns: [
        "/node_modules/",
        sweeps,
        ...(process.env.TESTS === "usual" ? secondWalks : []),
      ],
      testEnvironment: "<rootDir>/client/e2e/kit/browser/browserEnvironment.mjs",
      globalSetup: "<rootDir>/server/test/kit/server/sharedServers.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopSharedServers.mjs",
    },
    {
      ...shared,
      displayName: "sweeps",
      testMatch: [`${sweeps}*.test.ts`],
      testEnvironment: "<rootDir>/client/e2e/kit/browser/browserEnvironment.mjs",
      globalSetup: "<rootDir>/server/test/kit/server/sharedServers.mjs",
      globalTeardown: "<rootDir>/server/test/kit/server/stopSharedServers.mjs",
    },
    {
      ...shared,
      displayName: "faults",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: ["<rootDir>/server/test/faults/*.test.ts"],
      testPathIgnorePatterns: ["/node_modules/", ...needIdleMachine],
      globalSetup: "<rootDir>/server/test/kit/server/buildOnce.mjs",
    },
    {
      ...shared,
      displayName: "attacks",
      testEnvironment: "<rootDir>/server/test/kit/server/serverEnvironment.mjs",
      testMatch: needIdleMachine,
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
