import { nouns } from "./server/build/lintRules.mjs";

/** The layers of a module by their suffixes, as the end of what an import names. */
const layer = (...suffixes) => `\\.(${suffixes.join("|")})$`;
/** The rooms around the modules. */
const room = (...names) => `/(${names.join("|")})/`;
const edges = ["resolvers", "routes", "rest"];

/** The nouns of the house, in their order; on the client's side each in one room. */
const clientNouns = [...new Set(nouns.map((noun) => noun.split("/")[0]))];

/** What an import reaches that leaves its folder for one of `folders` of client/. */
const intoClient = (folders) => `^(\\.\\./)+(${folders.join("|")})/`;

/** Of the server the client knows the rules only, which are pure. */
const onlyRulesOfTheServer = {
  group: ["**/server/**", "!**/server/{core,modules}/**/*.rules", "**/seed/**"],
  message: "Of the server the client knows the rules only, which are pure.",
};

/**
 * The arrows of the client: what knows no noun → the nouns in their order → layout → pages, none of which imports
 * another. Types count too, so that no circle of files can arise.
 */
function clientArrows() {
  const aboveNouns = ["layout", "pages"];
  const arrow = (folder, never, why) => ({
    files: [`client/${folder}/**/*.{ts,tsx}`],
    never,
    why,
    types: false,
    further: [onlyRulesOfTheServer],
  });
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
    arrow("layout", intoClient(["pages"]), "The frame knows no page."),
    { ...arrow("pages", "^\\.\\./[^.]|^\\./.*/|/pages/", noOtherPage), ignores: ["client/pages/staff/*/**"] },
    arrow("pages/staff/*", "^(\\.\\./){1,2}[^.]|/pages/", noOtherPage),
    { files: ["client/*.{ts,tsx}"], ignores: ["client/paths.ts"], further: [onlyRulesOfTheServer] },
    { files: ["client/paths.ts"], never: ".", why: "paths.ts knows nothing.", types: false },
  ];
}

/** The driver is to be replaced one day. */
const sqlite3 = {
  name: "sqlite3",
  message: "Only server/platform/db/sqlite/sqliteSource.ts names the driver.",
};

/**
 * The arrows of the house (docs/architecture.md), by the place a file is at and the specifier it imports. Types
 * may be named across an arrow; code may not be used. No file may match two of them: the later would win.
 */
const arrows = [
  {
    files: ["server/modules/**/*.rules.ts"],
    never: `^(typeorm|fastify|node:)|${layer("entity", "repository", "service", "view", "sealing", "links", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest", "inspection")}`,
    why: "Rules are pure: they know other rules and dayjs, nothing else.",
  },
  {
    files: ["server/modules/**/*.entity.ts"],
    never: `${layer("repository", "service", "view", "sealing", "links", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest", "inspection")}`,
    why: "Entities know TypeORM only.",
  },
  {
    files: ["server/modules/**/*.repository.ts"],
    never: `${layer("service", "view", "sealing", "links", "pdf", ...edges)}|${room("adapters", "http", "graphql", "rest", "inspection")}|^fastify`,
    why: "Repositories know entities and TypeORM.",
  },
  {
    files: ["server/modules/**/*.sealing.ts"],
    never: `${layer("repository", "service", "view", "links", "pdf", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "What seals and signs knows the keys that it is given, and rules.",
  },
  {
    files: ["server/modules/**/*.links.ts"],
    never: `${layer("entity", "repository", "service", "view", "sealing", "pdf", ...edges)}|${room("adapters", "db", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "Links are signed and checked: they know http/signedLinks and rules.",
  },
  {
    files: ["server/modules/**/*.view.ts", "server/modules/**/*.pdf.ts"],
    never: `${layer("repository", "service", "links", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "What is shown is made from what is given; services fetch it.",
  },
  {
    files: ["server/modules/file/inspection/**/*.ts"],
    never: `${layer("entity", "repository", "service", "view", "links", ...edges)}|${room("adapters", "db", "http", "graphql", "rest")}|^(typeorm|fastify)`,
    why: "A file is looked at by its bytes alone.",
  },
  {
    files: ["server/modules/**/*.service.ts"],
    never: `${layer(...edges)}|${room("adapters", "http", "graphql", "rest")}|^(fastify|graphql|@apollo|sqlite3|razorpay)`,
    why: "Services know rules, repositories, ports and other services; who asks and in which format is not theirs.",
  },
  {
    files: ["server/modules/**/*.{resolvers,routes,rest}.ts"],
    never: `${layer("repository", "entity")}|${room("adapters", "db")}|^typeorm`,
    why: "Resolvers and routes parse, call a service and map.",
  },
  {
    files: ["server/platform/adapters/**/*.ts"],
    never: "/(modules|http|graphql|rest|db)/|/services$",
    why: "Adapters know ports and the SDK they wrap.",
  },
  {
    files: ["server/sandbox/**/*.ts"],
    never: "/(modules|adapters|http|graphql|rest|db)/|/(config|errors|ports|services|viewer)$",
    why: "The stand-in for Razorpay knows nothing of the rest.",
    types: false,
  },
  ...clientArrows(),
];

/** Tests and what they stand on may reach anywhere. */
const tests = ["**/*.test.{ts,tsx}", "**/testing/**", "server/test/**", "client/e2e/**"];

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

/** What ESLint recommends and oxlint's category of correctness lacks; and so with typescript-eslint's rules on types. */
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

/** Of that category: rules about the React Compiler, which is not used here, and some that cry wolf. */
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
    { files: ["server/modules/**/*.ts"], rules: { "house/nouns-downwards": "error" } },
    {
      files: ["server/{modules,app,platform/{http,graphql,rest}}/**/*.ts"],
      // A backup is of one engine's file, and the lock on its folder is taken before it is opened.
      excludeFiles: ["**/*.test.ts", "server/app/backup/**", "server/app/main.ts"],
      rules: { "house/statements-by-one-door": "error" },
    },
    {
      files: ["client/**/*.{ts,tsx}"],
      excludeFiles: ["client/App.tsx", "client/e2e/**"],
      rules: { "house/pages-from-app": "error" },
    },
    noArrowBack({
      files: ["server/**/*.ts"],
      ignores: ["server/platform/db/sqlite/sqliteSource.ts", "server/bench/competitors/preparedSql.ts"],
    }),
    ...arrows.map(noArrowBack),
    {
      files: ["server/app/config.ts", "vite.config.ts", "**/*.{js,mjs,cjs}", ...tests],
      rules: { "no-restricted-properties": "off" },
    },
    {
      files: ["**/*.{js,mjs,cjs}"],
      env: { node: true, commonjs: true },
      // A script's types are a guess.
      rules: { "no-undef": "error", "typescript/restrict-template-expressions": "off" },
    },
    { files: ["client/public/sw.js"], env: { serviceworker: true } },
  ],
};
