import { FirstTables1763700000000 } from "./1763/1763700000000-firstTables";
import { WebhooksAndRefunds1763800000000 } from "./1763/1763800000000-webhooksAndRefunds";
import { ScanState1763800100000 } from "./1763/1763800100000-scanState";
import { Trail1763800200000 } from "./1763/1763800200000-trail";
import { Desk1763900000000 } from "./1763/1763900000000-desk";
import { StaffNotes1763900100000 } from "./1763/1763900100000-staffNotes";
import { Review1763900200000 } from "./1763/1763900200000-review";
import { Notifications1763900300000 } from "./1763/1763900300000-notifications";
import { RefundRules1763900400000 } from "./1763/1763900400000-refundRules";
import { CatalogueCare1763900500000 } from "./1763/1763900500000-catalogueCare";
import { UntakenPayments1764000400000 } from "./1764/1764000400000-untakenPayments";
import { MoneyAtTheGateway1764000400100 } from "./1764/1764000400100-moneyAtTheGateway";
import { LoginHandles1764000500000 } from "./1764/1764000500000-loginHandles";
import { SessionUse1764000500001 } from "./1764/1764000500001-sessionUse";
import { AccountsSetAside1764000500002 } from "./1764/1764000500002-accountsSetAside";
import { SmsBudget1764000600000 } from "./1764/1764000600000-smsBudget";
import { CatalogueHistory1764000600001 } from "./1764/1764000600001-catalogueHistory";
import { SecondFactor1764000600002 } from "./1764/1764000600002-secondFactor";
import { CountryAliases1764000800000 } from "./1764/1764000800000-countryAliases";
import { Consent1764001100000 } from "./1764/1764001100000-consent";
import { RequiredDocuments1764001200000 } from "./1764/1764001200000-requiredDocuments";
import { AskedDocuments1764001200001 } from "./1764/1764001200001-askedDocuments";
import { Approvals1764001300000 } from "./1764/1764001300000-approvals";
import { QueueCounts1765003100000 } from "./1765/1765003100000-queueCounts";
import { KeptRequests1765003100001 } from "./1765/1765003100001-keptRequests";
import { ApprovalMembers1766100000000 } from "./1766/1766100000000-approvalMembers";
import { SealedComments1766100000001 } from "./1766/1766100000001-sealedComments";
import { VisaApprovals1766100000002 } from "./1766/1766100000002-visaApprovals";
import { DocumentReminders1766200200000 } from "./1766/1766200200000-documentReminders";
import { CorrectionAnswers1766200200001 } from "./1766/1766200200001-correctionAnswers";

/** All migrations, oldest first. A released migration is never changed. */
export const migrations = [
  FirstTables1763700000000,
  WebhooksAndRefunds1763800000000,
  ScanState1763800100000,
  Trail1763800200000,
  Desk1763900000000,
  StaffNotes1763900100000,
  Review1763900200000,
  Notifications1763900300000,
  RefundRules1763900400000,
  CatalogueCare1763900500000,
  UntakenPayments1764000400000,
  MoneyAtTheGateway1764000400100,
  LoginHandles1764000500000,
  SessionUse1764000500001,
  AccountsSetAside1764000500002,
  SmsBudget1764000600000,
  CatalogueHistory1764000600001,
  SecondFactor1764000600002,
  CountryAliases1764000800000,
  Consent1764001100000,
  RequiredDocuments1764001200000,
  AskedDocuments1764001200001,
  Approvals1764001300000,
  QueueCounts1765003100000,
  KeptRequests1765003100001,
  ApprovalMembers1766100000000,
  SealedComments1766100000001,
  VisaApprovals1766100000002,
  DocumentReminders1766200200000,
  CorrectionAnswers1766200200001,
];
