import type { ResolversOf } from "../../graphql/completeResolvers";

export const auditFields: Pick<ResolversOf<"VisaRequest">, "accessLog"> = {
  accessLog: (request, { first }, { services, viewer }) =>
    services.audit.listAccess(viewer, request, first ?? 50),
};
