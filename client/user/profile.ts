import { checkProfile } from "../../server/modules/user/profile.rules";

export interface ProfileValues {
  name: string;
  phoneNumber: string;
  email: string;
  /** The codes sent to the new number and to the present one. */
  otp: string;
  presentOtp: string;
}

/** A violation; `field` is the API's name, or undefined if it concerns the whole. */
export interface ProfileViolation {
  field: string | undefined;
  message: string;
  /** Whether a mandatory field is empty. */
  isMissing?: boolean;
}

const missingTexts: Record<string, string> = {
  name: "Please enter your name",
  phoneNumber: "Please enter your mobile number",
};

/** Validates the form with the server's rules. `needsCodes`: codes were sent to change the number. */
export function findProfileViolations(values: ProfileValues, needsCodes: boolean): ProfileViolation[] {
  const { name, phoneNumber, email } = values;
  const violations: ProfileViolation[] = checkProfile({ name, phoneNumber, email }).map(
    ({ field, code, message }) =>
      code === "REQUIRED"
        ? { field, message: missingTexts[field] ?? message, isMissing: true }
        : { field, message },
  );
  for (const field of ["presentOtp", "otp"] as const)
    if (needsCodes && !values[field].trim())
      violations.push({ field, message: "Please enter the code", isMissing: true });
  return violations;
}

/** Returns the line above the form: the specified text if a field is empty, else the first violation. */
export function alertText(violations: ProfileViolation[]): string | undefined {
  return violations.some(({ isMissing }) => isMissing) ? "check mandatory fields" : violations[0]?.message;
}

const freeMail = /^(gmail|googlemail|yahoo|ymail|hotmail|outlook|live|rediffmail|aol|icloud)\.[a-z.]+$/;

/** Returns the address to show; one that is only the phone number at a free-mail host is blank. */
export function shownEmail(email: string | null, phoneNumber: string): string {
  if (!email) return "";
  const [local = "", host = ""] = email.toLowerCase().split("@");
  const digits = phoneNumber.replace(/\D/g, "");
  const isPhone = /^\+?\d+$/.test(local) && [digits, digits.slice(-10)].includes(local.replace("+", ""));
  return isPhone && freeMail.test(host) ? "" : email;
}
