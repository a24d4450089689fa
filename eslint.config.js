import js from "@eslint/js";
import reactHooks from "eslint-plugin-react-hooks";
import tseslint from "typescript-eslint";
import { nounArrows, nouns } from "./server/build/nounArrows.mjs";

const notTheServersRules = "/server/(?!modules/([^/]+/)+[^/]+\\.rules$)|/seed/";

/** The layers of a module by their suffixes, as the end of what an import names. */
const layer = (...suffixes) => `\\.(${suffixes.join("|")})$`;
/** The rooms around the modules. */
const room = (...names) => `/(${names.join("|")})/`;
const edges = ["resolvers", "routes", "rest"];

/** The nouns of the house, in their order; on this side each in one room. */
const clientNouns = [...new Set(nouns.map((noun) => noun.split("/")[0]))];

/** What an import reaches that leaves its folder for one of `folders` of client/. */
const intoClient = (folders) => `^(\\.\\./)+(${folders.join("|")})/`;

/**
 * The arrows of the client: what knows no noun → the nouns in their order → layout → pages, none of which imports
 * another. Types count too, so that no circle of files can arise.
 */
function clientArrows() {
  const aboveNouns = ["layout", "pages"];
  const arrow = (folder, never, why) => ({
    files: [`client/${folder}/**/*.{ts,tsx}`],
    never: `${notTheServersRules}|${never}`,
    why: `Of the server the client knows the rules only, which are pure. ${why}`,
    types: false,
  });
  return [
    ...["lib", "seo", "apollo"].map((folder) =>
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
    {
      ...arrow(
        "pages",
        "^\\.\\./(?!\\.\\./)|^\\./.*/|/pages/",
        "No page imports another: what two share is a feature.",
      ),
      ignores: ["client/pages/staff/*/**"],
    },
    arrow(
      "pages/staff/*",
      "^(\\.\\./){1,2}(?!\\.\\./)|/pages/",
      "No page imports another: what two share is a feature.",
    ),
    {
      files: ["client/*.{ts,tsx}"],
      ignores: ["client/paths.ts"],
      never: notTheServersRules,
      why: "Of the server the client knows the rules only, which are pure.",
    },
  ];
}

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
    files: ["server/adapters/**/*.ts"],
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
  {
    files: ["client/paths.ts"],
    never: ".",
    why: "paths.ts knows nothing.",
    types: false,
  },
];

export default tseslint.config(
  { ignores: ["dist/", "data/", "test-output/", "**/*.generated.ts"] },
  js.configs.recommended,
  {
    files: ["**/*.{ts,tsx}"],
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { project: "./tsconfig.json", tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", caughtErrors: "all" },
      ],
      "@typescript-eslint/require-await": "off",
      "@typescript-eslint/unbound-method": "off",
      "no-restricted-properties": [
        "error",
        { object: "process", property: "env", message: "Settings are read in server/config.ts only." },
      ],
      "no-restricted-globals": ["error", { name: "alert", message: "Messages are in the page." }],
    },
  },
  {
    files: ["server/modules/**/*.ts"],
    plugins: { nouns: nounArrows },
    rules: { "nouns/only-downwards": "error" },
  },
  ...arrows.map(({ files, ignores = [], never, why, types = true }) => ({
    files,
    ignores: ["**/*.test.ts", "**/testing/**", ...ignores],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { patterns: [{ regex: never, message: why, allowTypeImports: types }] },
      ],
    },
  })),
  {
    files: ["server/**/*.ts"],
    ignores: ["server/db/dataSource.ts", "server/**/*.test.ts", "server/test/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          name: "sqlite3",
          message: "The driver is to be replaced one day: only server/db/dataSource.ts names it.",
        },
      ],
    },
  },
  {
    files: ["client/**/*.{ts,tsx}"],
    ignores: ["client/App.tsx", "client/e2e/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          // A page, or from within pages/ its neighbour. esquery reads no slash within a pattern.
          selector: "ImportExpression[source.value=/\\u002Fpages\\u002F|^(..\\u002F)+(\\w+\\u002F)*Page$/]",
          message: "Only App.tsx loads pages; what fetches one beforehand is handed to the page.",
        },
      ],
    },
  },
  {
    files: ["client/**/*.{ts,tsx}"],
    plugins: { "react-hooks": reactHooks },
    // The rest of its recommended set is about the React Compiler, which is not used here.
    rules: { "react-hooks/rules-of-hooks": "error", "react-hooks/exhaustive-deps": "error" },
  },
  {
    files: ["server/config.ts", "server/test/**", "**/*.test.ts", "vite.config.ts", "client/e2e/**"],
    rules: { "no-restricted-properties": "off" },
  },
  {
    files: ["**/*.{js,mjs,cjs}"],
    languageOptions: {
      globals: Object.fromEntries(
        ["Buffer", "console", "fetch", "module", "process", "require", "setTimeout", "URL"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
  },
);
