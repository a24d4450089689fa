/** Rules for a profile. Pure; the profile page uses the same rules. */
import {
  controlCharacterText,
  findTextViolation,
  hasControlCharacter,
  tooLongText,
  type InputViolation,
} from "../../core/text.rules";
import { noPhoneNumber, normalisePhone } from "./phone.rules";

export const maxNameLength = 100;
export const maxEmailLength = 254;
/** One @ with text before it and a dot in the domain. The mail server decides the rest. */
const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Undefined leaves a field unchanged; null or blank removes the e-mail address. */
export interface ProfileInput {
  name?: string | null;
  email?: string | null;
  phoneNumber?: string | null;
}

type ProfileViolation = InputViolation<keyof ProfileInput>;

/** The specification requires the text 'check mandatory fields' for an empty name or phone number. */
export function checkProfile(input: ProfileInput): ProfileViolation[] {
  const violations: ProfileViolation[] = [];
  const { name, phoneNumber } = input;
  if (name !== undefined && !name?.trim())
    violations.push({ field: "name", code: "REQUIRED", message: "check mandatory fields" });
  if (name && name.trim().length > maxNameLength)
    violations.push({
      field: "name",
      code: "TOO_LONG",
      message: tooLongText("Name", maxNameLength),
    });
  const violation = name && (/\p{Cc}/u.test(name) ? controlCharacterText : findTextViolation(name));
  if (violation) violations.push({ field: "name", code: "INVALID", message: `Name ${violation}` });
  if (phoneNumber !== undefined && !phoneNumber?.trim())
    violations.push({ field: "phoneNumber", code: "REQUIRED", message: "check mandatory fields" });
  else if (phoneNumber && !normalisePhone(phoneNumber))
    violations.push({
      field: "phoneNumber",
      code: "INVALID",
      message: noPhoneNumber,
    });
  const address = input.email?.trim();
  if (address && (address.length > maxEmailLength || hasControlCharacter(address) || !email.test(address)))
    violations.push({
      field: "email",
      code: "INVALID",
      message: "Enter an e-mail address like name@example.com",
    });
  return violations;
}
