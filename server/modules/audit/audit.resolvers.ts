import type { ResolversOf } from "../completeResolvers";

export const requestAuditFields: Pick<ResolversOf<"VisaRequest">, "accessLog"> = {
  accessLog: (request, { first }, { services, viewer }) =>
    services.audit.listAccess(viewer, request, first ?? 50),
};
