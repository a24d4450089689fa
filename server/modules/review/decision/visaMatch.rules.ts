/**
 * Whether a visa is this traveller's: what stands on it beside the application. Pure; the desk's form uses the same.
 */

/** What is typed from the visa. */
export interface TypedVisa {
  passportNumber: string;
  name: string;
}

/** Structurally a `Violation` of `server/errors.ts`, which rules may not know. */
export interface VisaMismatch {
  field: keyof TypedVisa;
  code: "REQUIRED" | "INVALID";
  message: string;
}

/** Each thing on the visa that is not the application's. */
export function compareVisa(
  onVisa: TypedVisa,
  applicant: { passportNumber: string; firstName: string; lastName: string },
): VisaMismatch[] {
  return [
    ...compare("passportNumber", onVisa.passportNumber, [applicant.passportNumber]),
    ...compare("name", onVisa.name, [
      `${applicant.firstName} ${applicant.lastName}`,
      `${applicant.lastName} ${applicant.firstName}`,
    ]),
  ];
}

const fieldLabels = { passportNumber: "passport number", name: "name" } as const;

function compare(field: keyof TypedVisa, typed: string, allowed: readonly string[]): VisaMismatch[] {
  const folded = fold(typed);
  const ofField = fieldLabels[field];
  if (!folded)
    return [{ field, code: "REQUIRED", message: `Enter the ${ofField} as it appears on the visa` }];
  return allowed.map(fold).includes(folded)
    ? []
    : [{ field, code: "INVALID", message: `The ${ofField} on the visa does not match the application` }];
}

/** Letters and digits alone, in capitals: authorities write spaces, hyphens, commas and accents as they like. */
function fold(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toUpperCase()
    .replace(/[^\p{L}\p{M}\p{N}]/gu, "");
}
