import { accountMutations } from "../modules/account/account.resolvers";
import { applicantMutations, applicantTypes } from "../modules/applicant/applicant.resolvers";
import { authMutations } from "../modules/auth/auth.resolvers";
import { catalogueQueries, catalogueTypes } from "../modules/catalogue/catalogue.resolvers";
import {
  catalogueCareMutations,
  catalogueCareQueries,
  catalogueCareTypes,
} from "../modules/catalogue/catalogueCare.resolvers";
import { paymentMutations } from "../modules/payment/payment.resolvers";
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
  ...catalogueCareTypes,
  ...userTypes,
  ...visaRequestTypes,
  Query: {
    siteInfo: (_root, _args, { services }) => services.siteInfo,
    ...catalogueQueries,
    ...catalogueCareQueries,
    ...staffQueries,
    ...userQueries,
    ...visaRequestQueries,
  },
  Mutation: {
    ...accountMutations,
    ...applicantMutations,
    ...authMutations,
    ...catalogueCareMutations,
    ...paymentMutations,
    ...userMutations,
    ...visaRequestMutations,
  },
};
