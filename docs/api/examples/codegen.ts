import type { CodegenConfig } from "@graphql-codegen/cli";

/** Makes the types of the operations in this folder: npx graphql-codegen --config codegen.ts */
const config: CodegenConfig = {
  schema: `${process.env["SERVER"]}/developers/schema.graphql`,
  documents: "*.graphql",
  generates: {
    "api.generated.ts": {
      plugins: ["typescript-operations", "typed-document-node"],
      config: {
        documentMode: "string",
        enumsAsTypes: true,
        useTypeImports: true,
        scalars: { Date: "string", DateTime: "string", Upload: "File" },
      },
    },
  },
};

export default config;
