import type { ApolloCache } from "@apollo/client";
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

interface Payload {
  country?: StaffCountryPartsFragment | null;
  userErrors: { field: string | null; code: string; message: string }[];
}

/** Saves one change at a time. `reload` refetches the country. */
export function useCatalogueAdmin(reload: () => Promise<unknown>) {
  const [updateVisa] = useStaffUpdateVisaMutation();
  const [updateCountry] = useStaffUpdateCountryMutation();
  const [checkRequirements] = useStaffCheckRequirementsMutation();
  const [isBusy, setBusy] = useState(false);
  const publicData = usePublicData();

  const store = (cache: ApolloCache, country: StaffCountryPartsFragment | null | undefined) => {
    if (!country) return;
    const { countryUrl } = country;
    cache.writeQuery({
      query: StaffCountryDocument,
      variables: { countryUrl },
      data: { staffCountry: country },
    });
    // The cached public responses would show staff the old price.
    publicData.forget();
  };

  const run = async (send: () => Promise<Payload | undefined>): Promise<SaveOutcome> => {
    if (isOffline()) return { isSaved: false, violations: [{ field: null, message: offlineText }] };
    setBusy(true);
    try {
      const payload = await send();
      const conflict = payload?.userErrors.find(({ code }) => code === "CONFLICT");
      if (!conflict) {
        const country = payload?.country;
        return { isSaved: Boolean(country), country, violations: payload?.userErrors ?? [] };
      }
      await reload();
      return { isSaved: false, violations: [], conflict: conflict.message };
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
      run(async () => {
        const { data } = await updateVisa({
          variables: { input },
          update: (cache, response) => store(cache, response.data?.staffUpdateVisa.country),
        });
        return data?.staffUpdateVisa;
      }),
    saveCountry: (input: StaffUpdateCountryInput) =>
      run(async () => {
        const { data } = await updateCountry({
          variables: { input },
          update: (cache, response) => store(cache, response.data?.staffUpdateCountry.country),
        });
        return data?.staffUpdateCountry;
      }),
    checkRequirements: (input: StaffCheckRequirementsInput) =>
      run(async () => {
        const { data } = await checkRequirements({
          variables: { input },
          update: (cache, response) => store(cache, response.data?.staffCheckRequirements.country),
        });
        return data?.staffCheckRequirements;
      }),
  };
}

export type CatalogueAdmin = ReturnType<typeof useCatalogueAdmin>;
