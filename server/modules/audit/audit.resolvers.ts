import type { ResolverContext, ResolversOf } from "../completeResolvers";
import type { AuditService } from "./audit.service";

type Context = ResolverContext<{ audit: AuditService }>;

export const requestAuditFields: Pick<ResolversOf<"VisaRequest", Context>, "accessLog"> = {
  accessLog: (request, { first }, { services, caller }) =>
    services.audit.listAccess(caller, request, first ?? 50),
};
