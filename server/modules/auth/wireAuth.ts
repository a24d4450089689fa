import type { DepsOf, Platform } from "../../platform/adapters/Platform";
import type { RateLimits } from "../../platform/rateLimiting/RateLimits";
import { SessionTokens } from "../../platform/adapters/jwt/sessionTokens";
import { AddressLimits } from "./addressLimits.service";
import { AuthService } from "./auth.service";
import { CodeAttemptService } from "./codeAttempts.service";
import { DeviceChecks } from "./deviceCheck.service";
import { OlderAccountService } from "./olderAccount.service";
import { LoginCodeService } from "./loginCode.service";
import { SessionService } from "./session.service";
import { SmsBudgetService } from "./smsBudget.service";

type BudgetSettings = DepsOf<typeof SmsBudgetService>;
type Earlier = Omit<DepsOf<typeof OlderAccountService | typeof SessionService>, "sessions" | "tokens"> & {
  limits: RateLimits;
};

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
  const limits = new AddressLimits(earlier.limits);
  const sessions = new SessionService({ ...earlier, tokens: new SessionTokens(jwtSecret) });
  const olderAccounts = new OlderAccountService({ ...earlier, sessions });
  const loginCodes = new LoginCodeService({
    ...earlier,
    smsBudget: new SmsBudgetService({ ...earlier, budget: smsBudget, countries: smsCountries }),
    deviceChecks: new DeviceChecks(earlier),
    brand,
    limits,
  });
  const codes = new CodeAttemptService({ ...earlier, limits });
  const auth = new AuthService({ ...earlier, codes, limits, olderAccounts, sessions });
  return { auth, codes, olderAccounts, loginCodes, sessions };
}
