import type { CodegenConfig } from "@graphql-codegen/cli";
import examples from "./docs/api/examples/codegen";

const days = { Date: "string", DateTime: "string" };
const shared = { useTypeImports: true, enumsAsTypes: true, strictScalars: true };

/**
 * Generates resolver types for the server, typed documents and hooks for the client, and typed documents for
 * the tests, next to each operation.
 */
const config: CodegenConfig = {
  schema: ["schema/**/*.graphql", "!schema/released/**"],
  generates: {
    "server/modules/resolverTypes.generated.ts": {
      plugins: ["typescript", "typescript-resolvers"],
      config: {
        ...shared,
        contextType: "../platform/graphql/context#RequestContext",
        scalars: {
          ...days,
          Upload: {
            input: "Promise<import('../core/ReceivedUpload').ReceivedUpload>",
            output: "never",
          },
        },
        mappers: {
          ApplicantConsent: "./consent/consent.service#ConsentView",
          AccessEvent: "./audit/accessEvent.view#AccessEvent as AccessEventView",
          Partner: "./partner/partner.logic#PartnerView",
          PartnerUsed: "./partner/partner.logic#PartnerView",
          StaffApproval: "./approval/approval.entity#ApprovalEntity",
          StaffApplicant: "./applicant/applicant.view#ApplicantView",
          StaffCase: "./review/case/case.view#CaseView",
          StaffNote: "./review/case/case.view#NoteView",
          StaffPaper: "./review/case/case.view#StaffFileView",
          StaffQueueCounts: "./review/queue/queue.repository#QueueCounts",
          StaffQueueItem: "./visaRequest/visaRequest.entity#VisaRequestEntity",
          StaffTrailEntry: "./review/case/case.view#ActivityEntry",
          StaffVerdict: "./review/document/documentReview.service#DocumentReview",
          StaffVisa: "./catalogue/catalogue.entity#VisaEntity",
          StaffCountry: "./catalogue/catalogueAdmin.view#AdminCountry",
          User: "./user/user.entity#UserEntity",
          Visa: "./catalogue/catalogue.rules#CatalogueVisa",
          VisaRequirement: "./catalogue/requirement/requirement.rules#VisaRequirement as ListedRequirement",
          VisaApplicant: "./applicant/applicant.view#ApplicantView",
          VisaApplicationDocument: "./applicant/applicant.view#FileView",
          VisaCountry: "./catalogue/catalogue.rules#CatalogueCountry",
          VisaRequest: "./visaRequest/visaRequest.entity#VisaRequestEntity",
          WebhookEndpoint: "./partner/webhook/webhookEndpoint.service#WebhookEndpointView",
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
    // As a developer does who follows docs/api.
    "docs/api/examples/api.generated.ts": {
      ...examples.generates["api.generated.ts"],
      documents: ["docs/api/examples/*.graphql"],
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
