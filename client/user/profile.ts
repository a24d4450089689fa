import { checkProfile } from "../../server/modules/user/profile.rules";
import type { FormViolation } from "../lib/useViolations";

export interface ProfileValues {
  name: string;
  phoneNumber: string;
  email: string;
  /** The codes sent to the new number and to the current one. */
  otp: string;
  presentOtp: string;
}

const missingTexts: Record<string, string> = {
  name: "Please enter your name",
  phoneNumber: "Please enter your mobile number",
};

/** Validates the form with the server's rules. `needsCodes` is true if codes were sent to change the number. */
export function findProfileViolations(values: ProfileValues, needsCodes: boolean): FormViolation[] {
  const violations: FormViolation[] = checkProfile(values).map(({ field, code, message }) => ({
    field,
    code,
    message: (code === "REQUIRED" && missingTexts[field]) || message,
  }));
  for (const field of ["presentOtp", "otp"] as const)
    if (needsCodes && !values[field].trim())
      violations.push({ field, code: "REQUIRED", message: "Please enter the code" });
  return violations;
}

/** Returns the message above the form: the specified text if a field is empty, otherwise the first violation. */
export function alertText(violations: readonly FormViolation[]): string | undefined {
  const isAnyMissing = violations.some(({ code }) => code === "REQUIRED");
  return isAnyMissing ? "check mandatory fields" : violations[0]?.message;
}

const freeMail = /^(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|rediffmail|aol|icloud)\.[a-z.]+$/;

/** Returns the address to show; "" if it is only the phone number at a free-mail host. */
export function shownEmail(email: string | null, phoneNumber: string): string {
  if (!email) return "";
  const [local = "", host = ""] = email.toLowerCase().split("@");
  const digits = phoneNumber.replace(/\D/g, "");
  const isPhone = /^\+?\d+$/.test(local) && [digits, digits.slice(-10)].includes(local.replace("+", ""));
  return isPhone && freeMail.test(host) ? "" : email;
}
