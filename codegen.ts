import type { CodegenConfig } from "@graphql-codegen/cli";

const scalars = {
  Date: { input: "string", output: "string" },
  DateTime: { input: "string", output: "string" },
};

/** Server: types of the resolvers, with what the services return as mappers. Client: documents and hooks. */
const config: CodegenConfig = {
  schema: "schema/*.graphql",
  emitLegacyCommonJSImports: false,
  generates: {
    "server/graphql/resolverTypes.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        contextType: "./context#GraphqlContext",
        useTypeImports: true,
        enumsAsTypes: true,
        strictScalars: true,
        scalars: { ...scalars, DateTime: { input: "Date", output: "Date" }, Upload: { input: "Promise<import('../modules/file/inspectFile').ReceivedUpload>", output: "never" } },
        mappers: {
          VisaRequest: "../modules/visaRequest/visaRequest.entity#VisaRequestEntity",
          VisaApplicant: "../modules/applicant/applicant.entity#VisaApplicantRecord",
          User: "../modules/user/user.entity#UserEntity",
        },
      },
    },
    "client/schemaTypes.generated.ts": {
      plugins: ["typescript"],
      config: { useTypeImports: true, enumsAsTypes: true, scalars: { ...scalars, Upload: "File" } },
    },
    "client/": {
      documents: "client/**/*.graphql",
      preset: "near-operation-file",
      presetConfig: { baseTypesPath: "schemaTypes.generated.ts", extension: ".generated.ts" },
      plugins: ["typescript-operations", "typed-document-node", "client/apollo/hooksPlugin.cjs"],
      config: { useTypeImports: true, enumsAsTypes: true, scalars: { ...scalars, Upload: "File" } },
    },
  },
};

export default config;
