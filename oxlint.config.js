import { nouns } from "./server/build/lintRules.mjs";

/** Matches imports of a module's layers, by the suffix of the file name. */
const layer = (...suffixes) => `\\.(${suffixes.join("|")})$`;
/** Matches imports from the folders around the modules. */
const room = (...names) => `/(${names.join("|")})/`;
const edges = ["resolvers", "routes", "rest"];

/** The nouns in order; in the client each has one folder. */
const clientNouns = [...new Set(nouns.map((noun) => noun.split("/")[0]))];

/** Matches imports that leave their folder for one of `folders` in client/. */
const intoClient = (folders) => `^(\\.\\./)+(${folders.join("|")})/`;

/** The client may only import the server's rules, which are pure. */
const onlyRulesOfTheServer = {
  group: ["**/server/**", "!**/server/{core,modules}/**/*.rules", "**/seed/**"],
  message: "Of the server the client knows the rules only, which are pure.",
};

/**
 * Allowed directions in the client: code without nouns → the nouns in order → layout → pages, which do not
 * import each other. Types count too, so that file cycles cannot arise.
 */
function clientArrows() {
  const aboveNouns = ["layout", "pages", "showcase"];
  const arrow = (folder, never, why) => ({
    files: [`client/${folder}/**/*.{ts,tsx}`],
    never,
    why,
    types: false,
    further: [onlyRulesOfTheServer],
  });
  /** Lists pages, as App does. */
  const staffPages = "client/pages/staff/StaffPage.tsx";
  const noOtherPage = "No page imports another: what two share is a feature.";
  return [
    ...["lib", "seo", "apollo", "publicData", "transport"].map((folder) =>
      arrow(
        folder,
        intoClient([...clientNouns, ...aboveNouns]),
        "What all nouns stand on knows none of them.",
      ),
    ),
    arrow(
      "components",
      `${intoClient([...clientNouns, ...aboveNouns, "apollo"])}|\\.generated$`,
      "Components take props; data is the features'.",
    ),
    ...clientNouns.map((noun, place) =>
      arrow(
        noun,
        intoClient([...clientNouns.slice(place + 1), ...aboveNouns]),
        "A feature knows the nouns before its own, and no page.",
      ),
    ),
    arrow("layout", intoClient(["pages", "showcase"]), "The frame knows no page."),
    {
      ...arrow("pages", "^\\.\\./[^.]|^\\./.*/|/pages/", noOtherPage),
      ignores: ["client/pages/staff/*/**", staffPages],
    },
    arrow("pages/staff/*", "^(\\.\\./){1,2}[^.]|/pages/", noOtherPage),
    {
      files: ["client/*.{ts,tsx}", staffPages],
      ignores: ["client/paths.ts"],
      further: [onlyRulesOfTheServer],
    },
    { files: ["client/paths.ts"], never: ".", why: "paths.ts knows nothing.", types: false },
  ];
}

/** The driver will be replaced one day. */
const sqlite3 = {
  name: "sqlite3",
  message: "Only server/platform/db/sqlite/sqliteSource.ts names the driver.",
};

/**
 * Allowed import directions (docs/architecture.md), by the file's location and the specifier. Type imports
 * are exempt. No file may match two entries, because the later one would win.
 */
const arrows = [
  {
    files: ["server/modules/**/*.rules.ts"],
    never: `^(typeorm|fastify|node:)|${layer("entity", "repository", "reads", "service", "logic", "view", "crypto", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest", "inspection")}`,
    why: "Rules are pure: they know other rules and dayjs, nothing else.",
  },
  {
    files: ["server/modules/**/*.entity.ts"],
    never: `${layer("repository", "reads", "service", "logic", "view", "crypto", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest", "inspection")}`,
    why: "Entities know TypeORM only.",
  },
  {
    files: ["server/modules/**/*.{repository,reads}.ts"],
    never: `${layer("service", "logic", "view", "crypto", "pdf", ...edges)}|${room("adapters", "http", "graphql", "rest", "inspection")}|^fastify`,
    why: "Repositories know entities and TypeORM.",
  },
  {
    files: ["server/modules/**/*.crypto.ts"],
    never: `${layer("repository", "reads", "service", "logic", "view", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "What encrypts and signs knows the keys that it is given, and rules.",
  },
  {
    files: ["server/modules/**/*.view.ts", "server/modules/**/*.pdf.ts"],
    never: `${layer("repository", "reads", "service", "logic", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "What is shown is made from what is given; services fetch it.",
  },
  {
    files: ["server/modules/file/inspection/**/*.ts"],
    never: `${layer("entity", "repository", "reads", "service", "logic", "view", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "A file is looked at by its bytes alone.",
  },
  {
    files: ["server/modules/**/*.{service,logic}.ts"],
    never: `${layer(...edges)}|${room("adapters", "http", "graphql", "rest")}|^(fastify|graphql|@apollo|sqlite3|razorpay)`,
    why: "Services know rules, repositories, ports and other services; who asks and in which format is not theirs.",
  },
  {
    files: ["server/modules/**/*.{resolvers,routes,rest}.ts"],
    never: `${layer("repository", "reads", "entity")}|${room("adapters", "db")}|^typeorm`,
    why: "Resolvers and routes parse, call a service and map.",
  },
  {
    files: ["server/platform/adapters/**/*.ts"],
    never: "/(modules|http|graphql|rest|db)/|/services$",
    why: "Adapters know ports and the SDK they wrap.",
  },
  {
    files: ["server/sandbox/**/*.ts"],
    never: "/(modules|adapters|http|graphql|rest|db)/|/(config|errors|ports|services|principal)$",
    why: "The stand-in for Razorpay knows nothing of the rest.",
    types: false,
  },
  ...clientArrows(),
];

/** Tests and their helpers may import anything. */
const tests = ["**/*.test.{ts,tsx}", "server/build/testing/**", "server/test/**", "client/e2e/**"];

const noArrowBack = ({ files, ignores = [], never, why, types = true, further = [] }) => ({
  files,
  excludeFiles: [...tests, ...ignores],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        paths: [sqlite3],
        patterns: [
          ...(never === undefined ? [] : [{ regex: never, message: why, allowTypeImports: types }]),
          ...further,
        ],
      },
    ],
  },
});

/**
 * Rules that ESLint recommends and that oxlint's category of correctness lacks, and the same for
 * typescript-eslint's type rules.
 */
const beyondCorrectness = [
  "no-array-constructor",
  "no-case-declarations",
  "no-empty",
  "no-fallthrough",
  "no-prototype-builtins",
  "no-redeclare",
  "no-regex-spaces",
  "no-unexpected-multiline",
  "no-useless-assignment",
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "preserve-caught-error",
  "react/rules-of-hooks",
];
const beyondCorrectnessOfTypes = [
  "ban-ts-comment",
  "no-empty-object-type",
  "no-explicit-any",
  "no-misused-promises",
  "no-namespace",
  "no-require-imports",
  "no-unnecessary-type-assertion",
  "no-unnecessary-type-constraint",
  "no-unsafe-argument",
  "no-unsafe-assignment",
  "no-unsafe-call",
  "no-unsafe-enum-comparison",
  "no-unsafe-function-type",
  "no-unsafe-member-access",
  "no-unsafe-return",
  "only-throw-error",
  "prefer-promise-reject-errors",
  "restrict-plus-operands",
].map((rule) => `typescript/${rule}`);

/**
 * Disabled rules of that category: those about the React Compiler, which is not used here, and some with
 * false positives.
 */
const ofNoUseHere = [
  "react/immutability",
  "react/incompatible-library",
  "react/no-did-update-set-state",
  "react/purity",
  "react/refs",
  "react/set-state-in-effect",
  "react/static-components",
  "typescript/no-misused-spread",
  "typescript/require-array-sort-compare",
  "typescript/unbound-method",
];

const errors = (rules) => Object.fromEntries(rules.map((rule) => [rule, "error"]));

export default {
  plugins: ["typescript", "react", "oxc"],
  jsPlugins: ["./server/build/lintRules.mjs"],
  categories: { correctness: "error" },
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  ignorePatterns: ["dist/", "data/", "test-output/", "**/*.generated.ts"],
  rules: {
    "no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "all" }],
    ...errors(beyondCorrectness),
    ...Object.fromEntries(ofNoUseHere.map((rule) => [rule, "off"])),
    "no-restricted-properties": [
      "error",
      { object: "process", property: "env", message: "Settings are read in server/app/config.ts only." },
    ],
    "no-restricted-globals": ["error", { name: "alert", message: "Messages are in the page." }],
  },
  overrides: [
    {
      files: ["**/*.{ts,tsx}"],
      rules: {
        ...errors(beyondCorrectnessOfTypes),
        "typescript/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      },
    },
    {
      files: ["server/{core,platform,modules,app}/**/*.ts"],
      excludeFiles: tests,
      rules: { "project/floors-downwards": "error" },
    },
    { files: ["server/modules/**/*.ts"], rules: { "project/nouns-downwards": "error" } },
    {
      files: ["server/{modules,app,bench}/**/*.ts"],
      // Retention finds and removes expired rows of all nouns, in one statement each.
      excludeFiles: [...tests, "server/modules/retention/retention.repository.ts"],
      rules: { "project/private-repositories": "error" },
    },
    {
      files: ["server/{modules,app,platform/{http,graphql,rest}}/**/*.ts"],
      // A backup is of one engine's file, a move is between both, and the lock on a folder is taken before it is
      // opened.
      excludeFiles: [
        "**/*.test.ts",
        "server/app/backup/**",
        "server/app/openWorld.ts",
        "server/app/move/**",
        "server/app/commands/moveToPostgres.ts",
      ],
      rules: { "project/no-direct-query": "error" },
    },
    {
      files: ["client/**/*.{ts,tsx}"],
      excludeFiles: ["client/App.tsx", "client/e2e/**"],
      rules: { "project/pages-from-app": "error" },
    },
    noArrowBack({
      files: ["server/**/*.ts"],
      ignores: ["server/platform/db/sqlite/sqliteSource.ts", "server/bench/competitors/preparedSql.ts"],
    }),
    ...arrows.map(noArrowBack),
    {
      files: ["server/app/config.ts", "vite.config.ts", "docs/api/**/*.ts", "**/*.{js,mjs,cjs}", ...tests],
      rules: { "no-restricted-properties": "off" },
    },
    {
      files: ["**/*.{js,mjs,cjs}"],
      env: { node: true, commonjs: true },
      // Inferred types in scripts are unreliable.
      rules: { "no-undef": "error", "typescript/restrict-template-expressions": "off" },
    },
    { files: ["client/public/sw.js"], env: { serviceworker: true } },
  ],
};
