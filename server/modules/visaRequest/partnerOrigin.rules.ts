/** The contact and reference that a partner sends when it creates an application with a key. Pure. */
import { findTextViolation, tooLongText, type InputViolation, invalid, tooLong } from "../../core/text.rules";
import type { Principal } from "../../core/principal";
import { noPhoneNumber } from "../user/phone.rules";
import { toStoredPhone } from "../user/phoneCountry.rules";
import { checkProfile } from "../user/profile.rules";

export const maxReferenceLength = 64;

export interface PartnerInput {
  contact?: { mobile: string; email?: string | null } | null;
  externalReference?: string | null;
}

export interface PartnerOrigin {
  /**
   * The traveller's contact. The application may be handed over to this number, whether or not the number has an
   * account.
   */
  contact: { mobile: string; email: string | null };
  externalReference: string | null;
}

/** Returns the external reference if the caller is the partner that owns the application; null for the follower. */
export function referenceFor(
  { session }: Principal,
  { userId, externalReference }: { userId: string; externalReference: string | null },
): string | null {
  return session?.userId === userId ? externalReference : null;
}

/** Returns violations of a partner's input. */
export function checkPartnerInput({ contact, externalReference }: PartnerInput): InputViolation[] {
  return [...checkContact(contact), ...checkReference(externalReference)];
}

/** Returns violations if a person sends input that only keys may send. */
export function checkPersonInput(input: PartnerInput): InputViolation[] {
  const given = (["contact", "externalReference"] as const).filter((field) => input[field] != null);
  return given.map((field) => invalid(field, "This is for keys of partners only"));
}

/** Converts valid input to its stored form. */
export function toOrigin({ contact, externalReference }: PartnerInput): PartnerOrigin {
  return {
    contact: { mobile: toStoredPhone(contact!.mobile)!, email: contact!.email?.trim() || null },
    externalReference: externalReference ?? null,
  };
}

function checkContact(contact: PartnerInput["contact"]): InputViolation[] {
  const fault = (field: string, code: InputViolation["code"], message: string) => ({ field, code, message });
  if (!contact) return [fault("contact", "REQUIRED", "Send the traveller's mobile number as contact")];
  const { mobile } = contact;
  const ofEmail = checkProfile({ email: contact.email }).map(({ code, message }) =>
    fault("contact.email", code, message),
  );
  if (!mobile.trim()) return [fault("contact.mobile", "REQUIRED", noPhoneNumber), ...ofEmail];
  return toStoredPhone(mobile) ? ofEmail : [fault("contact.mobile", "INVALID", noPhoneNumber), ...ofEmail];
}

function checkReference(reference: string | null | undefined): InputViolation[] {
  const field = "externalReference";
  if (reference == null) return [];
  if (reference.length > maxReferenceLength)
    return [tooLong(field, tooLongText("The reference", maxReferenceLength))];
  const violation = /\p{Cc}/u.test(reference)
    ? "has a character that cannot be used"
    : findTextViolation(reference);
  if (violation) return [invalid(field, `The reference ${violation}`)];
  return reference.trim() ? [] : [invalid(field, "The reference is empty. Omit it instead")];
}
