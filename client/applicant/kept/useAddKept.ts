import { useRef, useState } from "react";
import { todayInKolkata } from "../../../server/core/day.rules";
import { consentVersion, neededConsent } from "../../../server/modules/consent/consent.rules";
import { errorCode, payloadOf } from "../../lib/errorMessage";
import type { KeptPerson } from "./ChooseKept";
import { KeptApplicantsDocument, useAddKeptApplicantMutation } from "./operations.generated";

/** A kept applicant who was added to an application. */
export interface AddedApplicant {
  visaApplicantId: string;
  name: string;
}

/**
 * Adds kept applicants to a request, one after the other. A repeated call does not add any of them twice: `earlier`
 * maps the id of each kept applicant who was added before a failure to the applicant in the request.
 */
export function useAddKept(visaRequestId: string) {
  const [addOne, { client }] = useAddKeptApplicantMutation();
  const [earlier, setEarlier] = useState<Readonly<Record<string, AddedApplicant>>>({});
  const keys = useRef(new Map<string, string>());
  const keyOf = (id: string) => {
    const key = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, key);
    return key;
  };

  const addKept = async (
    chosen: readonly KeptPerson[],
  ): Promise<{ added: AddedApplicant[]; problem?: string }> => {
    const today = todayInKolkata(new Date());
    const isMinor = ({ dateOfBirth }: KeptPerson) => neededConsent(dateOfBirth, today) === "GUARDIAN";
    const adult = chosen.find((one) => !isMinor(one));
    const added: AddedApplicant[] = [];
    for (const one of chosen) {
      const { keptApplicantId } = one;
      const name = `${one.firstName} ${one.lastName}`;
      const known = earlier[keptApplicantId];
      if (known) {
        added.push(known);
        continue;
      }
      const guardianName = one.guardianName ?? (adult && `${adult.firstName} ${adult.lastName}`);
      const consent = { textVersion: consentVersion, ...(isMinor(one) && { guardianName }) };
      const input = { visaRequestId, keptApplicantId, consent, idempotencyKey: keyOf(keptApplicantId) };
      const answer = await addOne({ variables: { input } }).catch((error: unknown) => {
        if (errorCode(error) !== "NOT_FOUND") throw error;
        return undefined;
      });
      if (!answer) {
        void client.refetchQueries({ include: [KeptApplicantsDocument] });
        return { added, problem: `${name} is no longer kept. Add them as a new applicant` };
      }
      const { visaApplicant, userErrors } = payloadOf(answer);
      if (!visaApplicant) return { added, problem: `${name}: ${userErrors[0]?.message}` };
      const done = { visaApplicantId: visaApplicant.visaApplicantId, name };
      added.push(done);
      setEarlier((before) => ({ ...before, [keptApplicantId]: done }));
    }
    return { added };
  };
  return { addKept, earlier };
}
