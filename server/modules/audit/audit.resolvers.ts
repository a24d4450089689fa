import type { ResolverContext, PartialResolvers } from "../completeResolvers";
import type { AuditService } from "./audit.service";

type Context = ResolverContext<{ audit: AuditService }>;

export const auditResolvers = {
  VisaRequest: {
    accessLog: (request, { first }, { services, caller }) =>
      services.audit.listAccess(caller, request, first ?? 50),
  },
} satisfies PartialResolvers<Context>;
