import type { CodegenConfig } from "@graphql-codegen/cli";

const days = { Date: "string", DateTime: "string" };
const shared = { useTypeImports: true, enumsAsTypes: true, strictScalars: true };

/** For the server the types of its resolvers; for the client typed documents and hooks, beside each operation. */
const config: CodegenConfig = {
  schema: "schema/*.graphql",
  generates: {
    "server/graphql/resolverTypes.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        ...shared,
        contextType: "./context#GraphqlContext",
        scalars: {
          ...days,
          Upload: { input: "Promise<import('../modules/file/inspectFile').ReceivedUpload>", output: "never" },
        },
        mappers: {
          StaffApplicant: "../modules/applicant/applicantView#ApplicantView",
          StaffCase: "../modules/staff/deskView#CaseView",
          StaffNote: "../modules/staff/deskView#NoteView",
          StaffPaper: "../modules/staff/deskView#PaperView",
          StaffQueueCounts: "../modules/staff/desk.repository#QueueCounts",
          StaffQueueItem: "../modules/visaRequest/visaRequest.entity#VisaRequestEntity",
          StaffTrailEntry: "../modules/staff/deskView#TrailEntry",
          StaffVerdict: "../modules/staff/review.service#Verdict",
          StaffCountry: "../modules/catalogue/caredCountry#CaredCountry",
          User: "../modules/user/user.entity#UserEntity",
          Visa: "../modules/catalogue/catalogue.rules#CatalogueVisa",
          VisaApplicant: "../modules/applicant/applicantView#ApplicantView",
          VisaApplicationDocument: "../modules/applicant/applicantView#FileView",
          VisaCountry: "../modules/catalogue/catalogue.rules#CatalogueCountry",
          VisaRequest: "../modules/visaRequest/visaRequest.entity#VisaRequestEntity",
        },
      },
    },
    "client/schemaTypes.generated.ts": {
      plugins: ["typescript"],
      config: { ...shared, scalars: { ...days, Upload: "File" } },
    },
    "client/": {
      documents: "client/**/*.graphql",
      preset: "near-operation-file",
      presetConfig: { baseTypesPath: "schemaTypes.generated.ts", extension: ".generated.ts" },
      plugins: ["typescript-operations", "typed-document-node", "client/apollo/hooksPlugin.cjs"],
      config: { ...shared, scalars: { ...days, Upload: "File" } },
    },
  },
};

export default config;
