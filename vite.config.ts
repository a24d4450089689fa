import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig, type Plugin, type UserConfig } from "vite";

/**
 * What several pages share goes into a few files, not one for each module: a phone asks for each of them. The parts
 * of the wizard and of the signed-in pages stay apart from what a visitor needs.
 */
const sharedChunks = [
  // What loads the app, and any page later: it must not wait for them.
  {
    name: "start",
    test: /vite[\\/]preload-helper|[\\/]client[\\/](start|pageData|lib[\\/]earlyTaps)/,
    priority: 5,
  },
  {
    name: "react",
    test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
    // A group draws in what it needs, unless another comes first.
    priority: 4,
  },
  // What pages that are only read do without: it comes with the first page, or dialog, that needs it.
  {
    name: "apollo",
    test: /node_modules[\\/](@apollo|graphql|rxjs|@wry|optimism|tslib|graphql-tag)[\\/]|[\\/]client[\\/](apollo[\\/]|auth[\\/](apolloClient|WithApollo|operations\.generated)|lib[\\/]errorMessage|components[\\/]dialog[\\/]ConfirmDialog)/,
    priority: 1,
  },
  // Before the group that would draw it in: of a visitor's pages that of a visa alone counts days, once it is there.
  { name: "dates", test: /node_modules[\\/]dayjs[\\/]|[\\/]client[\\/]lib[\\/]days/, priority: 4 },
  // The field for a day, which the page of a visa shows too: it needs neither the wizard nor Apollo.
  {
    name: "dayField",
    test: /[\\/]client[\\/]components[\\/]DateField[\\/](DateField|CalendarButton|parseTypedDay)|[\\/]client[\\/]visaRequest[\\/](TravelDateField|LateVisaChoice|lateVisaText)|[\\/]server[\\/]modules[\\/]visaRequest[\\/](day|travelDate)\.rules/,
    priority: 1,
  },
  // Before the group that would draw it in: the contact page names the largest file, and needs no form.
  { name: "fileRules", test: /[\\/]server[\\/]modules[\\/]file[\\/]file\.rules/, priority: 4 },
  // Before the group that would draw it in: every page erases old drafts, and needs no form for that.
  {
    name: "drafts",
    test: /node_modules[\\/]idb-keyval[\\/]|[\\/]client[\\/]lib[\\/]drafts[\\/]draftRecords/,
    priority: 4,
  },
  // Whatever the start needs too, so that it is one script and one style sheet; not what is loaded when it is wanted.
  {
    name: "shared",
    test: /[\\/]client[\\/](App|main|components[\\/](?!DateField|dialog|form|feedback[\\/](Toast\.tsx|toastView|useToastPlace|PageFailure)|OfficeMap|DetailsList|StatusChip)|layout[\\/](?!NotFound|AccountLayout)|lib[\\/](?!drafts|errorMessage)|auth[\\/](?!sessionChange|apolloClient|WithApollo|LoginDialog|OtpStep|Phone|CodeField|ResendCode|useSendCode|deviceCheck|useStepProblem|deviceToken|YourDevices|logout|SessionList|OlderAccount|operations\.generated)|catalogue[\\/](?!admin|search|VisaCard\.)|seo|transport|publicData|paths|styles)/,
    priority: 3,
  },
  // What the home page shows beside the frame, as one script and one style sheet.
  { name: "search", test: /[\\/]client[\\/]catalogue[\\/](search|VisaCard\.)|countrySearch\.rules/ },
  // What pages that are only read do not show: dialogs and forms.
  { name: "forms", test: /[\\/]client[\\/]components[\\/](dialog[\\/]Dialog|form)/, priority: 2 },
  {
    name: "applicant",
    test: /[\\/]client[\\/]applicant[\\/]/,
    minShareCount: 2,
  },
];

/**
 * The library that zooms documents writes a style element into the page when it is loaded, which our CSP refuses. Its
 * rules are in client/review/document/DocumentViewer.module.css; here the call is taken out.
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

/** Names of classes as short as they stay readable: each stands in the page, in its styles and in its script. */
const css: UserConfig["css"] = {
  modules: {
    generateScopedName: (name, file) => {
      const path = relative(fileURLToPath(new URL(".", import.meta.url)), file);
      return `${name}_${createHash("sha256").update(path).digest("base64url").slice(0, 4)}`;
    },
  },
};

/** What an operator runs beside the server, built with it. */
const commands = [
  "backup",
  "expirePersonalData",
  "generateRequests",
  "refund",
  "restore",
  "rotateKeys",
  "staff",
  "verifyAudit",
].map((name) => `server/app/commands/${name}.ts`);

/** Drivers that TypeORM would load for databases other than ours. */
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
 * What the server takes from node_modules when it runs, because it is native, or large and seldom needed. All else is in
 * its bundle: a start that reads a dozen files, not a thousand, takes two thirds of the time.
 */
const unbundled = [
  "sharp",
  "sqlite3",
  "archiver",
  "nodemailer",
  "pdfjs-dist",
  "pdfkit",
  "pg",
  ...otherDatabases,
];

/** Beside the bundle, for each of its entries, a file to run: it brings compiled code along (codeCache.cjs). */
const throughCodeCache: Plugin = {
  name: "through-code-cache",
  generateBundle(_options, bundle) {
    const emit = (fileName: string, source: string) => this.emitFile({ type: "asset", fileName, source });
    emit("package.json", '{ "type": "commonjs" }\n');
    emit("codeCache.js", readFileSync("server/build/codeCache.cjs", "utf8"));
    for (const file of Object.values(bundle))
      if (file.type === "chunk" && file.isEntry)
        emit(
          `${file.name}.js`,
          `require("./codeCache.js");\nmodule.exports = require("./${file.fileName}");\n`,
        );
  },
};

/** React Router names its development build, with warnings that nobody reads here, in all conditions. */
const routerForProduction = [
  { find: /^react-router$/, replacement: inPackages("react-router/dist/production/index.mjs") },
  { find: /^react-router\/dom$/, replacement: inPackages("react-router/dist/production/dom-export.mjs") },
];

function inPackages(path: string): string {
  return fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));
}

/** The page around Apollo Sandbox, apart from the client: it shares modules with it, which travellers do not need. */
const apolloSandboxPage: UserConfig = {
  root: "client",
  publicDir: false,
  build: {
    outDir: "../dist/client",
    emptyOutDir: false,
    assetsInlineLimit: 0,
    rolldownOptions: { input: "client/apolloSandbox/index.html" },
  },
};

/**
 * `vite build` makes dist/client, with `--mode apolloSandbox` one page more; `vite build --ssr` makes dist/server, with
 * what renders the client there.
 */
export default defineConfig(({ isSsrBuild, command, mode }) =>
  mode === "apolloSandbox"
    ? apolloSandboxPage
    : isSsrBuild
      ? {
          build: {
            outDir: "dist/server",
            target: "node20",
            sourcemap: true,
            emptyOutDir: true,
            rolldownOptions: {
              // "use client" is for frameworks that split a program in two; the client's build leaves it out as well.
              onLog: (level, log, report) => log.code !== "MODULE_LEVEL_DIRECTIVE" && report(level, log),
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
          // React and GraphQL look at it where they are loaded. Unless it says this, React is five times as slow, and
          // GraphQL compares names at each check of a type. It is set here once for all servers: those that are started
          // without a NODE_ENV, and those of tests. Settings are read from the environment itself (server/app/config.ts).
          define: { "process.env.NODE_ENV": JSON.stringify("production") },
          plugins: [throughCodeCache],
          css,
          // Some packages import it, others require it: without this the bundle would hold it twice, and neither knows
          // the other's types.
          resolve: { alias: [{ find: /^graphql$/, replacement: resolve("node_modules/graphql/index.mjs") }] },
          ssr: { noExternal: true, external: unbundled },
          oxc: { decorator: { legacy: true } },
        }
      : {
          root: "client",
          plugins: [react(), withoutWrittenStyle],
          css,
          // RxJS would come as ES5, with helpers for what every browser here can do.
          resolve: {
            conditions: ["es2015", ...defaultClientConditions],
            alias: command === "build" ? routerForProduction : [],
          },
          build: {
            outDir: "../dist/client",
            emptyOutDir: true,
            sourcemap: false,
            assetsInlineLimit: 0,
            // Which files a page needs, for the head that the server writes.
            manifest: true,
            // All browsers for which this is built know `modulepreload`.
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
