/**
 * Codegen plugin: a typed hook for each query and mutation, over the typed document beside it. The stock
 * plugin for React does not type-check against Apollo Client 4 (docs/decisions/0003-generated-hooks.md).
 */
const isRequired = ({ type, defaultValue }) => type.kind === "NonNullType" && !defaultValue;

module.exports.plugin = (_schema, documents) => {
  const operations = documents
    .flatMap(({ document }) => document?.definitions ?? [])
    .filter(({ kind, name }) => kind === "OperationDefinition" && name);

  const hooks = operations.map(({ name, operation, variableDefinitions }) => {
    const kind = operation === "query" ? "Query" : "Mutation";
    const document = name.value[0].toUpperCase() + name.value.slice(1);
    const operationName = `${document}${kind}`;
    const generics = `${operationName}, ${operationName}Variables`;
    const mustHaveVariables = kind === "Query" && variableDefinitions.some(isRequired);
    return `/** The ${operation} \`${name.value}\`. */
export const use${operationName} = (options${mustHaveVariables ? "" : "?"}: Apollo.use${kind}.Options<${generics}>) =>
  Apollo.use${kind}<${generics}>(${document}Document, options${mustHaveVariables || kind === "Mutation" ? "" : " ?? {}"});`;
  });
  return {
    prepend: operations.length > 0 ? ['import * as Apollo from "@apollo/client/react";'] : [],
    content: hooks.join("\n\n"),
  };
};
