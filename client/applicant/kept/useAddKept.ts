import { useRef } from "react";
import { todayInKolkata } from "../../../server/core/day.rules";
import { consentVersion, neededConsent } from "../../../server/modules/consent/consent.rules";
import { payloadOf } from "../../lib/errorMessage";
import type { KeptPerson } from "./ChooseKept";
import { useAddKeptApplicantMutation } from "./operations.generated";

/** An applicant who was added from those that the account keeps. */
export interface AddedApplicant {
  visaApplicantId: string;
  name: string;
}

/** Adds kept applicants to a request, one after the other. A repeated call adds none of them twice. */
export function useAddKept(visaRequestId: string) {
  const [addOne] = useAddKeptApplicantMutation();
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    return key;
  };

  return async (chosen: readonly KeptPerson[]): Promise<{ added: AddedApplicant[]; problem?: string }> => {
    const today = todayInKolkata(new Date());
    const isMinor = ({ dateOfBirth }: KeptPerson) => neededConsent(dateOfBirth, today) === "GUARDIAN";
    const adult = chosen.find((one) => !isMinor(one));
    const added: AddedApplicant[] = [];
    for (const one of chosen) {
      const { keptApplicantId, firstName, lastName } = one;
      const guardianName = one.guardianName ?? (adult && `${adult.firstName} ${adult.lastName}`);
      const consent = { textVersion: consentVersion, ...(isMinor(one) && { guardianName }) };
      const input = { visaRequestId, keptApplicantId, consent, idempotencyKey: keyOf(keptApplicantId) };
      const { visaApplicant, userErrors } = payloadOf(await addOne({ variables: { input } }));
      if (!visaApplicant) return { added, problem: `${firstName} ${lastName}: ${userErrors[0]?.message}` };
      added.push({
        visaApplicantId: visaApplicant.visaApplicantId,
        name: `${firstName} ${lastName}`,
      });
    }
    return { added };
  };
}
