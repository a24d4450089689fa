import { accountMutations } from "../modules/account/account.resolvers";
import {
  applicantMutations,
  applicantTypes,
  correctionMutations,
} from "../modules/applicant/applicant.resolvers";
import { authMutations } from "../modules/auth/auth.resolvers";
import { catalogueQueries, catalogueTypes } from "../modules/catalogue/catalogue.resolvers";
import {
  messageMutations,
  messageQueries,
  messageTypes,
} from "../modules/notification/messageDesk.resolvers";
import { paymentMutations } from "../modules/payment/payment.resolvers";
import { refundMutations, refundQueries } from "../modules/payment/refund.resolvers";
import { deskMutations, deskQueries, deskTypes } from "../modules/staff/desk.resolvers";
import { reviewMutations, reviewTypes } from "../modules/staff/review.resolvers";
import { staffQueries } from "../modules/staff/staff.resolvers";
import { userMutations, userQueries, userTypes } from "../modules/user/user.resolvers";
import {
  visaRequestMutations,
  visaRequestQueries,
  visaRequestTypes,
} from "../modules/visaRequest/visaRequest.resolvers";
import type { CompleteResolvers } from "./completeResolvers";
import { scalars } from "./scalars";

/** All resolvers of all modules. */
export const resolvers: CompleteResolvers = {
  ...scalars,
  ...applicantTypes,
  ...catalogueTypes,
  ...deskTypes,
  ...reviewTypes,
  ...messageTypes,
  ...userTypes,
  ...visaRequestTypes,
  Query: {
    siteInfo: (_root, _args, { services }) => services.siteInfo,
    ...catalogueQueries,
    ...deskQueries,
    ...messageQueries,
    ...refundQueries,
    ...staffQueries,
    ...userQueries,
    ...visaRequestQueries,
  },
  Mutation: {
    ...accountMutations,
    ...applicantMutations,
    ...authMutations,
    ...correctionMutations,
    ...deskMutations,
    ...messageMutations,
    ...paymentMutations,
    ...refundMutations,
    ...reviewMutations,
    ...userMutations,
    ...visaRequestMutations,
  },
};
