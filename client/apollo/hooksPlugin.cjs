/**
 * Codegen plugin: generates a typed hook for each query and mutation. Operations in `operations.graphql` use Apollo
 * with the typed document in the same file. The code that the stock React plugin generates does not type-check with
 * Apollo Client 4 (docs/decisions/0003-generated-hooks.md). Queries in `public.graphql` belong to read-only pages: they
 * are plain text and work without Apollo, which those pages do not load
 * (docs/decisions/0029-pages-that-are-only-read.md).
 */
const { basename, dirname, relative } = require("node:path");
const { print, stripIgnoredCharacters, visit } = require("graphql");

const isRequired = ({ type, defaultValue }) => type.kind === "NonNullType" && !defaultValue;

/** Returns the names from which the hook of an operation is generated. */
function describe(operation) {
  const kind = operation.operation === "query" ? "Query" : "Mutation";
  const name = operation.name.value;
  const document = name[0].toUpperCase() + name.slice(1);
  const mustHaveVariables = kind === "Query" && operation.variableDefinitions.some(isRequired);
  return { operation, kind, name, document, type: `${document}${kind}`, mustHaveVariables };
}

const apolloHook = ({ kind, name, document, type, mustHaveVariables }) => {
  const generics = `${type}, ${type}Variables`;
  return `/** The ${kind.toLowerCase()} \`${name}\`. */
export const use${type} = (options${mustHaveVariables ? "" : "?"}: Apollo.use${kind}.Options<${generics}>) =>
  Apollo.use${kind}<${generics}>(${document}Document, options${mustHaveVariables || kind === "Mutation" ? "" : " ?? {}"});`;
};

const publicHook = ({ operation, kind, name, type, mustHaveVariables }, fragments) => {
  if (kind !== "Query") throw new Error(`${name}: in public.graphql are queries only`);
  const text = JSON.stringify(textOf(operation, fragments));
  const given = mustHaveVariables ? `options: { variables: ${type}Variables }` : "";
  return `/** The public query \`${name}\`. */
export const use${type} = (${given}) =>
  usePublicQuery<${type}>(${JSON.stringify(name)}, ${text}${mustHaveVariables ? ", options.variables" : ""});`;
};

/** Returns the minified operation with the fragments that it needs. */
function textOf(operation, fragments) {
  const needed = [operation];
  // The loop also visits elements that are added during the iteration.
  for (const definition of needed)
    visit(definition, {
      FragmentSpread({ name }) {
        const fragment = fragments.get(name.value);
        if (!needed.includes(fragment)) needed.push(fragment);
      },
    });
  return stripIgnoredCharacters(needed.map(print).join("\n"));
}

module.exports.plugin = (_schema, documents, config, info) => {
  const definitions = documents.flatMap(({ document }) => document?.definitions ?? []);
  const operations = definitions
    .filter(({ kind, name }) => kind === "OperationDefinition" && name)
    .map(describe);
  if (operations.length === 0) return { content: "" };
  if (!basename(info.outputFile).startsWith("public."))
    return {
      prepend: ['import * as Apollo from "@apollo/client/react";'],
      content: operations.map(apolloHook).join("\n\n"),
    };

  const local = definitions.filter(({ kind }) => kind === "FragmentDefinition");
  const outside = (config.externalFragments ?? []).map(({ node }) => node);
  const fragments = new Map([...local, ...outside].map((node) => [node.name.value, node]));
  const publicData = relative(dirname(info.outputFile), "client/publicData");
  return {
    prepend: [`import { usePublicQuery } from "${publicData}/usePublicQuery";`],
    content: operations.map((one) => publicHook(one, fragments)).join("\n\n"),
  };
};
