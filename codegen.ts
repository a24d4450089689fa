import type { CodegenConfig } from "@graphql-codegen/cli";

const days = { Date: "string", DateTime: "string" };
const shared = { useTypeImports: true, enumsAsTypes: true, strictScalars: true };

/**
 * For the server the types of its resolvers; for the client typed documents and hooks, for the tests typed documents,
 * beside each operation.
 */
const config: CodegenConfig = {
  schema: "schema/**/*.graphql",
  generates: {
    "server/graphql/resolverTypes.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        ...shared,
        contextType: "./context#GraphqlContext",
        scalars: {
          ...days,
          Upload: {
            input: "Promise<import('../modules/file/inspection/inspectFile').ReceivedUpload>",
            output: "never",
          },
        },
        mappers: {
          StaffApproval: "../modules/approval/approval.entity#ApprovalEntity",
          StaffApplicant: "../modules/applicant/applicant.view#ApplicantView",
          StaffCase: "../modules/review/case/case.view#CaseView",
          StaffNote: "../modules/review/case/case.view#NoteView",
          StaffPaper: "../modules/review/case/case.view#StaffFileView",
          StaffPayment: "../modules/review/case/case.view#StaffPaymentView",
          StaffQueueCounts: "../modules/review/queue/queue.repository#QueueCounts",
          StaffQueueItem: "../modules/visaRequest/visaRequest.entity#VisaRequestEntity",
          StaffTrailEntry: "../modules/review/case/case.view#ActivityEntry",
          StaffVerdict: "../modules/review/document/documentReview.service#DocumentReview",
          StaffVisa: "../modules/catalogue/catalogue.entity#VisaEntity",
          StaffCountry: "../modules/catalogue/catalogueAdmin.view#AdminCountry",
          User: "../modules/user/user.entity#UserEntity",
          Visa: "../modules/catalogue/catalogue.rules#CatalogueVisa",
          VisaApplicant: "../modules/applicant/applicant.view#ApplicantView",
          VisaApplicationDocument: "../modules/applicant/applicant.view#DocumentView",
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
      documents: ["client/**/*.graphql", "!client/e2e/**"],
      preset: "near-operation-file",
      presetConfig: { baseTypesPath: "schemaTypes.generated.ts", extension: ".generated.ts" },
      plugins: ["typescript-operations", "typed-document-node", "client/apollo/hooksPlugin.cjs"],
      config: { ...shared, scalars: { ...days, Upload: "File" } },
    },
    // Named as in the operation, without hooks: `documents.createVisaRequest`.
    "server/test/": {
      documents: ["server/test/**/*.graphql", "client/e2e/**/*.graphql"],
      preset: "near-operation-file",
      presetConfig: {
        baseTypesPath: "../../client/schemaTypes.generated.ts",
        extension: ".generated.ts",
      },
      plugins: ["typescript-operations", "typed-document-node"],
      config: {
        ...shared,
        scalars: { ...days, Upload: "File" },
        namingConvention: "keep",
        documentVariableSuffix: "",
        skipTypename: true,
      },
    },
  },
};

export default config;
