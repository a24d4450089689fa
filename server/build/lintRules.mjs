/**
 * Project rules for the linter (oxlint, which supports ESLint's rule format); oxlint.config.js enables them.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../modules/", import.meta.url));
/** The nouns in order. Each may import only those before it. */
export const nouns = JSON.parse(readFileSync(`${modules}nouns.json`, "utf8"));

/**
 * Returns the innermost noun whose folder contains the path; undefined if there is none. A noun's wiring file and
 * resolvers, such as `payment/wirePayment.ts` and `payment/payment.resolvers.ts`, count as its last part, because they
 * name the services of all parts.
 */
function nounOf(path) {
  if (!path.startsWith(modules)) return undefined;
  const within = path.slice(modules.length);
  const [, wired] = /^(\w+)\/(?:wire\w+|\1\.resolvers)(\.ts)?$/.exec(within) ?? [];
  if (wired) return nouns.findLast((noun) => noun.split("/")[0] === wired);
  return nouns.findLast((noun) => within.startsWith(`${noun}/`));
}

/**
 * Reports every relative import, including types, for which `find` returns a message. `find` is called with two
 * absolute paths and the node.
 */
const importRule = (messages, find) => ({
  meta: { type: "problem", schema: [], messages },
  create(context) {
    const check = (node) => {
      const { source } = node;
      if (typeof source?.value !== "string" || !source.value.startsWith(".")) return;
      const report = find(context.filename, resolve(dirname(context.filename), source.value), node);
      if (report) context.report({ node: source, ...report });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
});

/**
 * Code in the folder of a noun (`server/modules/<noun>`) imports only from this folder and from nouns that precede it
 * in server/modules/nouns.json.
 */
const nounsDownwards = importRule(
  {
    upwards:
      "{{from}} comes before {{to}} (server/modules/nouns.json) and may not name it: pass in what is needed, move the query to its owner, or compose it in server/app/.",
  },
  (filename, target) => {
    const from = nounOf(filename);
    const to = nounOf(target);
    const isUpwards = from && to && nouns.indexOf(to) > nouns.indexOf(from);
    return isUpwards ? { messageId: "upwards", data: { from, to } } : undefined;
  },
);

/** True if an import contains only types, so that the built code does not import the file. */
const isOfTypes = ({ type, importKind, exportKind, specifiers = [] }) =>
  type === "TSImportType" ||
  importKind === "type" ||
  exportKind === "type" ||
  (specifiers.length > 0 && specifiers.every((one) => one.importKind === "type"));

/** No file outside a noun imports the noun's repositories, and other nouns import only the types of its entities. */
const privateRepositories = importRule(
  {
    private:
      "The {{layer}} of {{noun}} is private: read through its .reads, write through its service (docs/decisions/0041-private-repositories.md).",
  },
  (filename, target, node) => {
    const [from, noun] = [filename, target].map((path) => nounOf(path)?.split("/")[0]);
    const [, layer] = /\.(repository|entity)(\.ts)?$/.exec(target) ?? [];
    if (!layer || !noun || from === noun) return undefined;
    const isAllowed = layer === "entity" && (from === undefined || isOfTypes(node));
    return isAllowed ? undefined : { messageId: "private", data: { layer, noun } };
  },
);

/** The floors of the server, lowest first. */
const floors = ["core", "platform", "modules", "app"];
const server = fileURLToPath(new URL("../", import.meta.url));
/** Returns the folder of `server/` that contains the path; undefined if the path is elsewhere. */
const folderOf = (path) => (path.startsWith(server) ? path.slice(server.length).split("/")[0] : undefined);

/** A floor imports only from itself and lower floors. Only `app` may import the sandbox and files outside `server/`. */
const floorsDownwards = importRule(
  { upwards: "{{from}} may not import from {{to}}: see the four floors in docs/architecture.md." },
  (filename, target) => {
    const from = folderOf(filename);
    const to = folderOf(target);
    if (from === "app" ? to === "sandbox" : from === to) return undefined;
    const isBelow = floors.includes(to) && floors.indexOf(to) <= floors.indexOf(from);
    const isOutside = to === undefined && from === "app";
    return isBelow || isOutside
      ? undefined
      : { messageId: "upwards", data: { from, to: to ?? "another folder" } };
  },
);

/** Only App.tsx imports pages, so that each page is a separate chunk. */
const pagesFromApp = {
  meta: {
    type: "problem",
    schema: [],
    messages: { page: "Only App.tsx loads pages; what fetches one beforehand is handed to the page." },
  },
  create: (context) => ({
    ImportExpression({ source }) {
      if (/\/pages\/|^(\.\.\/)+(\w+\/)*Page$/.test(String(source.value)))
        context.report({ node: source, messageId: "page" });
    },
  }),
};

/** All statements pass through `server/platform/db/rowSource.ts`, because SQL differs between engines. */
const noDirectQuery = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      text: "Use queryRows, findRow or insertRow (server/platform/db), which know the engine.",
      engine: "Only server/platform/db/openDatabase.ts may know the engine.",
    },
  },
  create: (context) => ({
    CallExpression({ callee }) {
      if (callee.type === "MemberExpression" && callee.property.name === "query")
        context.report({ node: callee.property, messageId: "text" });
    },
    ImportDeclaration({ source }) {
      if (/\/db\/(sqlite|postgres)\//.test(source.value))
        context.report({ node: source, messageId: "engine" });
    },
  }),
};

export default {
  meta: { name: "project" },
  rules: {
    "floors-downwards": floorsDownwards,
    "nouns-downwards": nounsDownwards,
    "pages-from-app": pagesFromApp,
    "private-repositories": privateRepositories,
    "no-direct-query": noDirectQuery,
  },
};
