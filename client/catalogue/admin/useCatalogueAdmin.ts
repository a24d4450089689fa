import type { ApolloCache } from "@apollo/client";
import { useState } from "react";
import { errorMessage } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { usePublicData } from "../../publicData/usePublicQuery";
import type { StaffUpdateCountryInput, StaffUpdateVisaInput } from "../../schemaTypes.generated";
import {
  StaffCountryDocument,
  type StaffCountryPartsFragment,
  useStaffUpdateCountryMutation,
  useStaffUpdateVisaMutation,
} from "./operations.generated";

/** What is wrong with a field; of the whole where it names none. */
export interface SaveViolation {
  field: string | null;
  message: string;
}

/** How a save ended. */
export interface SaveOutcome {
  isSaved: boolean;
  country?: StaffCountryPartsFragment | null;
  violations: SaveViolation[];
  /** What to say where somebody else changed it meanwhile; what they made of it is loaded then. */
  conflict?: string;
}

interface Payload {
  country?: StaffCountryPartsFragment | null;
  userErrors: { field: string | null; code: string; message: string }[];
}

/** Saves, one thing at a time. `reload` asks for the country again. */
export function useCatalogueAdmin(reload: () => Promise<unknown>) {
  const [updateVisa] = useStaffUpdateVisaMutation();
  const [updateCountry] = useStaffUpdateCountryMutation();
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
    // What travellers are answered with; kept on this device it would show staff the price of before.
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
  };
}

export type CatalogueAdmin = ReturnType<typeof useCatalogueAdmin>;
