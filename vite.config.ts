import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin, type UserConfig } from "vite";

/**
 * Modules shared by several pages are grouped into a few files, because a phone makes one request per file.
 * The wizard and the signed-in pages are separate from the parts that visitors need.
 */
const sharedChunks = [
  // The modules that load the app and later pages, which must not wait for the other groups. Without `basePath` and
  // `unwrittenItem` here, the first group that imports them would include them, and all pages would load that group.
  {
    name: "start",
    test: /vite[\\/]preload-helper|[\\/]client[\\/](start|pageData|lib[\\/](earlyTaps|basePath|drafts[\\/]unwrittenItem))/,
    priority: 5,
  },
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    // A group includes its dependencies unless another group comes first.
    priority: 4,
  },
  // Not needed by read-only pages: loaded with the first page or dialog that needs it.
  {
    name: "apollo",
    test: /node_modules[\\/](@apollo|graphql|rxjs|@wry|optimism|tslib|graphql-tag)[\\/]|[\\/]client[\\/](apollo[\\/]|auth[\\/](apolloClient|WithApollo|operations\.generated)|lib[\\/](errorMessage|useAttempt)|components[\\/]dialog[\\/]ConfirmDialog)/,
    priority: 1,
  },
  // Before the group that would include it: of the visitor pages, only the visa page calculates with days,
  // after it has loaded.
  { name: "dates", test: /node_modules[\\/]dayjs[\\/]|[\\/]client[\\/]lib[\\/]days/, priority: 4 },
  // The date field is also on the visa page, and needs neither the wizard nor Apollo.
  {
    name: "dayField",
    test: /[\\/]client[\\/]components[\\/]DateField[\\/](DateField|CalendarButton|parseTypedDay)|[\\/]client[\\/]visaRequest[\\/](TravelDateField|LateVisaChoice|lateVisaText)|[\\/]server[\\/]modules[\\/]visaRequest[\\/](day|travelDate)\.rules/,
    priority: 1,
  },
  // Before the group that would include it: the contact page shows the maximum file size, and needs no form.
  { name: "fileRules", test: /[\\/]server[\\/]modules[\\/]file[\\/]file\.rules/, priority: 4 },
  // Before the group that would include it: every page erases old drafts, and needs no form for that.
  {
    name: "drafts",
    test: /node_modules[\\/]idb-keyval[\\/]|[\\/]client[\\/]lib[\\/]drafts[\\/]draftRecords/,
    priority: 4,
  },
  // Everything that the start needs too, as one script and one style sheet; not modules that are loaded on
  // demand.
  {
    name: "shared",
    test: /[\\/]client[\\/](App|main|components[\\/](?!DateField|dialog|form|feedback[\\/](toastView|PageFailure|ShowMore)|OfficeMap|DetailsList|StatusChip|Section|ListTable|Card\.)|layout[\\/](?!NotFound|AccountLayout)|lib[\\/](?!drafts|errorMessage|useAttempt|useSending|useViolations|focusInView)|auth[\\/](?!sessionChange|apolloClient|WithApollo|Login(Dialog|\.module)|Phone|CodeF|ResendCode|useSendCode|solveDeviceChallenge|useStepProblem|deviceToken|YourDevices|logout|SessionList|OlderAccount|operations\.generated)|catalogue[\\/](?!admin|search|suggestions|VisaCard\.)|seo|transport|publicData|paths|styles)/,
    priority: 3,
  },
  // The home page's contents without the layout, as one script and one style sheet.
  { name: "search", test: /[\\/]client[\\/]catalogue[\\/](search|VisaCard\.)|countrySearch\.rules/ },
  // Not shown on read-only pages: dialogs and forms.
  {
    name: "forms",
    test: /[\\/]client[\\/](components[\\/](dialog[\\/]Dialog|form[\\/](?!ErrorSummary))|lib[\\/]focusInView)/,
    priority: 2,
  },
  {
    name: "applicant",
    test: /[\\/]client[\\/]applicant[\\/]/,
    minShareCount: 2,
  },
];

/**
 * The library that zooms documents injects a style element when it is loaded, which our CSP refuses. Its
 * rules are in client/review/document/DocumentViewer.module.css, so the call is removed here.
 */
const withoutWrittenStyle: Plugin = {
  name: "without-written-style",
  transform(code, id) {
    if (!/react-zoom-pan-pinch[\\/]dist[\\/]index\.esm\.js$/.test(id)) return undefined;
    const call = /^styleInject\(.*\);$/m;
    if (!call.test(code)) this.error("react-zoom-pan-pinch writes its style in another way now");
    return { code: code.replace(call, ""), map: null };
  },
};

/**
 * React Router names its components and marks none as free of side effects, so the bundle would retain those that we
 * do not use: 1.4 kB of script with gzip on every page.
 */
const withoutUnusedRouter: Plugin = {
  name: "without-unused-router",
  transform(code, id) {
    if (!/react-router[\\/]dist[\\/]production[\\/]chunk-/.test(id)) return undefined;
    const names = /^\w+\.displayName = ".*";$/gm;
    const calls = /(?<=^var \w+ = )React\d*\.(createContext|forwardRef|memo)\(/gm;
    return { code: code.replace(names, "").replace(calls, "/* @__PURE__ */ $&"), map: null };
  },
};

/** Class names as short as is readable: each occurs in the page, in its styles and in its script. */
const css: UserConfig["css"] = {
  modules: {
    generateScopedName: (name, file) => {
      const path = relative(fileURLToPath(new URL(".", import.meta.url)), file);
      return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 4)}`;
    },
  },
};

/** The operator's commands, built together with the server. */
const commands = [
  "backup",
  "expirePersonalData",
  "generateRequests",
  "moveToPostgres",
  "refund",
  "restore",
  "rotateKeys",
  "partners",
  "seed",
  "staff",
  "verifyAudit",
].map((name) => `server/app/commands/${name}.ts`);

/** Drivers that TypeORM would load for other databases. */
const otherDatabases = [
  "@google-cloud/spanner",
  "@sap/hana-client",
  "@sap/hana-client/extension/Stream",
  "better-sqlite3",
  "expo-sqlite",
  "hdb-pool",
  "ioredis",
  "mongodb",
  "mssql",
  "mysql",
  "mysql2",
  "oracledb",
  "pg-native",
  "pg-query-stream",
  "react-native-sqlite-storage",
  "redis",
  "sql.js",
  "typeorm-aurora-data-api-driver",
];

/**
 * Packages that the server loads from node_modules at run time, because they are native, or large and rarely
 * needed. Everything else is bundled: reading a dozen files instead of a thousand cuts the startup time by a
 * third.
 */
const unbundled = [
  "@aws-sdk/client-s3",
  "sharp",
  "sqlite3",
  "archiver",
  "nodemailer",
  "pdfjs-dist",
  "pdfkit",
  "pg",
  ...otherDatabases,
];

/**
 * Emits an executable file next to each entry of the bundle, which uses the compiled code (codeCache.cjs), and the
 * model that reads passports.
 */
const throughCodeCache: Plugin = {
  name: "through-code-cache",
  generateBundle(_options, bundle) {
    const emit = (fileName: string, source: string | Uint8Array) =>
      this.emitFile({ type: "asset", fileName, source });
    emit("package.json", '{ "type": "commonjs" }\n');
    emit("codeCache.js", readFileSync("server/build/codeCache.cjs", "utf8"));
    emit("passportModel.bin", readFileSync("server/modules/file/passport/passportModel.bin"));
    for (const file of Object.values(bundle)) {
      if (file.type !== "chunk" || !file.isEntry) continue;
      // The others are programs. For exports, `import` would scan the bundle, which takes 0.3 s of CPU time.
      const passOn = file.name === "renderPage" ? "module.exports = " : "";
      emit(`${file.name}.js`, `require("./codeCache.js");\n${passOn}require("./${file.fileName}");\n`);
    }
  },
};

/**
 * A file with any other character is decoded to two bytes per character, which takes eight times as long: a tenth of
 * the startup time. Not a `renderChunk`, after which the characters are written again.
 */
const asciiOnly: Plugin = {
  name: "ascii-only",
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === "chunk") file.code = file.code.replace(/[^\0-\x7f]/g, toEscape);
  },
};

const toEscape = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * React Router resolves to its development build, with warnings that no one reads here, in all conditions.
 */
const routerForProduction = [
  { find: /^react-router$/, replacement: inPackages("react-router/dist/production/index.mjs") },
  { find: /^react-router\/dom$/, replacement: inPackages("react-router/dist/production/dom-export.mjs") },
];

function inPackages(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/**
 * The page around Apollo Sandbox and the frame of the documentation are built apart from the client: they share
 * modules with it that travellers do not need.
 */
const developerPages: UserConfig = {
  root: "client",
  publicDir: false,
  build: {
    outDir: "../dist/client",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: ["client/apolloSandbox/index.html", "client/developers/template.html"] },
  },
};

/**
 * `vite build` creates dist/client, with `--mode developers` the pages for developers; `vite build --ssr` creates
 * dist/server, including the renderer of the client.
 */
export default defineConfig(({ isSsrBuild, command, mode }) =>
  mode === "developers"
    ? developerPages
    : isSsrBuild
      ? {
          build: {
            outDir: "dist/server",
            target: "node20",
            sourcemap: true,
            emptyOutDir: true,
            rolldownOptions: {
              // "use client" is for frameworks that split a program in two; the client's build ignores it as
              // well.
              onLog: (level, log, report) => log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log),
              // Vite's own option requires that they are installed.
              external: unbundled,
              output: {
                keepNames: true,
                comments: false,
                format: "cjs",
                dynamicImportInCjs: false,
                entryFileNames: "bundle/[name].js",
                chunkFileNames: "bundle/[name]-[hash].js",
              },
              input: [
                "server/app/main.ts",
                "client/renderPage.tsx",
                "server/modules/file/inspection/inspectionProcess.ts",
                ...commands,
              ],
            },
          },
          // React and GraphQL check it when they are loaded. With any other value React is five times as
          // slow, and GraphQL compares names at each type check. It is set here for all servers, including
          // those started without NODE_ENV and those of tests. Settings are read from the environment itself
          // (server/app/config.ts).
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
          plugins: [asciiOnly, throughCodeCache],
          css,
          // Some packages import it, others require it. Without this the bundle would contain it twice, and
          // the copies would not recognise each other's types.
          resolve: {
            alias: [
              { find: /^graphql$/, replacement: resolve("node_modules/graphql/index.mjs") },
              // In a bundle Apollo's own would hash each query in JavaScript.
              { find: "@apollo/utils.createhash", replacement: "node:crypto" },
            ],
          },
          ssr: { noExternal: true, external: unbundled },
          oxc: { decorator: { legacy: true } },
        }
      : {
          root: "client",
          plugins: [react(), withoutWrittenStyle, withoutUnusedRouter],
          css,
          // RxJS would resolve to ES5, with helpers for features that every supported browser has.
          resolve: {
            conditions: ["es2015", ...defaultClientConditions],
            alias: command === "build" ? routerForProduction : [],
          },
          build: {
            outDir: "../dist/client",
            emptyOutDir: true,
            sourcemap: false,
            assetsInlineLimit: 0,
            // For the files of each page, which the server adds to the head.
            manifest: true,
            // All supported browsers know `modulepreload`.
            modulePreload: { polyfill: false },
            rolldownOptions: { output: { codeSplitting: { groups: sharedChunks } } },
          },
          server: {
            port: 5173,
            strictPort: true,
            proxy:
              command === "serve"
                ? Object.fromEntries(
                    [
                      "/graphql",
                      "/developers/",
                      "/api",
                      "/account/",
                      "/files",
                      "/receipts",
                      "/flags",
                      "/razorpay-sandbox",
                    ].map((path) => [path, `http://127.0.0.1:${process.env["PORT"] ?? 4000}`]),
                  )
                : {},
          },
        },
);
