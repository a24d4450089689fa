/**
 * Project rules for the linter (oxlint, which supports ESLint's rule format); oxlint.config.js enables them.
 */
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const modules = fileURLToPath(new URL("../modules/", import.meta.url));
/** In order: each may import those before it. */
export const nouns = JSON.parse(readFileSync(`${modules}nouns.json`, "utf8"));

/** The types of all resolvers, which name the views of every noun. */
const sharedByModules = new Set(["completeResolvers.ts"]);

/** Returns the innermost noun whose folder contains the path; undefined if there is none. */
function nounOf(path) {
  if (!path.startsWith(modules)) return undefined;
  const within = path.slice(modules.length);
  return nouns.findLast((noun) => within.startsWith(`${noun}/`));
}

/**
 * Code in the folder of a noun (`server/modules/<noun>`) only imports from it and from earlier nouns. Types
 * count too. The order is that of server/modules/nouns.json.
 */
const nounsDownwards = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      upwards:
        "{{from}} comes before {{to}} (server/modules/nouns.json) and may not name it: pass in what is needed, move the query to its owner, or compose it in server/app/services.ts or server/app/graphql/resolvers.ts.",
      homeless: "{{file}} is in no noun's folder: add it to server/modules/nouns.json.",
    },
  },
  create(context) {
    const { filename } = context;
    const from = nounOf(filename);
    if (!from)
      return {
        Program(node) {
          if (filename.startsWith(modules) && !sharedByModules.has(filename.slice(modules.length)))
            context.report({ node, messageId: "homeless", data: { file: filename.slice(modules.length) } });
        },
      };
    const check = ({ source }) => {
      if (typeof source?.value !== "string" || !source.value.startsWith(".")) return;
      const to = nounOf(resolve(dirname(filename), source.value));
      if (to && nouns.indexOf(to) > nouns.indexOf(from))
        context.report({ node: source, messageId: "upwards", data: { from, to } });
    };
    return {
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

/** Only App.tsx imports pages, so that each is a separate chunk; detected by the target of the specifier. */
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

/** SQL text differs between engines, so all statements pass through `server/platform/db/rowSource.ts`. */
const statementsByOneDoor = {
  meta: {
    type: "problem",
    schema: [],
    messages: {
      text: "A statement goes through queryRows, findRow or insertRow (server/db), which know the engine.",
      engine: "Which engine it is, only server/platform/db/openDatabase.ts knows.",
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
  meta: { name: "house" },
  rules: {
    "nouns-downwards": nounsDownwards,
    "pages-from-app": pagesFromApp,
    "statements-by-one-door": statementsByOneDoor,
  },
};
