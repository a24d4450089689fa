import {
  controlCharacterText,
  findTextViolation,
  hasControlCharacter,
  tooLongText,
  type InputViolation,
  invalid,
  missing,
  tooLong,
} from "../../core/text.rules";
import { noPhoneNumber, normalisePhone } from "./phone.rules";

export const maxNameLength = 100;
export const maxEmailLength = 254;
/**
 * Requires one @ with text before it and a dot in the domain. Only the mail server knows whether the address exists.
 */
const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/;

/** Undefined leaves a field unchanged; null or blank removes the e-mail address. */
export interface ProfileInput {
  name?: string | null;
  email?: string | null;
  phoneNumber?: string | null;
}

type ProfileViolation = InputViolation<keyof ProfileInput>;

/**
 * Returns violations. The specification requires the message 'check mandatory fields' for an empty name or phone
 * number.
 */
export function checkProfile(input: ProfileInput): ProfileViolation[] {
  const violations: ProfileViolation[] = [];
  const { name, phoneNumber } = input;
  if (name !== undefined && !name?.trim()) violations.push(missing("name", "check mandatory fields"));
  if (name && name.trim().length > maxNameLength)
    violations.push(tooLong("name", tooLongText("Name", maxNameLength)));
  const violation = name && (/\p{Cc}/u.test(name) ? controlCharacterText : findTextViolation(name));
  if (violation) violations.push(invalid("name", `Name ${violation}`));
  if (phoneNumber !== undefined && !phoneNumber?.trim())
    violations.push(missing("phoneNumber", "check mandatory fields"));
  else if (phoneNumber && !normalisePhone(phoneNumber))
    violations.push(invalid("phoneNumber", noPhoneNumber));
  const address = input.email?.trim();
  if (address && (address.length > maxEmailLength || hasControlCharacter(address) || !email.test(address)))
    violations.push(invalid("email", "Enter an e-mail address like name@example.com"));
  return violations;
}
