import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { usePublicData } from "../../publicData/usePublicQuery";
import type {
  StaffCheckRequirementsInput,
  StaffUpdateCountryInput,
  StaffUpdateVisaInput,
} from "../../schemaTypes.generated";
import {
  StaffCountryDocument,
  type StaffCountryPartsFragment,
  useStaffCheckRequirementsMutation,
  useStaffUpdateCountryMutation,
  useStaffUpdateVisaMutation,
} from "./operations.generated";

/** A violation of a field, or of the whole if `field` is null. */
export interface SaveViolation {
  field: string | null;
  message: string;
}

export interface SaveOutcome {
  isSaved: boolean;
  country?: StaffCountryPartsFragment | null;
  violations: SaveViolation[];
  /** The message if another user changed it in the meantime. The new version is then loaded. */
  conflict?: string;
}

/** Why a change was not saved; undefined if it was. */
export const problemOf = ({ isSaved, conflict, violations }: SaveOutcome) =>
  isSaved ? undefined : (conflict ?? violations[0]?.message ?? "Please try again");

interface Payload {
  country?: StaffCountryPartsFragment | null;
  userErrors: { field: string | null; code: string; message: string }[];
}

/** Saves one change at a time. `reload` refetches the country. */
export function useCatalogueAdmin(reload: () => Promise<unknown>) {
  const client = useApolloClient();
  const [updateVisa] = useStaffUpdateVisaMutation();
  const [updateCountry] = useStaffUpdateCountryMutation();
  const [checkRequirements] = useStaffCheckRequirementsMutation();
  const [isBusy, setBusy] = useState(false);
  const publicData = usePublicData();

  const store = (country: StaffCountryPartsFragment) => {
    const variables = { countryUrl: country.countryUrl };
    client.writeQuery({ query: StaffCountryDocument, variables, data: { staffCountry: country } });
    // The cached public responses would show staff the old price.
    publicData.forget();
  };

  const run = async (send: () => Promise<Payload | undefined>): Promise<SaveOutcome> => {
    if (isOffline()) return { isSaved: false, violations: [{ field: null, message: offlineText }] };
    setBusy(true);
    try {
      const payload = await send();
      const conflict = payload?.userErrors.find(({ code }) => code === "CONFLICT");
      if (conflict) {
        await reload();
        return { isSaved: false, violations: [], conflict: conflict.message };
      }
      const country = payload?.country;
      if (country) store(country);
      return { isSaved: Boolean(country), country, violations: payload?.userErrors ?? [] };
    } catch (error) {
      return { isSaved: false, violations: [{ field: null, message: errorMessage(error) }] };
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    reload,
    saveVisa: (input: StaffUpdateVisaInput) =>
      run(async () => (await updateVisa({ variables: { input } })).data?.staffUpdateVisa),
    saveCountry: (input: StaffUpdateCountryInput) =>
      run(async () => (await updateCountry({ variables: { input } })).data?.staffUpdateCountry),
    checkRequirements: (input: StaffCheckRequirementsInput) =>
      run(async () => (await checkRequirements({ variables: { input } })).data?.staffCheckRequirements),
  };
}

export type CatalogueAdmin = ReturnType<typeof useCatalogueAdmin>;
