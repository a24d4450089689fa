import DataLoader from "dataloader";
import { spreadPayload, toPayload } from "../../platform/graphql/payload";
import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { SecondFactorService } from "./secondFactor.service";
import type { StaffPerson } from "./staff.repository";
import type { StaffService } from "./staff.service";

type Context = ResolverContext<{ secondFactors: SecondFactorService; staff: StaffService }>;

export const staffResolvers = {
  Query: {
    staffSecondFactor: (_root, _args, { services, caller }) => services.secondFactors.findState(caller),
    staffMe: (_root, _args, { services, caller }) => services.staff.requireStaff(caller, "staffMe"),
  },
  Mutation: {
    staffBeginSecondFactor: (_root, _args, { services, caller }) =>
      toPayload("enrolment", () => services.secondFactors.begin(caller)),
    staffGiveSecondFactor: async (_root, { input }, { services, caller }) => ({
      isGiven: false,
      ...(await spreadPayload(() => services.secondFactors.give(caller, input.code))),
    }),
  },
  User: {
    isStaff: ({ userId }, _args, { services }) => services.staff.isStaff(userId),
  },
} satisfies PartialResolvers<Context>;

export function staffLoaders({ staff }: { staff: StaffService }) {
  const staffPerson = new DataLoader<string, StaffPerson | undefined>((staffIds) =>
    staff.findPeople(staffIds),
  );
  return {
    /** Current and former staff members. */
    staffPerson,
    staffMemberId: new DataLoader<string, string | undefined>((userIds) =>
      Promise.all(userIds.map((userId) => staff.findMemberId(userId))),
    ),
    /** The staff member assigned to an application; null if unassigned, or if the person has left. */
    assignedStaff: async (staffId: string | null) => {
      const person = staffId === null ? undefined : await staffPerson.load(staffId);
      return person?.isStaff ? person : null;
    },
  };
}
export type StaffLoaders = ReturnType<typeof staffLoaders>;
