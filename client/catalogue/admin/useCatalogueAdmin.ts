import { useApolloClient } from "@apollo/client/react";
import { useState } from "react";
import { useToast } from "../../components/feedback/ToastProvider";
import { errorMessage, payloadOf, type Response } from "../../lib/errorMessage";
import { isOffline, offlineText } from "../../lib/online";
import { type FormViolation, useFocusOnInvalid, useViolations } from "../../lib/useViolations";
import { usePublicData } from "../../publicData/usePublicQuery";
import type {
  StaffCheckRequirementsInput,
  StaffUpdateCountryInput,
  StaffUpdateVisaInput,
} from "../../schemaTypes.generated";
import {
  type CountryPayloadFragment,
  StaffCountryDocument,
  type StaffCountryPartsFragment,
  useStaffCheckRequirementsMutation,
  useStaffUpdateCountryMutation,
  useStaffUpdateVisaMutation,
} from "./operations.generated";

export interface SaveOutcome {
  isSaved: boolean;
  country?: StaffCountryPartsFragment | null;
  violations: FormViolation[];
  /** The message if another user changed the country first; its new version has then been loaded. */
  conflict?: string;
}

/** Returns why a change was not saved; undefined if it was. */
export const problemOf = ({ isSaved, conflict, violations }: SaveOutcome) =>
  isSaved ? undefined : (conflict ?? violations[0]?.message ?? "Please try again");

type Send<Input> = (options: { variables: { input: Input } }) => Promise<Response<CountryPayloadFragment>>;

/** State of a form that saves: its violations, and the message of a conflict. */
export function useSaved(onDone: () => void) {
  const shown = useViolations();
  const [conflict, setConflict] = useState<string>();
  const toast = useToast();
  useFocusOnInvalid(shown);
  const finish = (outcome: SaveOutcome, done: string) => {
    setConflict(outcome.conflict);
    shown.showViolations(outcome.violations);
    if (!outcome.isSaved) return;
    toast.success(done);
    onDone();
  };
  return {
    ...shown,
    conflict,
    /** Reports that another user changed the values after the form was opened. */
    showConflict: () => setConflict("This was changed in the meantime. Nothing was saved"),
    endConflict: () => setConflict(undefined),
    finish,
  };
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
  };

  const run = async <Input>(send: Send<Input>, input: Input): Promise<SaveOutcome> => {
    if (isOffline()) return { isSaved: false, violations: [{ message: offlineText }] };
    setBusy(true);
    try {
      const { country, userErrors } = payloadOf(await send({ variables: { input } }));
      const conflict = userErrors.find(({ code }) => code === "CONFLICT");
      if (conflict) {
        await reload();
        return { isSaved: false, violations: [], conflict: conflict.message };
      }
      if (country) store(country);
      return { isSaved: Boolean(country), country, violations: userErrors };
    } catch (error) {
      return { isSaved: false, violations: [{ message: errorMessage(error) }] };
    } finally {
      // Otherwise public pages would show staff the old price from the cache. Also after a failure, because the change
      // may have been saved.
      publicData.forget();
      setBusy(false);
    }
  };

  return {
    isBusy,
    reload,
    /** Returns the country as last loaded, e.g. after a conflict. */
    readCountry: (countryUrl: string) =>
      client.readQuery({ query: StaffCountryDocument, variables: { countryUrl } })?.staffCountry,
    saveVisa: (input: StaffUpdateVisaInput) => run(updateVisa, input),
    saveCountry: (input: StaffUpdateCountryInput) => run(updateCountry, input),
    checkRequirements: (input: StaffCheckRequirementsInput) => run(checkRequirements, input),
  };
}

export type CatalogueAdmin = ReturnType<typeof useCatalogueAdmin>;
