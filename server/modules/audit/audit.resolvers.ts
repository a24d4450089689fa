import type { ResolversOf } from "../../graphql/completeResolvers";

/** The log of accesses to and changes of a request's personal data. */
export const requestAuditFields: Pick<ResolversOf<"VisaRequest">, "accessLog"> = {
  accessLog: (request, { first }, { services, viewer }) =>
    services.audit.listAccess(viewer, request, first ?? 50),
};
