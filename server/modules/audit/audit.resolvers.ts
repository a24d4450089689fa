import type { ResolversOf } from "../../graphql/completeResolvers";

/** Who accessed or changed the personal data of a request. */
export const requestAuditFields: Pick<ResolversOf<"VisaRequest">, "accessLog"> = {
  accessLog: (request, { first }, { services, viewer }) =>
    services.audit.listAccess(viewer, request, first ?? 50),
};
