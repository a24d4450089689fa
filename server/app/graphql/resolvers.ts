import { accountResolvers } from "../../modules/account/account.resolvers";
import { applicantResolvers } from "../../modules/applicant/applicant.resolvers";
import { auditResolvers } from "../../modules/audit/audit.resolvers";
import { authResolvers } from "../../modules/auth/auth.resolvers";
import { catalogueResolvers } from "../../modules/catalogue/catalogue.resolvers";
import { catalogueAdminResolvers } from "../../modules/catalogue/catalogueAdmin.resolvers";
import { failedMessageResolvers } from "../../modules/notification/failedMessage.resolvers";
import { paymentResolvers } from "../../modules/payment/payment.resolvers";
import { approvalResolvers } from "../../modules/review/approval/approval.resolvers";
import { caseResolvers } from "../../modules/review/case/case.resolvers";
import { correctionResolvers } from "../../modules/review/correction/correction.resolvers";
import { decisionResolvers } from "../../modules/review/decision/decision.resolvers";
import { documentReviewResolvers } from "../../modules/review/document/documentReview.resolvers";
import { staffRefundResolvers } from "../../modules/review/refund/staffRefund.resolvers";
import { staffResolvers } from "../../modules/staff/staff.resolvers";
import { testWorldResolvers } from "../../modules/testWorld/testWorld.resolvers";
import { userResolvers } from "../../modules/user/user.resolvers";
import { visaRequestResolvers } from "../../modules/visaRequest/visaRequest.resolvers";
import { partnerEventResolvers } from "../../modules/partner/event/partnerEvent.resolvers";
import { partnerResolvers } from "../../modules/partner/partner.resolvers";
import { webhookResolvers } from "../../modules/partner/webhook/webhook.resolvers";
import type { CompleteResolvers, PartialResolvers } from "../../modules/completeResolvers";
import type { GraphqlContext } from "./context";
import { makeLoaders } from "./loaders";
import { rejectControlCharacters } from "../../platform/graphql/rejectControlCharacters";
import { scalars } from "../../platform/graphql/scalars";

const siteResolvers = {
  Query: { siteInfo: (_root, _args, { services }) => services.siteInfo },
} satisfies PartialResolvers<GraphqlContext>;

type AllResolvers = CompleteResolvers<GraphqlContext>;

const types: Omit<AllResolvers, keyof typeof scalars> = mergeResolvers(
  siteResolvers,
  partnerResolvers,
  partnerEventResolvers,
  webhookResolvers,
  accountResolvers,
  applicantResolvers,
  auditResolvers,
  authResolvers,
  catalogueResolvers,
  catalogueAdminResolvers,
  failedMessageResolvers,
  paymentResolvers,
  approvalResolvers,
  caseResolvers,
  correctionResolvers,
  decisionResolvers,
  documentReviewResolvers,
  staffRefundResolvers,
  staffResolvers,
  testWorldResolvers,
  userResolvers,
  visaRequestResolvers,
);

/** The resolvers of all modules; several may contribute to one type. */
export const resolvers: AllResolvers = {
  ...scalars,
  ...types,
  Query: rejectControlCharacters(types.Query, "query"),
  Mutation: withFreshLoaders(rejectControlCharacters(types.Mutation, "mutation")),
};

type Resolve = (root: unknown, args: unknown, context: GraphqlContext, info: unknown) => unknown;

/** Gives each mutation new loaders, so that it does not return outdated rows that an earlier mutation has loaded. */
function withFreshLoaders<Root extends object>(mutations: Root): Root {
  const wrapped = Object.entries(mutations as Record<string, Resolve>).map(([name, resolve]) => {
    const run: Resolve = (root, args, context, info) => {
      context.loaders = makeLoaders(context.services);
      return resolve(root, args, context, info);
    };
    return [name, run];
  });
  return Object.fromEntries(wrapped) as Root;
}

type Merged<Parts> = Parts extends [infer First, ...infer Others] ? First & Merged<Others> : unknown;

function mergeResolvers<Parts extends Record<string, object>[]>(...parts: Parts): Merged<Parts> {
  const merged: Record<string, object> = {};
  for (const part of parts)
    for (const [type, fields] of Object.entries(part)) merged[type] = { ...merged[type], ...fields };
  return merged as Merged<Parts>;
}
