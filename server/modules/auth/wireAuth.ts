import type { StaffGuard } from "../../core/principal";
import type { Platform } from "../../platform/adapters/Platform";
import type { RateLimits } from "../../platform/rateLimiting/RateLimits";
import { SessionTokens } from "../../platform/adapters/jwt/sessionTokens";
import type { OpenApprovals } from "../approval/openApprovals.service";
import type { AuditService } from "../audit/audit.service";
import type { NotificationService } from "../notification/notification.service";
import type { UserAccountService } from "../user/userAccount.service";
import { AddressLimits } from "./addressLimits.service";
import { AuthService } from "./auth.service";
import { DeviceChecks } from "./deviceCheck.service";
import { IdentityService } from "./identity.service";
import { LoginCodeService } from "./loginCode.service";
import { SessionService } from "./session.service";
import { SmsBudgetService } from "./smsBudget.service";

type IdentityDeps = ConstructorParameters<typeof IdentityService>[0];
type SessionDeps = ConstructorParameters<typeof SessionService>[0];
type BudgetSettings = ConstructorParameters<typeof SmsBudgetService>[0];

interface Earlier {
  accounts: UserAccountService;
  audit: AuditService;
  openApprovals: OpenApprovals;
  /** Data of an account that a later noun stores; decides whether a number may have a new owner. */
  history: IdentityDeps["history"];
  limits: RateLimits;
  notifications: NotificationService;
  partnerAccess: SessionDeps["partnerAccess"];
  staff: StaffGuard;
}

interface Settings {
  brand: string;
  jwtSecret: string;
  smsBudget: BudgetSettings["budget"];
  smsCountries: BudgetSettings["countries"];
}

export function wireAuth(
  earlier: Platform & Earlier,
  { brand, jwtSecret, smsBudget, smsCountries }: Settings,
) {
  const { log } = earlier;
  const limits = new AddressLimits(earlier.limits);
  const sessions = new SessionService({ ...earlier, tokens: new SessionTokens(jwtSecret) });
  const identity = new IdentityService({ ...earlier, sessions });
  const loginCodes = new LoginCodeService({
    ...earlier,
    smsBudget: new SmsBudgetService({ log, budget: smsBudget, countries: smsCountries }),
    deviceChecks: new DeviceChecks(earlier),
    brand,
    limits,
  });
  const auth = new AuthService({ ...earlier, codes: loginCodes, limits, identity, sessions });
  return { auth, identity, loginCodes, sessions };
}
